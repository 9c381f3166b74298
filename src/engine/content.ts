import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { toBase64 } from './base64.ts'

/** Bytes as a state keeps them, with the digest that names them. */
export interface BlobContent {
  readonly digest: string
  readonly length: number
  readonly base64: string
}

/** Digests and encodes bytes, which takes most of the time of keeping them. */
export const contentOf = (bytes: Uint8Array): BlobContent => ({
  digest: bytesToHex(sha256(bytes)),
  length: bytes.length,
  base64: toBase64(bytes),
})
