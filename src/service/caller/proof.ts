import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import type { AppRow } from '../../chapters/rows.ts'
import type { Json } from '../../engine/values/guard.ts'
import { type BeyondPolicy, servesBeyond } from '../contract/beyond.ts'
import type { CallError } from '../contract/errors.ts'
import { shown } from '../values/scalars.ts'
import { lastValue } from '../values/sent-params.ts'

const encoder = new TextEncoder()

/** Returns the proof of a token: its HMAC-SHA256 with the app secret, in hexadecimal digits. */
export function appSecretProof(token: string, secret: string): string {
  return bytesToHex(hmac(sha256, encoder.encode(secret), encoder.encode(token)))
}

/** Seconds for which a proof with a time is valid, before and after that time. */
const PROOF_SECONDS = 300

/** A call with its proof. Of a repeated parameter, the last value counts. */
interface ProvenCall {
  readonly tokens: readonly string[]
  readonly params: Readonly<Record<string, Json>>
  /** The proof of its token was checked with another call. */
  readonly isProven?: boolean
}

const sentText = ({ params }: ProvenCall, name: string): Json | undefined =>
  Object.hasOwn(params, name) ? lastValue(params[name]) : undefined

const signature = (message: string): CallError => ({ code: 104, message })

/** The words of the live service: https://github.com/facebook/facebook-python-business-sdk/issues/528. */
const liveWords = {
  missing: 'API calls from the server require an appsecret_proof argument',
  wrong: 'Invalid appsecret_proof provided in the API argument',
}

/** Returns the error of a proof. The live service has a code and words of its own for it (SIL-041). */
const proofRefused = (policy: BeyondPolicy, flaw: keyof typeof liveWords, message: string): CallError =>
  servesBeyond(policy)
    ? { code: 100, message: liveWords[flaw], verbatim: true, type: 'GraphMethodException', hint: message }
    : signature(message)

const CLOCK_HINT =
  '; fauxgraph proxy and fauxgraph serve --time real give the service the clock of this machine'

/** Returns the error of `appsecret_time`, in Unix seconds. */
function timeError(time: string, now: number, policy: BeyondPolicy): CallError | undefined {
  const seconds = /^\d{1,12}$/.test(time) ? Number(time) : Number.NaN
  const clock = Math.floor(now / 1000)
  if (Math.abs(seconds - clock) <= PROOF_SECONDS) return undefined
  return signature(
    `Param appsecret_time must be Unix seconds at most ${PROOF_SECONDS} seconds from the time of the ` +
      `service, ${clock}, got ${shown(time)}${servesBeyond(policy) ? CLOCK_HINT : ''}`,
  )
}

/**
 * Checks the `appsecret_proof` of a call. It may be left out, unless the app requires it. With
 * `appsecret_time`, the proof signs the token, a bar and that time, and is valid for five minutes (ERR-004;
 * SIL-041).
 *
 * @param at The virtual time, in Unix milliseconds, and the policy.
 */
export function proofError(
  call: ProvenCall,
  { app }: { readonly app: AppRow },
  at: { readonly now: number; readonly policy: BeyondPolicy },
): CallError | undefined {
  const { now, policy } = at
  const proof = sentText(call, 'appsecret_proof')
  if (proof === undefined)
    return app.requireProof && call.isProven !== true
      ? proofRefused(
          policy,
          'missing',
          `The app ${app.id} requires the parameter appsecret_proof in every call`,
        )
      : undefined
  const sentTime = sentText(call, 'appsecret_time')
  const time = sentTime === undefined ? undefined : String(sentTime)
  const late = time === undefined ? undefined : timeError(time, now, policy)
  if (late) return late
  const provable = call.tokens.length === 0 ? [''] : call.tokens
  const isProof = (token: string): boolean =>
    proof === appSecretProof(time === undefined ? token : `${token}|${time}`, app.secret)
  if (provable.some(isProof)) return undefined
  const signed = time === undefined ? 'the access token' : 'the access token, a bar and appsecret_time'
  return proofRefused(
    policy,
    'wrong',
    `Param appsecret_proof must be the HMAC-SHA256 of ${signed} under the app secret`,
  )
}
