import { type Content, contentOf } from './content.ts'
import { fromBase64 } from './guard.ts'
import type { Blob } from './state.ts'
import type { Tree } from './tree.ts'

/** Keeps bytes under their digest, which it returns, and counts one more use of them. */
export function keepBlob(blobs: Tree<string, Blob>, given: Uint8Array | Content): string {
  const { digest, length, base64 } = given instanceof Uint8Array ? contentOf(given) : given
  const uses = (blobs.get(digest)?.uses ?? 0) + 1
  blobs.set(digest, Object.freeze({ length, base64, uses }))
  return digest
}

/** Changes the number of uses of kept bytes by one; the last use to go drops them. */
export function countUse(blobs: Tree<string, Blob>, digest: string, change: 1 | -1): void {
  const known = blobs.get(digest)
  if (known?.uses === 1 && change === -1) blobs.delete(digest)
  else if (known) blobs.set(digest, Object.freeze({ ...known, uses: known.uses + change }))
}

/** The bytes of a blob; undefined where a restored snapshot left them out. */
export function blobBytes(blob: Blob | undefined): Uint8Array | undefined {
  const bytes = blob && fromBase64(blob.base64)
  return bytes?.length === blob?.length ? bytes : undefined
}
