import fc from 'fast-check'
import { stateHash } from '../../src/engine/state/hash.ts'
import { readState, type SnapshotState } from '../../src/engine/state/snapshot.ts'
import { service } from '../../src/machine/service-machine.ts'
import type { Snapshot } from '../../src/world/world.ts'

/** A place in a snapshot. */
type Path = readonly (string | number)[]

/** Every place in a value. */
function pathsOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path]
  return [path, ...Object.entries(value).flatMap(([key, member]) => pathsOf(member, [...path, key]))]
}

/** Stands for the removal of a value. */
const removed = Symbol('removed')
type Change = (old: unknown, siblings: readonly unknown[]) => unknown

const asList = (old: unknown): readonly unknown[] => (Array.isArray(old) ? old : [old])

/** Hostile values for a place of a snapshot, by name. */
const changes: Readonly<Record<string, Change>> = {
  missing: () => removed,
  null: () => null,
  'a list of null': () => [null],
  'an empty object': () => ({}),
  'an empty list': () => [],
  'an empty text': () => '',
  text: () => 'x',
  'another text': (old) => `${typeof old === 'string' ? old : ''}x`,
  'a huge text': () => 'x'.repeat(100_000),
  true: () => true,
  zero: () => 0,
  negative: (old) => (typeof old === 'number' ? -old : -1),
  'one more': (old) => (typeof old === 'number' ? old + 1 : 1),
  'one less': (old) => (typeof old === 'number' ? old - 1 : -1),
  'a fraction': () => 0.5,
  'a huge number': () => Number.MAX_SAFE_INTEGER,
  'beyond Date': () => 8_640_000_000_000_001,
  'the last instant': () => 253_402_300_799_999,
  'the largest number': () => Number.MAX_VALUE,
  'a dangling id': () => 999_999_999_999_998,
  'an id of another kind': (_old, siblings) =>
    siblings.find((one) => typeof one === 'number' && one > 1e14) ?? 1,
  'a prototype': () => JSON.parse('{"constructor":{"prototype":{}},"toString":1,"hasOwnProperty":null}'),
  'one item too many': (old) => [...asList(old), null],
  'every item twice': (old) => [...asList(old), ...asList(old)],
  'the wrong order': (old) => asList(old).toReversed(),
  'the first item alone': (old) => asList(old).slice(0, 1),
  'a member more': (old) => (typeof old === 'object' ? { ...old, extra: [1, { deep: null }] } : { extra: 1 }),
}

/** A mutation of one place of a snapshot. */
export interface Mutation {
  readonly path: Path
  readonly change: string
}

/** Groups places by their part of the state, because a log has more places than all other parts together. */
function partsOf(paths: readonly Path[]): readonly (readonly Path[])[] {
  const parts = new Map<string, Path[]>()
  for (const path of paths) {
    const [, part = '', name = '', third = ''] = path
    const key = name === 'notes' ? `${part}.${name}.${third}` : `${part}.${name}`
    parts.set(key, [...(parts.get(key) ?? []), path])
  }
  return [...parts.values()]
}

/** Generates mutations of up to three places of a snapshot. */
export function mutationsOf(snapshot: Snapshot): fc.Arbitrary<Mutation[]> {
  const parts = partsOf(pathsOf(snapshot.state).map((path) => ['state', ...path]))
  const rows = parts.find(([path]) => path?.[2] === 'rows') ?? []
  const path = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...rows) },
    { weight: 2, arbitrary: fc.constantFrom(...parts).chain((part) => fc.constantFrom(...part)) },
  )
  const mutation = fc.record({ path, change: fc.constantFrom(...Object.keys(changes)) })
  return fc.array(mutation, { minLength: 1, maxLength: 3 })
}

function changeAt(
  value: unknown,
  [key, ...rest]: Path,
  change: Change,
  siblings: readonly unknown[],
): unknown {
  if (key === undefined) return change(value, siblings)
  if (typeof value !== 'object' || value === null) return value
  const copy: Record<string, unknown> = Array.isArray(value) ? ([...value] as never) : { ...value }
  const changed = changeAt(copy[key], rest, change, Object.values(copy))
  if (changed !== removed) copy[key] = changed
  else if (Array.isArray(copy)) copy.splice(Number(key), 1)
  else delete copy[key]
  return copy
}

/** Applies mutations to a snapshot, and corrects its hash if the state can be read at all. */
export function mutated(snapshot: Snapshot, mutations: readonly Mutation[]): Snapshot {
  const changed = mutations.reduce<unknown>(
    (before, { path, change }) => changeAt(before, path, changes[change] as Change, []),
    snapshot,
  ) as Snapshot
  try {
    // A copy, because reading a state freezes it.
    const state = JSON.parse(JSON.stringify(changed.state)) as SnapshotState
    return { ...changed, hash: stateHash(readState(service.schema, state)) }
  } catch {
    return changed
  }
}

/** Replaces parts of a snapshot's state, and corrects its hash. */
export function rehashed(
  snapshot: Snapshot,
  change: (state: SnapshotState) => Partial<SnapshotState>,
): Snapshot {
  const copy = JSON.parse(JSON.stringify(snapshot)) as Snapshot
  const state = { ...copy.state, ...change(copy.state) }
  const frozen = JSON.parse(JSON.stringify(state)) as SnapshotState
  return { ...copy, state, hash: stateHash(readState(service.schema, frozen)) }
}
