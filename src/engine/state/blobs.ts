import { addStored, type StorageDraft } from '../store/storage.ts'
import type { Tree } from '../store/tree.ts'
import { type BlobContent, contentOf } from '../values/content.ts'
import { fromBase64 } from '../values/guard.ts'
import type { Blob } from './state.ts'

/** The blobs of an open transaction, and those of the graph that it began on. */
interface BlobDraft extends StorageDraft {
  readonly graph: StorageDraft['graph'] & { readonly blobs: Tree<string, Blob> }
  blobs: Tree<string, Blob>
}

function editableBlobs(draft: BlobDraft): Tree<string, Blob> {
  if (draft.blobs === draft.graph.blobs) draft.blobs = draft.graph.blobs.clone()
  return draft.blobs
}

/** Keeps bytes under their digest, counts one more use of them, and returns the digest. */
export function keepBlob(draft: BlobDraft, bytes: Uint8Array | BlobContent): string {
  const { digest, length, base64 } = bytes instanceof Uint8Array ? contentOf(bytes) : bytes
  const blob = draft.blobs.get(digest)
  if (!blob) addStored(draft, 'blobBytes', length)
  editableBlobs(draft).set(digest, Object.freeze({ length, base64, uses: (blob?.uses ?? 0) + 1 }))
  return digest
}

/** Counts one more use of stored bytes without reading them. */
export function reuseBlob(draft: BlobDraft, digest: string): void {
  const blob = draft.blobs.get(digest)
  if (blob) editableBlobs(draft).set(digest, Object.freeze({ ...blob, uses: blob.uses + 1 }))
}

/** Counts one use of stored bytes less. The last release deletes them. */
export function releaseBlob(draft: BlobDraft, digest: string): void {
  const blob = draft.blobs.get(digest)
  if (!blob) return
  if (blob.uses > 1) {
    editableBlobs(draft).set(digest, Object.freeze({ ...blob, uses: blob.uses - 1 }))
    return
  }
  addStored(draft, 'blobBytes', -blob.length)
  editableBlobs(draft).delete(digest)
}

/** Returns the bytes under a digest. A restored snapshot may lack the content: then it returns undefined. */
export function blobBytes({ blobs }: Pick<BlobDraft, 'blobs'>, digest: string): Uint8Array | undefined {
  const blob = blobs.get(digest)
  const bytes = blob && fromBase64(blob.base64)
  return blob && bytes?.length === blob.length ? bytes : undefined
}
