import type { CallProgress } from './call-progress.ts'
import { servesBeyond } from './contract/beyond.ts'
import { checks, type RefusedCheck } from './pipeline.ts'
import type { Policy } from './policy.ts'
import type { Tx } from './routes/context.ts'

/** The checks whose result depends on the policy, and that change nothing. */
const repeatable = new Set(['token', 'node', 'permission', 'parameters'])

/** Returns a call as it was before its checks, in a world that does what the live service does. */
function atPlatform(progress: CallProgress): CallProgress {
  const policy: Policy = { ...progress.policy, beyond: 'serve', jsonQuotes: 'any' }
  const tx: Tx = Object.create(progress.tx, { settings: { value: policy } })
  return { ...progress, policy, tx, route: undefined, caller: undefined, context: undefined, effects: {} }
}

/** Whether a call that the description refuses would pass the same check under the policy of the platform. */
export function isTakenByPlatform(progress: CallProgress, { check: { name } }: RefusedCheck): boolean {
  if (servesBeyond(progress.policy) || !repeatable.has(name)) return false
  const again = atPlatform(progress)
  for (const check of checks) {
    if (!repeatable.has(check.name)) continue
    const error = check.errorOf(again)
    // A call without a token is refused before its path is looked at.
    if (again.route && !progress.route) return true
    if (error) return false
    if (check.name === name) return true
  }
  return false
}
