import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import type { CallError } from '../contract/errors.ts'
import type { Caller } from './caller.ts'

const encoder = new TextEncoder()

/** Returns the proof of a token: its HMAC-SHA256 with the app secret, in hexadecimal digits. */
export function appSecretProof(token: string, secret: string): string {
  return bytesToHex(hmac(sha256, encoder.encode(secret), encoder.encode(token)))
}

/** Checks the `appsecret_proof` of a call, which may be left out (ERR-004; SIL-041). */
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
