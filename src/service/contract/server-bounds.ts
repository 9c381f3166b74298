import { DAY_MS } from '../../engine/values/milliseconds.ts'

const [KIBIBYTE, MEBIBYTE] = [1024, 1024 * 1024]

/** Upper bounds of one server or fetch handler: its worlds, connections, bodies, answers and pictures. */
export interface ServerBounds {
  /** Named worlds at one address, each with its own stores. */
  readonly worldsMax: number
  /**
   * Bytes of the records and pictures of all worlds at one address together. A world of which nothing changed
   * since its fork counts nothing, and any other one counts with all that it stores. Beyond it a request that
   * may store something gets status 503, until a named world is deleted or reset.
   */
  readonly worldsBytesMax: number
  /**
   * Bytes of the histories of all worlds at one address, as `historyBytesMax` counts them. Beyond it the
   * oldest steps of all worlds are evicted.
   */
  readonly historiesBytesMax: number
  /** Steps that `serve` and `proxy` keep of each world, unless `--history` says another number. */
  readonly servedStepsMax: number
  /** Milliseconds for which `serve` and `proxy` keep a step. */
  readonly servedStepMillisecondsMax: number
  /** Bytes of a request body that an adapter reads, unless the option `bodyLimit` sets another bound. */
  readonly bodyBytesMax: number
  /**
   * Bytes of all request bodies that one server or fetch handler holds at a time, beyond the first
   * `bodyBytesUncounted` of each. A request that exceeds it is refused with status 503.
   */
  readonly bodiesBytesMax: number
  /** Bytes of each body that `bodiesBytesMax` does not count: large bodies do not block small ones. */
  readonly bodyBytesUncounted: number
  /** Milliseconds until the headers of a request must have arrived. */
  readonly headersMillisecondsMax: number
  /** Milliseconds until a request must have arrived with its body. */
  readonly requestMillisecondsMax: number
  /** Connections of one server. Each further connection closes the one whose last answer is the oldest. */
  readonly connectionsMax: number
  /** Requests that wait on one connection for the answers before them. One more closes the connection. */
  readonly pipelinedRequestsMax: number
  /**
   * Bytes of all answers that the clients of one server have not read yet. Beyond it, the server closes the
   * connections of clients that have read nothing for 1 s, the slowest first. Beyond twice the bound, 100 ms
   * are enough.
   */
  readonly answersBytesMax: number
  /** Milliseconds in which a client must read the next 256 KiB of an answer, or the rest if it is shorter. */
  readonly answerMillisecondsMax: number
  /** Informational answers (1xx) of a webhook endpoint before its final answer. */
  readonly informationalAnswersMax: number
  /**
   * Bytes of the pixels of a picture before and after it is resized. A larger picture is sent in its original
   * size.
   */
  readonly renderedPixelBytesMax: number
  /** Bytes of the pictures that wait to be resized. A request for one more picture gets status 503. */
  readonly waitingPictureBytesMax: number
  /**
   * Bytes of one line of a recording file: an input, or the world at its beginning. `kill -9` of the server
   * loses no line; a loss of power may.
   */
  readonly recordedLineBytesMax: number
}

/** The bounds of a server in force. Other code reads them from `bounds`. */
export const serverBounds: ServerBounds = {
  worldsMax: 1_000,
  worldsBytesMax: 2048 * MEBIBYTE,
  historiesBytesMax: 128 * MEBIBYTE,
  servedStepsMax: 10_000,
  servedStepMillisecondsMax: 7 * DAY_MS,
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
  renderedPixelBytesMax: 256 * MEBIBYTE,
  waitingPictureBytesMax: 64 * MEBIBYTE,
  recordedLineBytesMax: 256 * MEBIBYTE,
}
