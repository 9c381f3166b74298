import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { toBase64 } from '../../engine/values/base64.ts'
import { signingKey } from './signing-key.ts'

const encoder = new TextEncoder()
const numberOf = (hex: string): bigint => BigInt(`0x${hex}`)

/** Returns bytes as base64url text without padding (RFC 7515, section 2). */
export const base64url = (bytes: Uint8Array): string =>
  toBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')

/** Returns the SHA-256 hash of an ASCII text. */
export const sha256Of = (text: string): Uint8Array => sha256(encoder.encode(text))

/** Returns base to the power of exponent, modulo modulus. */
function power(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let [result, square, rest] = [1n, base % modulus, exponent]
  while (rest > 0n) {
    if (rest & 1n) result = (result * square) % modulus
    square = (square * square) % modulus
    rest >>= 1n
  }
  return result
}

/** The DER prefix of a SHA-256 hash in a signature (RFC 8017, section 9.2, note 1). */
const DIGEST_INFO = '3031300d060960864801650304020105000420'

/** Signs a text with RSASSA-PKCS1-v1_5 and SHA-256 (RFC 8017, section 8.2.1), which is deterministic. */
function signature(text: string): Uint8Array {
  const { modulus, exponent } = signingKey
  const digest = DIGEST_INFO + bytesToHex(sha256Of(text))
  const encoded = `0001${'ff'.repeat((modulus.length - digest.length - 6) / 2)}00${digest}`
  const signed = power(numberOf(encoded), numberOf(exponent), numberOf(modulus))
  return hexToBytes(signed.toString(16).padStart(modulus.length, '0'))
}

const encodedJson = (value: object): string => base64url(encoder.encode(JSON.stringify(value)))

/** Returns claims that are not undefined as a JSON Web Token with the algorithm RS256 (RFC 7519). */
export function signedToken(claims: object): string {
  const content = `${encodedJson({ alg: 'RS256', typ: 'JWT', kid: signingKey.id })}.${encodedJson(claims)}`
  return `${content}.${base64url(signature(content))}`
}

/** The JSON Web Key Set with the public key of id tokens (RFC 7517). */
export const publicKeys = {
  keys: [
    {
      kid: signingKey.id,
      kty: 'RSA',
      alg: 'RS256',
      use: 'sig',
      n: base64url(hexToBytes(signingKey.modulus)),
      e: base64url(hexToBytes(signingKey.publicExponent)),
    },
  ],
} as const
