import { noCost } from '../../src/pictures/cost.ts'
import type { PictureInfo } from '../../src/pictures/format.ts'
import { cleanPicture } from '../../src/pictures/read.ts'

/** Reads the headers of a picture; undefined if `cleanPicture` refuses it. */
export const readPicture = (bytes: Uint8Array): PictureInfo | undefined =>
  cleanPicture(bytes, noCost())?.picture
