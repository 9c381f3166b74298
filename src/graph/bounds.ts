import { DEPTH_MAX, INPUT_SIZE_MAX } from '../engine/guard.ts'
import { HISTORY_BYTES_MAX } from '../engine/history.ts'
import { LOG_BYTES_MAX, LOG_ENTRY_BYTES_MAX, LOG_TEXT_MAX } from '../engine/log-entry.ts'
import { BLOB_BYTES_MAX, ID_MAX, ROW_BYTES_EACH_MAX, ROW_BYTES_MAX } from '../engine/room.ts'
import { SEED_LENGTH_MAX } from '../engine/snapshot-check.ts'
import { limits } from './limits.ts'

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
  /** UTF-16 code units of the seed of a world. */
  readonly seedCharactersMax: number
  /**
   * Bytes of the pictures that a world stores, each picture once. The option `pictureBytesMax` of
   * `createWorld`, or `--picture-bytes-max`, sets another.
   */
  readonly pictureBytesMax: number
  /**
   * Bytes of all records of a world: posts, campaigns, tokens, codes, batches, leads, tasks and every other.
   * A value counts 16 bytes, a text or name 2 more for each UTF-16 code unit. The option `recordBytesMax` of
   * `createWorld` sets another.
   */
  readonly recordBytesMax: number
  /** Bytes of one record, counted likewise. */
  readonly oneRecordBytesMax: number
  /** The largest id: it has 15 digits. A world that has handed it out creates nothing more. */
  readonly idMax: number
  /** Bytes of the call log, and of the event log, counted like records: the oldest entries are dropped. */
  readonly logBytesMax: number
  /** Bytes of one entry of a log: what exceeds it is left out, and its size noted. */
  readonly logEntryBytesMax: number
  /** UTF-16 code units of a text in a log: a longer one is cut, and its length noted. */
  readonly logTextMax: number
  /** Entries of a page of `GET /_sim/calls` and `/_sim/events`; those of one input stay together. */
  readonly logPageMax: number
  /** Bytes of the entries of such a page, counted like records. */
  readonly logPageBytesMax: number
  /**
   * Bytes of the inputs that `history: 'full'` keeps, with what they added to the logs: the oldest are
   * dropped, `history.dropped` counts them, and a recording then begins with a snapshot.
   */
  readonly historyBytesMax: number
  /** Notices to apps that a world has not delivered yet: one more is listed as dropped. */
  readonly outboxNoticesMax: number
  /** Notices of the deliveries that have ended and are still listed: the oldest are forgotten. */
  readonly endedNoticesMax: number
  /** Fault rules of a world. */
  readonly faultRulesMax: number
  /** UTF-16 code units of a text in a fault rule. */
  readonly faultTextMax: number
  /** Worlds that are made by name at one address, each with stores of its own. */
  readonly worldsMax: number
  /** A number in a policy, such as seconds: each instant that it leads to stays in the range of `Date`. */
  readonly policyNumberMax: number
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
  seedCharactersMax: SEED_LENGTH_MAX,
  pictureBytesMax: BLOB_BYTES_MAX,
  recordBytesMax: ROW_BYTES_MAX,
  oneRecordBytesMax: ROW_BYTES_EACH_MAX,
  idMax: ID_MAX,
  logBytesMax: LOG_BYTES_MAX,
  logEntryBytesMax: LOG_ENTRY_BYTES_MAX,
  logTextMax: LOG_TEXT_MAX,
  logPageMax: 1_000,
  logPageBytesMax: 4 * MEBIBYTE,
  historyBytesMax: HISTORY_BYTES_MAX,
  outboxNoticesMax: limits.outboxNoticesMax,
  endedNoticesMax: limits.endedNoticesMax,
  faultRulesMax: 1_000,
  faultTextMax: 1_000,
  worldsMax: 1_000,
  policyNumberMax: 100_000_000_000,
}
