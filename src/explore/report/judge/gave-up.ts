import type { Json } from '../../../engine/values/guard.ts'
import { isPlainObject } from '../../../engine/values/plain-object.ts'
import { PLACEHOLDERS } from '../../io/stores/tables.ts'
import type { ExploreOptions } from '../../run/options/options.ts'
import type { Ending } from '../../search/play/ending.ts'
import { brief, lacking, unquoted } from './difference.ts'
import type { Finding } from './finding.ts'
import { rowNames } from './judge-world.ts'

const failed = /^(failed|failure|error|errored|gave[ _-]?up|given[ _-]?up|dead|abandoned)$/i
const ofFailures = /fail|dead|error|gave|given/i
const status = /^(status|state|result|outcome)$/i

/** Whether an entry says that the code under test gave up, as programs usually say it. */
function looksGivenUp(entry: Json, mirror: string): boolean {
  if (ofFailures.test(mirror)) return true
  return (
    isPlainObject(entry) &&
    Object.entries(entry).some(
      ([name, value]) => status.test(name) && typeof value === 'string' && failed.test(value),
    )
  )
}

type GaveUp = NonNullable<ExploreOptions['gaveUp']>

/** Whether a text is the id of a row that owns others, such as a page. */
type IsOwner = (text: string) => boolean

/** The texts of an entry that may tell which piece of work it is about. */
function textsOf(entry: unknown): string[] {
  if (typeof entry === 'string') return entry.length > 1 && !PLACEHOLDERS.has(entry) ? [entry] : []
  if (typeof entry !== 'object' || entry === null) return []
  const members = Object.entries(entry).filter(([name]) => !status.test(name) && !/error|reason/i.test(name))
  return members.flatMap(([, value]) => textsOf(value))
}

/** The texts that tell which piece of work an entry is about: not its page, if it says anything else. */
function subjectsOf(text: string, isOwner: IsOwner): Set<string> {
  const texts = textsOf(JSON.parse(text))
  const own = texts.filter((one) => !isOwner(one))
  return new Set(own.length > 0 ? own : texts)
}

/** The entries of a mirror that say that the work on them was given up. */
const givenUpIn = (mirror: string, texts: readonly string[], says: GaveUp): string[] =>
  texts.filter((text) => says(JSON.parse(text), mirror))

/** The entry of the baseline run that is about the same piece of work. */
function counterpart(subjects: ReadonlySet<string>, others: readonly string[]): string | undefined {
  const shared = (other: string) => textsOf(JSON.parse(other)).filter((one) => subjects.has(one)).length
  const [best] = others.map((other) => [shared(other), other] as const).sort(([a], [b]) => b - a)
  return best !== undefined && best[0] > 0 ? best[1] : undefined
}

/** The work that a run gave up, and the two endings without it. */
export interface Forgiven {
  readonly actual: Ending
  readonly expected: Ending
  /** An entry says that the work failed, although its result is in the world. */
  readonly live: Finding | undefined
}

const holds = (row: string, subjects: ReadonlySet<string>): boolean =>
  textsOf(JSON.parse(row)).some((one) => subjects.has(one))

/** The subjects that fewest rows hold, and at least one: what many hold, such as a status, tells nothing. */
function rarest(rows: readonly string[], subjects: ReadonlySet<string>): Set<string> {
  const counted = [...subjects].map(
    (one) => [one, rows.filter((row) => holds(row, new Set([one]))).length] as const,
  )
  const held = counted.filter(([, count]) => count > 0)
  const fewest = Math.min(...held.map(([, count]) => count))
  return new Set(held.filter(([, count]) => count === fewest).map(([one]) => one))
}

const liveFinding = (mirror: string, entry: string, row: string): Finding => ({
  oracle: 'gave up',
  kind: `${mirror} failed but done`,
  title: `${mirror} says that work failed, although its result is in the world`,
  details: [`${mirror}: ${unquoted(brief([entry]))}`, `in the world: ${rowNames([row])}`],
})

/**
 * Leaves the work out of two endings that a run gave up and recorded as failed: it is no loss. What the
 * baseline run gave up too is compared.
 */
export function forgive(
  actual: Ending,
  expected: Ending,
  isOwner: IsOwner,
  says: GaveUp = looksGivenUp,
): Forgiven {
  const mirrors = { ...actual.mirrors }
  const expectedMirrors = { ...expected.mirrors }
  let { made } = expected
  let live: Finding | undefined
  const sets: ReadonlySet<string>[] = []
  for (const [name, here] of Object.entries(actual.mirrors)) {
    const given = lacking(givenUpIn(name, here, says), expected.mirrors[name] ?? [])
    mirrors[name] = lacking(mirrors[name] ?? [], given)
    for (const text of given) {
      const subjects = subjectsOf(text, isOwner)
      sets.push(subjects)
      const telling = rarest(expected.made, subjects)
      const wanted = expected.made.filter((row) => holds(row, telling))
      const there = actual.made.filter((row) => holds(row, telling))
      const [row] = there
      if (row !== undefined && wanted.length > 0 && there.length >= wanted.length)
        live ??= liveFinding(name, text, row)
      const missing = lacking(wanted, there)
      // A post that was given up takes what is below it along, such as its first comment.
      const below = missing.flatMap((row) => expected.below(row))
      made = lacking(made, [...missing, ...lacking(below, actual.made)])
    }
  }
  for (const [name, there] of Object.entries(expected.mirrors)) {
    for (const subjects of sets) {
      const missing = lacking(expectedMirrors[name] ?? there, mirrors[name] ?? [])
      const twin = counterpart(subjects, missing)
      if (twin !== undefined) expectedMirrors[name] = lacking(expectedMirrors[name] ?? there, [twin])
    }
  }
  return {
    actual: { ...actual, mirrors },
    expected: { ...expected, mirrors: expectedMirrors, made },
    live,
  }
}
