import type { CheckVerdict } from '../../world/handle/refusal.ts'

/**
 * Writes the checks of a call: those that passed, the one that failed, and those that were not reached. The
 * rows of the requirements stand in `world.why` alone.
 */
export function checksText(checks: readonly CheckVerdict[]): string[] {
  const of = (verdict: CheckVerdict['verdict']) => checks.filter((check) => check.verdict === verdict)
  const list = (verdict: CheckVerdict['verdict']) =>
    of(verdict)
      .map(({ name }) => name)
      .join(', ') || 'none'
  const failed = of('failed').map(({ name, chapter }) => `${name} (${chapter})`)
  return [
    `checks that passed: ${list('passed')}`,
    `check that failed: ${failed.join() || 'none'}`,
    `checks not reached: ${list('not reached')}`,
  ]
}
