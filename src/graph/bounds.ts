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
  /**
   * Parts of all pictures and zip files of one request: JPEG segments, PNG and WebP chunks, GIF blocks, the
   * entries of TIFF directories with the strips that they list, and blocks of deflated data.
   */
  readonly picturePartsMax: number
  /**
   * Bytes of all pictures of one request. A picture that several calls of a batch name counts once, and a zip
   * file by the files in it as they are unpacked.
   */
  readonly requestPictureBytesMax: number
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
  picturePartsMax: 25_000,
  requestPictureBytesMax: 16 * MEBIBYTE,
}
