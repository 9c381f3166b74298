import { noCost } from '../../../src/chapters/pictures/cost.ts'
import type { PictureInfo } from '../../../src/chapters/pictures/format.ts'
import { cleanPicture } from '../../../src/chapters/pictures/read.ts'

/** Reads the headers of a picture; undefined if `cleanPicture` refuses it. */
export const readPicture = (bytes: Uint8Array): PictureInfo | undefined =>
  cleanPicture(bytes, noCost())?.picture
