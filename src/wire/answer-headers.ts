import { cutText } from '../engine/cut.ts'
import type { CallAnswer } from '../graph/call-answer.ts'
import { usageOf } from '../graph/ledger/call-limit.ts'
import { type Policy, servesVersion } from '../graph/policy.ts'

/**
 * Returns the version header. An unknown version gets no header, because it may be any text of the caller.
 */
export const versionHeader = ({ version }: CallAnswer, policy: Policy): Record<string, string> =>
  servesVersion(policy, version) ? { 'facebook-api-version': version } : {}

/** Returns the header with the usage of the rate limit that a call counts for (SIL-187). */
export function usageHeaders({ limit }: CallAnswer): Record<string, string> {
  if (!limit) return {}
  const { account, type, percent, minutes } = usageOf(limit)
  const used = { type, call_count: percent, estimated_time_to_regain_access: minutes }
  // A name that changes from call to call makes `JSON.stringify` ten times slower.
  return { 'x-business-use-case-usage': `{"${account}":[${JSON.stringify(used)}]}` }
}

const HINT_LENGTH_MAX = 1_000

/**
 * Returns the header with advice for the author of the client. It quotes the request, and a header may only
 * have ASCII.
 */
export const hintHeader = (hint: string | undefined): Record<string, string> =>
  hint === undefined ? {} : { 'x-fauxgraph-hint': cutText(hint, HINT_LENGTH_MAX).replace(/[^ -~]/g, '?') }
