import { HISTORY_BYTES_MAX } from '../../engine/state/history.ts'
import { LOG_BYTES_MAX, LOG_ENTRY_BYTES_MAX, LOG_TEXT_MAX } from '../../engine/state/log-entry.ts'
import { SEED_LENGTH_MAX } from '../../engine/state/snapshot-check.ts'
import { BLOB_BYTES_MAX, ID_MAX, ROW_BYTES_EACH_MAX, ROW_BYTES_MAX } from '../../engine/store/storage.ts'
import { DEPTH_MAX, INPUT_LIMITS } from '../../engine/values/guard.ts'
import { type ServerBounds, serverBounds } from './server-bounds.ts'
import { type WorldBounds, worldBounds } from './world-bounds.ts'

const [KIBIBYTE, MEBIBYTE] = [1024, 1024 * 1024]

/**
 * Upper bounds of the cost of one request, and of the size of one world. They are fauxgraph's own; the limits
 * of the contract are in `limits.ts`. `docs/limits.md` is generated from this interface and the two that it
 * extends.
 */
export interface Bounds extends ServerBounds, WorldBounds {
  /** Characters of a request's URL, and of a URL in a parameter. */
  readonly urlCharactersMax: number
  /** Characters of a URL in a parameter before its path: the scheme, user, host and port. */
  readonly urlFrontCharactersMax: number
  /** Characters of `redirect_uri`. */
  readonly redirectUriCharactersMax: number
  /** Links in `actions` of one post. */
  readonly actionLinksMax: number
  /** Comments on one post. */
  readonly commentsPerPostMax: number
  /** Likes of one post. */
  readonly likesPerPostMax: number
  /** Conditions of one `filtering` of ads, ad sets or campaigns. */
  readonly filterConditionsMax: number
  /** A number that one `recordAdResults` adds to the results of an ad. */
  readonly adCountMax: number
  /** Characters of a segment of results, such as an age. */
  readonly segmentCharactersMax: number
  /**
   * Results, one for each ad, day and segment, that the reads of insights of one request add up. The calls of
   * a batch share this bound.
   */
  readonly insightResultsMax: number
  /** Bytes of a url-encoded or JSON body, without the Base64 text under the name `bytes`. */
  readonly textBytesMax: number
  /**
   * Bytes of the Base64 text under the name `bytes`. It allows pictures that are larger than those that the
   * service accepts, so that they get the error of the service. Percent-encoded, 12 MiB of content take up to
   * 20 MiB.
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
  /** Nesting depth of lists and objects, in a JSON body and in any input of a world. */
  readonly jsonDepthMax: number
  /** Values of a JSON body, and of a parameter that is JSON text; lists and objects count as one each. */
  readonly jsonValuesMax: number
  /** Items of a list for which the contract names no limit. */
  readonly listItemsMax: number
  /** Members of one object, in any input of a world except a snapshot. */
  readonly objectMembersMax: number
  /** References to earlier results in one call of a batch. Each may read a whole result. */
  readonly batchReferencesMax: number
  /** Header lines of a request, and those of one call of a batch. */
  readonly headersMax: number
  /** Characters of all headers of a request, names and values together. */
  readonly headerCharactersMax: number
  /** Characters of a cursor, as it is sent in `after` or `before`. */
  readonly cursorCharactersMax: number
  /** Elements of the position in a cursor. */
  readonly cursorElementsMax: number
  /** Names in `fields`, including those within braces. */
  readonly fieldNamesMax: number
  /** Levels of names in `fields`: the names themselves, and those within braces. */
  readonly fieldDepthMax: number
  /** Edges in `fields`, as in `ads{insights}`, which has two. */
  readonly expandedEdgesMax: number
  /**
   * Lists and nodes within the records that one request reads, as in `adaccounts{ads}`. The calls of a batch
   * share this bound and the next one.
   */
  readonly expandedListsMax: number
  /** Rows of the lists within these records. */
  readonly expandedRowsMax: number
  /**
   * Characters of the JSON text that a read returns. The calls of a batch share this bound, and the escaped
   * characters of their bodies count too: the first read that exceeds it and all later reads are refused. A
   * file, such as an export, has its own bound.
   */
  readonly answerCharactersMax: number
  /** Characters of an export of leads, counted as if each one were escaped. */
  readonly exportCharactersMax: number
  /** UTF-16 code units of an error message, which may quote a long name of the caller: the rest is cut. */
  readonly messageCharactersMax: number
  /** Characters of the text of a token that an action is given. */
  readonly tokenCharactersMax: number
  /** Characters of one threat indicator: its value, type, threat types and description together. */
  readonly indicatorCharactersMax: number
  /**
   * Characters of threat indicators that the text searches of one request read, plus 64 for each indicator.
   * The calls of a batch share this bound: the first search that exceeds it and all later text searches are
   * refused.
   */
  readonly searchedCharactersMax: number
  /** Bytes of a body of the control plane, other than those of actions and snapshots. */
  readonly controlBytesMax: number
  /** Bytes of the body of an action: a picture of 20 MiB as Base64 text, or the largest feed upload. */
  readonly actionBytesMax: number
  /** Bytes of a snapshot that is sent to the control plane. */
  readonly snapshotBytesMax: number
  /** Values of a snapshot that is sent to the control plane. */
  readonly snapshotValuesMax: number
  /**
   * Members of any input of a world except a snapshot, and of a body of the control plane, that are costly to
   * copy: names that are new at their position in an object, and members after the 100th of an object.
   */
  readonly distinctMembersMax: number
  /** Values of one input of a world; each text and key adds one for every 64 of its UTF-16 code units. */
  readonly inputSizeMax: number
  /** Pages whose lead forms one ad may use: a read of the ad's leads counts for each of these pages. */
  readonly pagesPerAdMax: number
  /** UTF-16 code units of the seed of a world. */
  readonly seedCharactersMax: number
  /**
   * Bytes of the pictures that a world stores, each picture once. The option `pictureBytesMax` of
   * `createWorld`, or `--picture-bytes-max`, changes it.
   */
  readonly pictureBytesMax: number
  /**
   * Bytes of all records of a world, such as posts, campaigns, tokens and leads. Each value counts 16 bytes,
   * and a text or name 2 more for each UTF-16 code unit. `recordBytesMax` of `createWorld` changes it.
   */
  readonly recordBytesMax: number
  /** Bytes of one record, counted in the same way. */
  readonly oneRecordBytesMax: number
  /** The largest id, which has 15 digits. A world that has assigned it cannot create more records. */
  readonly idMax: number
  /** Bytes of the call log, and of the event log, counted like records: the oldest entries are dropped. */
  readonly logBytesMax: number
  /** Bytes of one log entry. The rest is left out, and the entry contains its size. */
  readonly logEntryBytesMax: number
  /** UTF-16 code units of a text in a log. A longer text is cut, and its length is added. */
  readonly logTextMax: number
  /** Entries of a page of `GET /_sim/calls` and `/_sim/events`; those of one input stay together. */
  readonly logPageMax: number
  /** Bytes of the entries of such a page, counted like records. */
  readonly logPageBytesMax: number
  /**
   * Bytes of the inputs that a world keeps, with their log entries and what they added to the stored bytes of
   * the world, also if it was removed later. Older inputs are dropped and counted in `history.dropped`, and a
   * recording then begins with a snapshot.
   */
  readonly historyBytesMax: number
  /** A number in a policy, such as seconds. It keeps all computed instants within the range of `Date`. */
  readonly policyNumberMax: number
  /**
   * Parts of all pictures and zip files of one request: JPEG segments, PNG and WebP chunks, GIF blocks, the
   * entries of TIFF directories with the strips that they list, and blocks of deflated data.
   */
  readonly picturePartsMax: number
  /**
   * Bytes of all pictures of one request. A picture that several calls of a batch name counts once. A zip
   * file counts the unpacked bytes of its files.
   */
  readonly requestPictureBytesMax: number
}

/** The bounds in force. */
export const bounds: Bounds = {
  ...serverBounds,
  ...worldBounds,
  urlCharactersMax: 16 * KIBIBYTE,
  urlFrontCharactersMax: 512,
  redirectUriCharactersMax: 2 * KIBIBYTE,
  actionLinksMax: 100,
  commentsPerPostMax: 10_000,
  likesPerPostMax: 10_000,
  filterConditionsMax: 50,
  adCountMax: 1_000_000_000,
  segmentCharactersMax: 100,
  insightResultsMax: 1_000_000,
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
  objectMembersMax: INPUT_LIMITS.members,
  batchReferencesMax: 50,
  headersMax: 200,
  headerCharactersMax: 64 * KIBIBYTE,
  cursorCharactersMax: 4 * KIBIBYTE,
  cursorElementsMax: 16,
  fieldNamesMax: 1_000,
  fieldDepthMax: 8,
  expandedEdgesMax: 50,
  expandedListsMax: 5_000,
  expandedRowsMax: 50_000,
  answerCharactersMax: 8 * MEBIBYTE,
  exportCharactersMax: 256 * MEBIBYTE,
  messageCharactersMax: 2_000,
  tokenCharactersMax: 1_000,
  indicatorCharactersMax: MEBIBYTE,
  searchedCharactersMax: 16 * MEBIBYTE,
  controlBytesMax: MEBIBYTE,
  actionBytesMax: 32 * MEBIBYTE,
  snapshotBytesMax: 256 * MEBIBYTE,
  snapshotValuesMax: 5_000_000,
  distinctMembersMax: INPUT_LIMITS.distinctMembers,
  inputSizeMax: INPUT_LIMITS.size,
  pagesPerAdMax: 100,
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
  policyNumberMax: 100_000_000_000,
  picturePartsMax: 25_000,
  requestPictureBytesMax: 16 * MEBIBYTE,
}
