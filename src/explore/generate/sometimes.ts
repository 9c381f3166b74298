import { isLimitCode } from '../../graph/contract/limit-codes.ts'
import type { Played } from '../play/play.ts'

/** The built-in conditions that were true in a run: what the exploration really tried. */
export function seenIn({ run }: Played): string[] {
  const { calls, acted, invocations } = run
  const did = (what: string) => [...acted].some(({ harm }) => harm.do === what)
  const overlaps = invocations.some((one) =>
    calls.some(
      (call, index) =>
        call.invocation === one.id &&
        calls[index + 1] &&
        calls[index + 1]?.invocation !== one.id &&
        calls.slice(index + 2).some(({ invocation }) => invocation === one.id),
    ),
  )
  const conditions: readonly (readonly [string, boolean])[] = [
    ['a second page was read', calls.some(({ params }) => params['after'] !== undefined)],
    ['a notice came twice', did('twice') || did('again later')],
    ['a notice came late', did('late')],
    ['notices came in another order', did('after the next')],
    ['an answer was lost after the call took effect', did('answer lost')],
    ['a token was refused', calls.some(({ code }) => code === 190)],
    ['a limit was reached', calls.some(({ code }) => code !== undefined && isLimitCode(code))],
    ['the process died', run.epochs > run.slots.length],
    ['another version was deployed', did('deploy')],
    ['two pieces of work overlapped', overlaps],
    ['a fact happened during a walk', did('meanwhile')],
  ]
  return conditions.filter(([, holds]) => holds).map(([name]) => name)
}
