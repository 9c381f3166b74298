import type { Json } from '../../../engine/values/guard.ts'
import { isRecord } from '../../../engine/values/plain-object.ts'
import type { Run } from '../../run/run.ts'
import { mirroredIn } from '../../search/play/ending.ts'
import type { Played } from '../../search/play/play.ts'
import { difference } from './difference.ts'

/**
 * The members of mirrors that differ between two runs without faults, such as random keys: by mirror, as
 * names such as `lead.key`.
 */
export type Unsteady = ReadonlyMap<string, ReadonlySet<string>>

/** Applies a function to the texts and numbers of a value, with the names that lead to each. */
function mapLeaves(value: Json, change: (name: string, leaf: Json) => Json, name = ''): Json {
  if (Array.isArray(value)) return value.map((item) => mapLeaves(item, change, name))
  if (!isRecord(value)) return change(name, value)
  const under = name === '' ? '' : `${name}.`
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, mapLeaves(member, change, `${under}${key}`)]),
  )
}

/** Returns true for a text or a number. A member that is missing or empty differs from every other. */
const isFilled = (leaf: Json): boolean =>
  typeof leaf === 'number' || (typeof leaf === 'string' && leaf !== '')

/** The placeholder of a member that is not compared: the ids of rows in it, by which a lost fact is found. */
function placeholderOf(leaf: Json, { labels, world }: Run): string {
  const ids = String(leaf).match(/\d{15,}/g) ?? []
  const known = ids.filter((id) => labels.has(Number(id)) || world.state.graph.rows.get(Number(id)))
  return known.length === 0 ? 'random' : known.join(' ')
}

/** A run whose mirrors have one text for all values of the members that are not compared. */
export function steady(played: Played, unsteady: Unsteady): Played {
  const { ending, run } = played
  if (!ending || unsteady.size === 0) return played
  const entries = Object.fromEntries(
    [...unsteady].map(([mirror, names]) => {
      const raw = (ending.raw[mirror] ?? []).map((text): Json => JSON.parse(text))
      const change = (name: string, leaf: Json) =>
        names.has(name) && isFilled(leaf) ? placeholderOf(leaf, run) : leaf
      return [mirror, raw.map((entry) => mapLeaves(entry, change))]
    }),
  )
  const unnamed = { labels: new Map(), firstId: Number.POSITIVE_INFINITY }
  const mirrors = { ...ending.mirrors, ...mirroredIn(run, entries) }
  const raw = { ...ending.raw, ...mirroredIn(unnamed, entries) }
  return { ...played, ending: { ...ending, mirrors, raw } }
}

/** The texts and numbers of each member in the entries of a mirror. */
function valuesOf(entries: readonly string[]): Map<string, string[]> {
  const values = new Map<string, string[]>()
  for (const entry of entries)
    mapLeaves(JSON.parse(entry), (name, leaf) => {
      if (name !== '' && isFilled(leaf)) values.set(name, [...(values.get(name) ?? []), JSON.stringify(leaf)])
      return leaf
    })
  return values
}

/** Returns true if a mirror holds the same in two runs, in any order. */
export const holdsAlike = (mirror: string, one: Played, other: Played): boolean =>
  difference(one.ending?.mirrors[mirror] ?? [], other.ending?.mirrors[mirror] ?? []) === undefined

/**
 * Finds the members without which the mirrors of two runs of one story hold the same. Each has other values
 * in each run: one that has some of the same, such as a status, may differ because of a race.
 */
export function unsteadyIn(one: Played, other: Played): Unsteady {
  const found = new Map<string, ReadonlySet<string>>()
  for (const [mirror, entries] of Object.entries(one.ending?.mirrors ?? {})) {
    if (holdsAlike(mirror, one, other)) continue
    const [here, there] = [valuesOf(entries), valuesOf(other.ending?.mirrors[mirror] ?? [])]
    const names = [...here].filter(
      ([name, values]) => !values.some((value) => there.get(name)?.includes(value)),
    )
    const without = new Map([[mirror, new Set(names.map(([name]) => name))]])
    if (!holdsAlike(mirror, steady(one, without), steady(other, without))) continue
    for (const [name, members] of without) found.set(name, members)
  }
  return found
}

/** Says of each member that is not compared why it is not. */
export const unsteadyNotes = (unsteady: Unsteady): string[] =>
  [...unsteady].flatMap(([mirror, names]) =>
    [...names].map((name) => `${mirror}.${name} differs between two runs without faults: it is not compared`),
  )
