import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { fromBase64, toBase64 } from './guard.ts'
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

/** Keeps bytes under their digest, once however many use them. */
export function keepBlob(draft: Keeping, bytes: Uint8Array): string {
  const name = bytesToHex(sha256(bytes))
  const known = draft.blobs.get(name)
  if (!known) store(draft, 'blobBytes', bytes.length)
  const blob = known
    ? { ...known, base64: known.base64 || toBase64(bytes), uses: known.uses + 1 }
    : { length: bytes.length, base64: toBase64(bytes), uses: 1 }
  editable(draft).set(name, Object.freeze(blob))
  return name
}

/** Counts one more use of kept bytes. */
export function shareBlob(draft: Keeping, name: string): void {
  const known = draft.blobs.get(name)
  if (known) editable(draft).set(name, Object.freeze({ ...known, uses: known.uses + 1 }))
}

/** Lets go of one use of kept bytes; the last one drops them. */
export function releaseBlob(draft: Keeping, name: string): void {
  const known = draft.blobs.get(name)
  if (!known) return
  if (known.uses > 1) {
    editable(draft).set(name, Object.freeze({ ...known, uses: known.uses - 1 }))
    return
  }
  store(draft, 'blobBytes', -known.length)
  editable(draft).delete(name)
}

/** The bytes that are kept under a digest. A restored snapshot may have left the content out. */
export function blobBytes({ blobs }: Pick<Keeping, 'blobs'>, name: string): Uint8Array | undefined {
  const known = blobs.get(name)
  const bytes = known && fromBase64(known.base64)
  return known && bytes?.length === known.length ? bytes : undefined
}
