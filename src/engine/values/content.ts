import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { toBase64 } from './base64.ts'

/** Bytes as a state stores them: base64 text, with its digest and length. */
export interface BlobContent {
  readonly digest: string
  readonly length: number
  readonly base64: string
}

/** Digests and encodes bytes. This takes most of the time that is needed to store them. */
export const contentOf = (bytes: Uint8Array): BlobContent => ({
  digest: bytesToHex(sha256(bytes)),
  length: bytes.length,
  base64: toBase64(bytes),
})
