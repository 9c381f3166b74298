import { isLimitCode } from '../../../service/contract/limit-codes.ts'
import type { Played } from '../play/play.ts'

/** Whether one piece of work made calls before and after those of another. */
function haveOverlapped(calls: readonly { readonly invocation: string }[]): boolean {
  // A run may have thousands of calls: each is looked at once.
  const left = new Set<string>()
  let last: string | undefined
  for (const { invocation } of calls) {
    if (invocation === last) continue
    if (left.has(invocation)) return true
    if (last !== undefined) left.add(last)
    last = invocation
  }
  return false
}

/** The built-in conditions that were true in a run: what the exploration really tried. */
export function seenIn({ run }: Played): string[] {
  const { calls, acted } = run
  const did = (what: string) => [...acted].some(({ harm }) => harm.do === what)
  const conditions: readonly (readonly [string, boolean])[] = [
    ['a second page was read', calls.some(({ params }) => params['after'] !== undefined)],
    ['a notice came twice', did('twice') || did('again later')],
    ['a notice came late', did('late')],
    ['notices came in another order', did('after the next')],
    ['an answer was lost after the call took effect', did('answer lost')],
    ['a token was refused', calls.some(({ code }) => code === 190)],
    ['a limit was reached', calls.some(({ code }) => code !== undefined && isLimitCode(code))],
    ['a list was too large for one page', did('too large')],
    ['a page was empty and had more after it', did('empty page')],
    ['a page was shorter than its limit', did('short page')],
    ['a cursor had expired', did('cursor expired')],
    ['media were processed for a time', did('processing')],
    ['the process died', run.epochs > run.slots.length],
    ['another version was deployed', did('deploy')],
    ['two pieces of work overlapped', haveOverlapped(calls)],
    ['a fact happened during a walk', did('meanwhile')],
  ]
  return conditions.filter(([, holds]) => holds).map(([name]) => name)
}
