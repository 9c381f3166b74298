import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import type { CallError } from '../contract/errors.ts'
import type { Caller } from './caller.ts'

const encoder = new TextEncoder()

/** The proof that a server sends with a token: HMAC-SHA256 of the token under the app secret, in hex. */
export function appSecretProof(token: string, secret: string): string {
  return bytesToHex(hmac(sha256, encoder.encode(secret), encoder.encode(token)))
}

/** What is wrong with the `appsecret_proof` of a call; sending none is fine (SIL-041). */
export function proofError(
  call: { readonly tokens: readonly string[]; readonly params: Readonly<Record<string, unknown>> },
  caller: Caller,
): CallError | undefined {
  const proof = Object.hasOwn(call.params, 'appsecret_proof') ? call.params['appsecret_proof'] : undefined
  if (proof === undefined || proof === appSecretProof(call.tokens[0] ?? '', caller.app.secret))
    return undefined
  return {
    code: 104,
    message: 'Param appsecret_proof must be the HMAC-SHA256 of the access token under the app secret',
  }
}
