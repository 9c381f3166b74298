import { mentions, unquoted } from './difference.ts'
import type { Finding } from './judge.ts'
import type { Ending } from './run/ending.ts'
import type { Played } from './run/play.ts'

/**
 * What the first gentle run shows of the mirrors: the kinds of facts that each holds completely, and whether
 * it holds each entry once. Later runs must do the same.
 */
export interface Expectation {
  readonly complete: ReadonlyMap<string, ReadonlySet<string>>
  readonly once: ReadonlySet<string>
}

const nounOf = (label: string): string => label.slice(0, label.lastIndexOf(' '))

const isMain = (label: string): boolean => !label.endsWith(')')

const holds = (entries: readonly string[], label: string): boolean =>
  entries.some((entry) => mentions(entry, [label]))

const isOnce = (entries: readonly string[]): boolean => new Set(entries).size === entries.length

/** Learns from a gentle run what the mirrors hold. */
export function learn({ ending, run, tables }: Played): Expectation {
  const complete = new Map<string, Set<string>>()
  const once = new Set<string>()
  const labels = [...run.labels.values()].filter((label) => isMain(label) && ending?.visible.has(label))
  for (const [name, entries] of Object.entries(ending?.mirrors ?? {})) {
    const nouns = new Set(labels.map(nounOf))
    const whole = [...nouns].filter((noun) =>
      labels.filter((label) => nounOf(label) === noun).every((label) => holds(entries, label)),
    )
    complete.set(name, new Set(whole))
    // Rows of a table may be equal once keys and times are left out.
    if (isOnce(entries) && !tables.includes(name)) once.add(name)
  }
  return { complete, once }
}

function missing(ending: Ending, labels: readonly string[], { complete }: Expectation): Finding | undefined {
  for (const [name, entries] of Object.entries(ending.mirrors)) {
    const nouns = complete.get(name) ?? new Set()
    const lost = labels.filter((label) => nouns.has(nounOf(label)) && !holds(entries, label))
    if (lost.length === 0) continue
    const shown = `${lost.slice(0, 5).join(', ')}${lost.length > 5 ? ` and ${lost.length - 5} more` : ''}`
    return {
      oracle: 'lost',
      kind: `${name} lost`,
      title: `${name} lost ${shown}`,
      details: [
        `${name} holds ${entries.length} entries; every other ${nounOf(lost[0] ?? '')} was found in it`,
      ],
    }
  }
  return undefined
}

/** Compares the mirrors of a run with what was learned. */
export function unexpected(
  { ending, run }: Played,
  expectation: Expectation | undefined,
): Finding | undefined {
  if (!ending || !expectation) return undefined
  const labels = [...run.labels.values()].filter((label) => isMain(label) && ending.visible.has(label))
  const lost = missing(ending, labels, expectation)
  if (lost) return lost
  for (const name of expectation.once) {
    const entries = ending.mirrors[name] ?? []
    if (isOnce(entries)) continue
    const twice = entries.find((entry, place) => entries.indexOf(entry) !== place) ?? ''
    const title = `${name} has ${unquoted(twice).slice(0, 160)} twice`
    return { oracle: 'twice', kind: `${name} twice`, title, details: [] }
  }
  return undefined
}
