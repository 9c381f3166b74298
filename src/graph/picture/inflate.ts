import { Unzlib } from 'fflate'
import { joined } from './bytes.ts'

/** Inflates one zlib stream; undefined when it is broken or would make more than is allowed. */
export type Inflate = (bytes: Uint8Array) => Uint8Array | undefined

const bytesMax = 4 * 1024 * 1024
const bytesPerStream = 4096
const pieceLength = 512

/** Makes an inflate for one picture. All its streams share one allowance, so that many small ones that
 * inflate a thousandfold cost no more than one. */
export function inflater(): Inflate {
  let left = bytesMax
  return (bytes) => {
    const parts: Uint8Array[] = []
    left -= bytesPerStream
    try {
      const stream = new Unzlib((part) => {
        left -= part.length
        parts.push(part)
      })
      for (let at = 0; at < bytes.length && left > 0; at += pieceLength) {
        stream.push(bytes.subarray(at, at + pieceLength), at + pieceLength >= bytes.length)
      }
      return left > 0 ? joined(parts) : undefined
    } catch {
      return undefined
    }
  }
}
