import { bounds } from '../graph/contract/bounds.ts'

/** What the pictures of one request have cost so far. */
export interface PictureCost {
  parts: number
  bytes: number
}

/** The cost before the first picture. */
export const noCost = (): PictureCost => ({ parts: 0, bytes: 0 })

/** Counts parts of a picture. False beyond the bound: the reader then stops, and reads no picture. */
export function countParts(cost: PictureCost, parts = 1): boolean {
  cost.parts += parts
  return cost.parts <= bounds.picturePartsMax
}

/** What is wrong when the pictures of a request have too many parts. */
export function partsError({ parts }: PictureCost): string | undefined {
  const most = bounds.picturePartsMax
  if (parts <= most) return undefined
  const what = 'segments, chunks, blocks and entries together'
  return `the pictures of one request have at most ${most} ${what}, got ${parts} or more`
}

/** Counts the bytes of a picture before they are read, or says that the request would have too many. */
export function countBytes(cost: PictureCost, length: number): string | undefined {
  const most = bounds.requestPictureBytesMax
  const bytes = cost.bytes + length
  if (bytes > most) return `the pictures of one request have at most ${most} bytes together, got ${bytes}`
  cost.bytes = bytes
  return undefined
}
