import { cutText } from '../../engine/values/cut.ts'
import { adviceText } from '../../service/advice.ts'
import type { Advice } from '../../service/call-advice.ts'
import type { CallAnswer } from '../../service/call-answer.ts'
import { servesBeyond } from '../../service/contract/beyond.ts'
import { type GraphError, withoutCode } from '../../service/contract/errors.ts'
import { type CallLimit, usageOf } from '../../service/ledger/call-limit.ts'
import { type Policy, servesVersion } from '../../service/policy.ts'

/**
 * Returns the version header. An unknown version gets no header, because it may be any text of the caller.
 */
export const versionHeader = ({ version }: CallAnswer, policy: Policy): Record<string, string> =>
  servesVersion(policy, version) ? { 'facebook-api-version': version } : {}

/** Returns the header with the usage of the rate limit that a call counts for (SIL-187). */
function limitHeader(limit: CallLimit | undefined): Record<string, string> {
  if (!limit || limit.kind === 'app') return {}
  const { account, type, percent, minutes } = usageOf(limit)
  const used = { type, call_count: percent, estimated_time_to_regain_access: minutes }
  // A name that changes from call to call makes `JSON.stringify` ten times slower.
  return { 'x-business-use-case-usage': `{"${account}":[${JSON.stringify(used)}]}` }
}

/** Returns the usage of an app. It has no limit as a whole: only a fault rule says that it is used up. */
const appUsage = (percent: number): Record<string, string> => ({
  'x-app-usage': JSON.stringify({ call_count: percent, total_cputime: percent, total_time: percent }),
})

const noAppUsage = appUsage(0)
const wholeAppUsage = appUsage(100)

/**
 * Returns the header with which the live service tells the usage of an ad account, or of an app. The count of
 * an ad account is 0 when the last call has left its window.
 */
function liveUsageHeader(limit: CallLimit | undefined): Record<string, string> {
  if (limit?.kind === 'app') return wholeAppUsage
  if (limit?.accessLevel === undefined) return limit ? {} : noAppUsage
  const usage = {
    acc_id_util_pct: usageOf(limit).percent,
    reset_time_duration: limit.seconds,
    ads_api_access_tier: `${limit.accessLevel}_access`,
  }
  return { 'x-ad-account-usage': JSON.stringify(usage) }
}

/** Returns the headers with the usage of rate limits. A world beyond the description has more of them. */
export const usageHeaders = ({ limit }: CallAnswer, policy: Policy): Record<string, string> =>
  servesBeyond(policy) ? { ...limitHeader(limit), ...liveUsageHeader(limit) } : limitHeader(limit)

const notKept = { pragma: 'no-cache', expires: 'Sat, 01 Jan 2000 00:00:00 GMT' }
const privateAnswer = { 'cache-control': 'private, no-cache, no-store, must-revalidate', ...notKept }
const errorAnswer = { 'cache-control': 'no-store', ...notKept }

/** The types of errors that come with a challenge. */
const challengedTypes: readonly string[] = ['OAuthException', 'GraphMethodException']

const CHALLENGE_LENGTH_MAX = 500

/** Returns the text of an error between quotes, with the characters that a header may have there. */
function quotedMessage(message: string): string {
  const text = withoutCode({ message }).replaceAll('"', "'")
  return `"${cutText(text, CHALLENGE_LENGTH_MAX).replace(/[^ -~]/g, '?')}"`
}

/**
 * Returns the headers that only answers to the calls of a batch have, as at the live service (SIL-189). For
 * any other answer, the adapter decides which origins can read it.
 */
export const partHeaders = (policy: Policy): Record<string, string> =>
  servesBeyond(policy) ? { 'access-control-allow-origin': '*', vary: 'Accept-Encoding' } : {}

/** The revision of the service, a number at the live service. */
const REVISION = '1000000001'

/**
 * Returns the headers about caches and about the token, and those by which an answer is found again, which
 * only the live service describes (SIL-189).
 */
export function liveHeaders(policy: Policy, trace: string, error?: GraphError): Record<string, string> {
  if (!servesBeyond(policy)) return {}
  const traced = { 'x-fb-trace-id': trace, 'x-fb-rev': REVISION, 'x-fb-debug': trace }
  if (!error) return { ...privateAnswer, ...traced }
  if (!challengedTypes.includes(error.type)) return { ...errorAnswer, ...traced }
  const reason = error.code === 190 ? 'invalid_token' : 'invalid_request'
  const challenge = `OAuth "Facebook Platform" "${reason}" ${quotedMessage(error.message)}`
  return { 'www-authenticate': challenge, ...errorAnswer, ...traced }
}

/**
 * Returns the header with advice for the author of the client. It quotes the request, and a header may only
 * have ASCII.
 *
 * @param clock The time of the machine of the client, in Unix milliseconds.
 */
export function hintHeader(advice: Advice, clock: number | undefined): Record<string, string> {
  const hint = adviceText(advice, clock)
  return hint === undefined ? {} : { 'x-fauxgraph-hint': hint.replace(/[^ -~]/g, '?') }
}
