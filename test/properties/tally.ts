import { actions, endpoints } from '../../src/chapters/registry.ts'
import type { Input } from '../../src/engine/domain.ts'
import type { Play } from './play.ts'

/** How often an operation succeeded and was refused, and with which codes. */
export interface Count {
  succeeded: number
  refused: number
  readonly codes: Set<number>
}

const operations = [...Object.keys(endpoints), ...Object.keys(actions)]

/** The operation that an input itself names. */
function nameOf({ type, name, operation }: Input): string | undefined {
  const named = type === 'action' ? name : type === 'call' ? operation : undefined
  return typeof named === 'string' ? named : undefined
}

/** Counts what the operations of the service came to. */
export function tallyOf(): { readonly counts: ReadonlyMap<string, Count>; add(play: Play): void } {
  const counts = new Map<string, Count>(
    operations.map((name) => [name, { succeeded: 0, refused: 0, codes: new Set() }]),
  )
  return {
    counts,
    add({ steps }) {
      for (const { input, answer, outcome } of steps) {
        const name = nameOf(input) ?? answer?.operation
        const count = name === undefined ? undefined : counts.get(name)
        if (!count) continue
        if (outcome.ok) count.succeeded += 1
        else {
          count.refused += 1
          count.codes.add(outcome.error.code)
        }
      }
    },
  }
}

/** The tally as a table, for whoever wants to see how much a run proves. */
export const tallyText = (counts: ReadonlyMap<string, Count>): string =>
  [...counts]
    .map(([name, { succeeded, refused, codes }]) => {
      const rate = Math.round((100 * succeeded) / Math.max(1, succeeded + refused))
      return `${name.padEnd(22)} ${succeeded} of ${succeeded + refused} (${rate} %) ${[...codes].sort().join(' ')}`
    })
    .join('\n')
