import type { Json } from '../engine/guard.ts'
import { isPlainObject } from '../engine/plain-object.ts'
import { lacking } from './difference.ts'
import type { Finding } from './judge.ts'
import type { ExploreOptions } from './options.ts'
import type { Ending } from './run/ending.ts'

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

/** The texts that tell which piece of work an entry is about. */
function subjectsOf(entry: unknown): Set<string> {
  if (typeof entry === 'string') return new Set(entry.length > 1 ? [entry] : [])
  if (typeof entry !== 'object' || entry === null) return new Set()
  const members = Object.entries(entry).filter(([name]) => !status.test(name) && !/error|reason/i.test(name))
  return new Set(members.flatMap(([, value]) => [...subjectsOf(value)]))
}

/** The entries of a mirror that say that the work on them was given up. */
const givenUpIn = (mirror: string, texts: readonly string[], says: GaveUp): string[] =>
  texts.filter((text) => says(JSON.parse(text), mirror))

/** The entry of the gentle run that is about the same piece of work. */
function counterpart(subjects: ReadonlySet<string>, others: readonly string[]): string | undefined {
  const shared = (other: string) =>
    [...subjectsOf(JSON.parse(other))].filter((one) => subjects.has(one)).length
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

const rowsAbout = (made: readonly string[], subjects: ReadonlySet<string>): string[] =>
  made.filter((text) => [...subjectsOf(JSON.parse(text))].some((one) => subjects.has(one)))

const liveFinding = (mirror: string, entry: string, row: string): Finding => ({
  oracle: 'gave up',
  kind: `${mirror} failed but done`,
  title: `${mirror} says that work failed, although its result is in the world`,
  details: [`${mirror}: ${entry}`, `in the world: ${row}`],
})

/**
 * Leaves the work out of two endings that a run gave up and recorded as failed: it is no loss. What the
 * gentle run gave up too is compared.
 */
export function forgive(actual: Ending, expected: Ending, says: GaveUp = looksGivenUp): Forgiven {
  const mirrors = { ...actual.mirrors }
  const expectedMirrors = { ...expected.mirrors }
  let { made } = expected
  let live: Finding | undefined
  const sets: ReadonlySet<string>[] = []
  for (const [name, here] of Object.entries(actual.mirrors)) {
    const given = lacking(givenUpIn(name, here, says), expected.mirrors[name] ?? [])
    mirrors[name] = lacking(mirrors[name] ?? [], given)
    for (const text of given) {
      const subjects = subjectsOf(JSON.parse(text))
      sets.push(subjects)
      const wanted = rowsAbout(expected.made, subjects)
      const there = rowsAbout(actual.made, subjects)
      const [row] = there
      if (row !== undefined && wanted.length > 0 && there.length >= wanted.length)
        live ??= liveFinding(name, text, row)
      made = lacking(made, lacking(wanted, there))
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
