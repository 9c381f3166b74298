import { DEPTH_MAX, INPUT_SIZE_MAX } from '../engine/guard.ts'

const KIBIBYTE = 1024
const MEBIBYTE = 1024 * KIBIBYTE

/**
 * Upper bounds of what one request may cost, and of what one world may hold. The limits of the service itself
 * are in `limits.ts`; these are fauxgraph's own. `docs/limits.md` is made from this interface.
 */
export interface Bounds {
  /** Characters of a request's URL. */
  readonly urlCharactersMax: number
  /** Bytes of a url-encoded or JSON body, without the Base64 text under the name `bytes`. */
  readonly textBytesMax: number
  /**
   * Bytes of the Base64 text under the name `bytes`. It may exceed what the service accepts, so that the
   * service's own error answers it: 20 MiB hold 12 MiB of content even where it is percent-encoded on top.
   */
  readonly base64BytesMax: number
  /** Bytes of a multipart body, files included. */
  readonly multipartBytesMax: number
  /** Bytes of one multipart field that is not a file. */
  readonly fieldBytesMax: number
  /** Parts of a multipart body. */
  readonly partsMax: number
  /** Bytes of the header of one multipart part. */
  readonly partHeaderBytesMax: number
  /** Parameters of a request, query and body together. */
  readonly paramsMax: number
  /** Brackets in the name of one parameter, such as the two of `a[b][c]`. */
  readonly bracketDepthMax: number
  /** Lists and objects inside one another, in a JSON body and in any input of a world. */
  readonly jsonDepthMax: number
  /** Values of one input of a world; each text and key adds one for every 64 of its UTF-16 code units. */
  readonly inputSizeMax: number
  /** Bytes of a request body that an adapter reads, unless the option `bodyLimit` sets another bound. */
  readonly bodyBytesMax: number
  /**
   * Bytes of all request bodies that one server or fetch handler holds at a time, beyond the first
   * `bodyBytesUncounted` of each. One more is refused with status 503.
   */
  readonly bodiesBytesMax: number
  /** Bytes of each body that do not count for `bodiesBytesMax`: large bodies do not block small ones. */
  readonly bodyBytesUncounted: number
  /** Milliseconds until the headers of a request must have arrived. */
  readonly headersMillisecondsMax: number
  /** Milliseconds until a request must have arrived, its body included. */
  readonly requestMillisecondsMax: number
  /** Connections of one server. One more closes the connection that has gone longest without an answer. */
  readonly connectionsMax: number
  /** Requests that wait on one connection for the answers before them. One more closes the connection. */
  readonly pipelinedRequestsMax: number
  /**
   * Bytes of all answers that the clients of one server have not taken yet. Beyond it, the connections of
   * clients that have not read for a second are closed, the slowest first; beyond twice that, for 100 ms.
   */
  readonly answersBytesMax: number
  /** Milliseconds in which a client must take the next 256 KiB of an answer, or what is left of it. */
  readonly answerMillisecondsMax: number
  /** Informational answers (1xx) of a webhook endpoint before its answer. */
  readonly informationalAnswersMax: number
}

/** The bounds in force. */
export const bounds: Bounds = {
  urlCharactersMax: 16 * KIBIBYTE,
  textBytesMax: MEBIBYTE,
  base64BytesMax: 20 * MEBIBYTE,
  multipartBytesMax: 30 * MEBIBYTE,
  fieldBytesMax: MEBIBYTE,
  partsMax: 1_000,
  partHeaderBytesMax: 8 * KIBIBYTE,
  paramsMax: 1_000,
  bracketDepthMax: 10,
  jsonDepthMax: DEPTH_MAX,
  inputSizeMax: INPUT_SIZE_MAX,
  bodyBytesMax: 32 * MEBIBYTE,
  bodiesBytesMax: 128 * MEBIBYTE,
  bodyBytesUncounted: 64 * KIBIBYTE,
  headersMillisecondsMax: 10_000,
  requestMillisecondsMax: 14_000,
  connectionsMax: 1_024,
  pipelinedRequestsMax: 32,
  answersBytesMax: 128 * MEBIBYTE,
  answerMillisecondsMax: 10_000,
  informationalAnswersMax: 16,
}
