import { DEPTH_MAX, INPUT_SIZE_MAX, MEMBERS_MAX } from '../engine/guard.ts'

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
  /** Values of a JSON body, and of a parameter that is JSON text; lists and objects count as one each. */
  readonly jsonValuesMax: number
  /** Items of a list for which the contract names no limit. */
  readonly listItemsMax: number
  /** Members of one object, in any input of a world but a snapshot. */
  readonly objectMembersMax: number
  /** Header lines of a request, and those of one call of a batch. */
  readonly headersMax: number
  /** Characters of all headers of a request, names and values together. */
  readonly headerCharactersMax: number
  /** Characters of a cursor, as it is sent in `after` or `before`. */
  readonly cursorCharactersMax: number
  /** Elements of the position in a cursor. */
  readonly cursorElementsMax: number
  /** Names in `fields`, those within braces included. */
  readonly fieldNamesMax: number
  /**
   * Size of an answer to a read, in characters of its JSON text or a little less. The calls of a batch share
   * it: a read whose answer does not fit in what is left is refused, and so is each read behind it. A file,
   * such as an export, is exempt.
   */
  readonly answerCharactersMax: number
  /** Bytes of a body of the control plane, other than those of actions and snapshots. */
  readonly controlBytesMax: number
  /** Bytes of the body of an action: a picture of 20 MiB as Base64 text, or the largest feed upload. */
  readonly actionBytesMax: number
  /** Bytes of a snapshot that is sent to the control plane. */
  readonly snapshotBytesMax: number
  /** Values of a snapshot that is sent to the control plane. */
  readonly snapshotValuesMax: number
  /** Values of one input of a world; each text and key adds one for every 64 of its UTF-16 code units. */
  readonly inputSizeMax: number
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
  jsonValuesMax: 100_000,
  listItemsMax: 10_000,
  objectMembersMax: MEMBERS_MAX,
  headersMax: 200,
  headerCharactersMax: 64 * KIBIBYTE,
  cursorCharactersMax: 4 * KIBIBYTE,
  cursorElementsMax: 16,
  fieldNamesMax: 1_000,
  answerCharactersMax: 8 * MEBIBYTE,
  controlBytesMax: MEBIBYTE,
  actionBytesMax: 32 * MEBIBYTE,
  snapshotBytesMax: 256 * MEBIBYTE,
  snapshotValuesMax: 20_000_000,
  inputSizeMax: INPUT_SIZE_MAX,
}
