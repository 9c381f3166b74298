import { bounds } from '../../service/contract/bounds.ts'

/** The parts and bytes read so far of all pictures of one request. */
export interface PictureCost {
  parts: number
  bytes: number
}

/** Makes the cost of a request before its first picture. */
export const noCost = (): PictureCost => ({ parts: 0, bytes: 0 })

/** Counts parts of a picture. Returns false beyond the bound: the reader then stops. */
export function countParts(cost: PictureCost, parts = 1): boolean {
  cost.parts += parts
  return cost.parts <= bounds.picturePartsMax
}

/** The error message if the pictures of a request have too many parts. */
export function partsError({ parts }: PictureCost): string | undefined {
  const most = bounds.picturePartsMax
  if (parts <= most) return undefined
  const what = 'segments, chunks, blocks and entries together'
  return `the pictures of one request have at most ${most} ${what}, got ${parts} or more`
}

/** Counts the bytes of a picture before they are read. Returns the error message if the request has too
 * many; the bytes are not counted then. */
export function countBytes(cost: PictureCost, length: number): string | undefined {
  const most = bounds.requestPictureBytesMax
  const bytes = cost.bytes + length
  if (bytes > most) return `the pictures of one request have at most ${most} bytes together, got ${bytes}`
  cost.bytes = bytes
  return undefined
}
