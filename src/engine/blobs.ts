import { type BlobContent, contentOf } from './content.ts'
import { fromBase64 } from './guard.ts'
import { type Filling, store } from './room.ts'
import type { Blob } from './state.ts'
import type { Tree } from './tree.ts'

/** The blobs of an open transaction, and those of the graph that it began on. */
interface Keeping extends Filling {
  readonly graph: Filling['graph'] & { readonly blobs: Tree<string, Blob> }
  blobs: Tree<string, Blob>
}

function editable(draft: Keeping): Tree<string, Blob> {
  if (draft.blobs === draft.graph.blobs) draft.blobs = draft.graph.blobs.clone()
  return draft.blobs
}

/** Keeps bytes under their digest, which it returns, and counts one more use of them. */
export function keepBlob(draft: Keeping, given: Uint8Array | BlobContent): string {
  const { digest, length, base64 } = given instanceof Uint8Array ? contentOf(given) : given
  const known = draft.blobs.get(digest)
  if (!known) store(draft, 'blobBytes', length)
  editable(draft).set(digest, Object.freeze({ length, base64, uses: (known?.uses ?? 0) + 1 }))
  return digest
}

/** Counts one more use of bytes that are kept already, without reading them. */
export function reuseBlob(draft: Keeping, digest: string): void {
  const known = draft.blobs.get(digest)
  if (known) editable(draft).set(digest, Object.freeze({ ...known, uses: known.uses + 1 }))
}

/** Lets go of one use of kept bytes; the last one drops them. */
export function releaseBlob(draft: Keeping, digest: string): void {
  const known = draft.blobs.get(digest)
  if (!known) return
  if (known.uses > 1) {
    editable(draft).set(digest, Object.freeze({ ...known, uses: known.uses - 1 }))
    return
  }
  store(draft, 'blobBytes', -known.length)
  editable(draft).delete(digest)
}

/** The bytes that are kept under a digest. A restored snapshot may have left the content out. */
export function blobBytes({ blobs }: Pick<Keeping, 'blobs'>, digest: string): Uint8Array | undefined {
  const known = blobs.get(digest)
  const bytes = known && fromBase64(known.base64)
  return known && bytes?.length === known.length ? bytes : undefined
}
