import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from '../../src/engine/schema/zod.ts'
import { open } from '../../src/engine/state/draft.ts'
import { indexesOf } from '../../src/engine/state/edge.ts'
import { graphHash, stateHash } from '../../src/engine/state/hash.ts'
import { outcomeDigest } from '../../src/engine/state/history.ts'
import { restore, SNAPSHOT_FORMAT, snapshot } from '../../src/engine/state/snapshot.ts'
import type { State } from '../../src/engine/state/state.ts'
import type { Json } from '../../src/engine/values/guard.ts'
import { scale } from '../chance.ts'
import { poisonedFunction } from '../poison.ts'
import { cachedHash, freshHash, photograph, problemsOf, thawed } from './audit.ts'
import { after, anyStory, play } from './story.ts'
import { codes, fresh, type Library, toy } from './toy.ts'

const runs = { numRuns: 60 * scale }
const read = poisonedFunction((value: unknown) => restore(toy.schema, value))
const write = poisonedFunction(snapshot)

function restored(value: unknown): State {
  const result = read(value)
  if (!result.ok) throw new Error(result.problem)
  return result.state
}

const overWire = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

/** A world with something in every part of it. */
const rich = after(fresh(), [
  { type: 'build', name: 'poems', room: 'east', public: true },
  { type: 'build', name: 'maps', room: 'west', public: false },
  { type: 'shelve', shelf: 0, title: 'a', pages: 3, authors: ['x', 'y'], extra: { deep: [1, 'two', null] } },
  { type: 'shelve', shelf: 1, title: 'b', pages: 9, authors: [] },
  { type: 'cover', book: 0, bytes: { $base64: 'Zm9v' } },
  { type: 'lend', book: 1, reader: 'r', for: 60 },
  { type: 'draw', stream: 'tickets', length: 3 },
  { type: 'note', name: 'n', text: { a: [true] }, by: 2 },
  { type: 'refuse', book: 1 },
])

describe('a snapshot restored', () => {
  test('has the same hash and the same future', () => {
    fc.assert(
      fc.property(anyStory, anyStory, (story, future) => {
        const state = after(fresh(), story)
        const again = restored(overWire(write(state)))
        expect(stateHash(again)).toBe(stateHash(state))
        expect(freshHash(again)).toBe(cachedHash(again))
        expect(JSON.parse(photograph(again))).toEqual(JSON.parse(photograph(state)))
        const lived = (from: State) =>
          play(from, future).map((step) => [stateHash(step.state), outcomeDigest(step.outcome), step.events])
        expect(lived(again)).toEqual(lived(state))
      }),
      { numRuns: 30 * scale },
    )
  })

  test('has its edges, counts and walks', () => {
    fc.assert(
      fc.property(anyStory, (story) => {
        const again = restored(write(after(fresh(), story)))
        expect(problemsOf(again)).toEqual([])
        expect(thawed(again)).toBeUndefined()
      }),
      { numRuns: 40 * scale },
    )
  })

  test('loaded by an input gives the same world with the same future', () => {
    const step = toy.step(fresh({ seed: 'other' }), { type: 'load', snapshot: write(rich) })
    expect(step.outcome).toEqual({ ok: true, value: {} })
    expect(stateHash(step.state)).toBe(stateHash(rich))
  })

  test('loaded by an invalid input is refused', () => {
    const { hash: _, ...headless } = write(rich)
    const step = toy.step(rich, { type: 'load', snapshot: headless })
    expect(step.outcome).toMatchObject({ ok: false, error: { code: codes.malformed } })
    expect(step.state.graph).toBe(rich.graph)
  })

  test('is the same for any order of keys and rows', () => {
    const shuffled = (value: unknown, random: () => number): unknown => {
      if (typeof value !== 'object' || value === null) return value
      if (Array.isArray(value)) return value.map((member) => shuffled(member, random))
      const members = Object.entries(value).map(([key, member]) => [random(), key, member] as const)
      members.sort(([left], [right]) => left - right)
      return Object.fromEntries(members.map(([, key, member]) => [key, shuffled(member, random)]))
    }
    fc.assert(
      fc.property(anyStory, fc.infiniteStream(fc.nat()), (story, numbers) => {
        const random = () => numbers.next().value
        const state = after(fresh(), story)
        const written = shuffled(overWire(write(state)), random) as ReturnType<typeof snapshot>
        const { rows, blobs } = written.state.graph
        rows.sort(() => (random() % 3) - 1)
        blobs.reverse()
        const again = restored(written)
        expect(stateHash(again)).toBe(stateHash(state))
        expect(problemsOf(again)).toEqual([])
      }),
      { numRuns: 40 * scale },
    )
  })

  test('shares the rows of a snapshot of this process, and copies those of any other', () => {
    const rowsOf = ({ graph }: State) => [...graph.rows.values()]
    const own = rowsOf(restored(write(rich)))
    expect(own.every((row, index) => row === rowsOf(rich)[index])).toBe(true)
    const other = rowsOf(restored(overWire(write(rich))))
    expect(other).toEqual(own)
    expect(other.some((row) => own.includes(row))).toBe(false)
  })

  test('has its shared rows checked by the tables of the world that reads it', () => {
    const { shelves } = toy.schema
    if (!shelves) throw new Error('The library has no shelves')
    const changed = { ...toy.schema, shelves: { ...shelves, row: z.object({ title: z.string() }) } }
    const written = write(rich)
    expect(restore(toy.schema, written)).toMatchObject({ ok: true })
    expect(restore(changed, written)).toMatchObject({ problem: expect.stringContaining('of shelves: title') })
    expect(restore(toy.schema, written)).toMatchObject({ ok: true })
  })

  test('may contain values as deep as those of any input', () => {
    let extra: Json = 1
    for (let depth = 0; depth < 97; depth++) extra = [extra]
    const deep = { type: 'shelve', shelf: 0, title: 'deep', pages: 1, authors: [], extra }
    const state = after(rich, [
      deep,
      { type: 'plan', in: 5, key: 'k', input: { type: 'open', settings: extra } },
    ])
    expect(state.graph.rows.size).toBe(rich.graph.rows.size + 2)
    const written = overWire(write(state))
    expect(stateHash(restored(written))).toBe(stateHash(state))
    const loaded = toy.step(fresh(), { type: 'load', snapshot: written })
    expect(stateHash(loaded.state)).toBe(stateHash(state))
  })

  test('may contain more values than any other input', () => {
    const extra = Array.from({ length: 1_900_000 }, () => 0)
    const book = { type: 'shelve', shelf: 0, title: 'long', pages: 1, authors: [], extra }
    const state = after(rich, [book, book])
    expect(stateHash(after(fresh(), [{ type: 'load', snapshot: write(state) }]))).toBe(stateHash(state))
  })
})

describe('a snapshot', () => {
  test('is plain JSON', () => {
    fc.assert(
      fc.property(anyStory, (story) => {
        const written = write(after(fresh(), story))
        expect(isDeepStrictEqual(overWire(written), written)).toBe(true)
      }),
      runs,
    )
  })

  test('names its format and the hash of the whole state', () => {
    expect(write(rich)).toMatchObject({ format: SNAPSHOT_FORMAT, hash: stateHash(rich) })
  })

  test('shares no object with the state', () => {
    const before = photograph(rich)
    const scramble = (value: unknown): void => {
      if (typeof value !== 'object' || value === null) return
      for (const member of Object.values(value)) scramble(member)
      if (Object.isFrozen(value)) return
      if (Array.isArray(value)) value.push('scrambled')
      for (const key of Object.keys(value)) Reflect.set(value, key, 'scrambled')
    }
    scramble(write(rich))
    expect(photograph(rich)).toBe(before)
  })

  test('without bytes keeps the hash, and marks the content as left out', () => {
    const [[name] = ['']] = [...rich.graph.blobs.entries()]
    const written = write(rich, { bytes: 'omit' })
    expect(written.state.graph.blobs).toEqual([{ digest: name, length: 3, uses: 1, base64: '' }])
    const [blob] = written.state.graph.blobs
    const longer = { ...written.state.graph, blobs: [{ ...blob, length: 4 }] }
    expect(read({ ...written, state: { ...written.state, graph: longer } }).ok).toBe(false)
    const again = restored(written)
    expect(stateHash(again)).toBe(stateHash(rich))
    const tx = open<Library>(again.graph, indexesOf(toy.schema))
    expect(tx.blob(name)).toBeUndefined()
    expect(tx.keep(new TextEncoder().encode('foo'))).toBe(name)
    expect(tx.blob(name)).toEqual(new TextEncoder().encode('foo'))
  })
})

describe('a value that is not a snapshot', () => {
  const problem = (value: unknown): string => {
    const result = read(value)
    return result.ok ? 'none' : result.problem
  }
  const changed = (change: (state: ReturnType<typeof snapshot>['state']) => void) => {
    const written = structuredClone(write(rich))
    change(written.state)
    return written
  }

  test.each<[string, unknown, string]>([
    ['nothing', undefined, 'not plain JSON'],
    ['an empty object', {}, 'cannot be read: format'],
    ['another format', { ...write(rich), format: SNAPSHOT_FORMAT + 1 }, 'cannot be read: format'],
    ['another hash', { ...write(rich), hash: '0'.repeat(64) }, 'does not have the hash'],
    ['a row fewer', changed(({ graph }) => graph.rows.pop()), 'does not have the hash'],
    ['a row twice', changed(({ graph }) => graph.rows.push(graph.rows[0] as never)), 'has not assigned'],
    [
      'a row of no table',
      changed(({ graph }) => graph.rows.push({ id: 1, kind: 'cat' })),
      'unknown kind cat',
    ],
    [
      'a row of a member',
      changed(({ graph }) => graph.rows.push({ id: 1, kind: 'toString' })),
      'unknown kind',
    ],
    ['a row without a member', changed(({ graph }) => graph.rows.push({ id: 1, kind: 'shelves' })), 'name'],
    [
      'an id still to come',
      changed(({ graph }) => Reflect.set(graph, 'nextId', graph.rows[0]?.id)),
      'has not assigned',
    ],
    ['a short stream', changed(({ graph }) => graph.streams['tickets']?.pop()), 'streams.tickets'],
    [
      'other bytes',
      changed(({ graph }) => Reflect.set(graph.blobs[0] as object, 'base64', 'Zm9w')),
      'does not match its content',
    ],
    [
      'no base64',
      changed(({ graph }) => Reflect.set(graph.blobs[0] as object, 'base64', '!')),
      'does not match its content',
    ],
    [
      'a cycle',
      (() => {
        const value: unknown[] = []
        value.push(value)
        return value
      })(),
      'contains itself',
    ],
  ])('%s: the problem is named', (_, value, expected) => {
    expect(problem(value)).toContain(expected)
  })

  test('gives a problem and never throws', () => {
    const anything = fc.anything({
      withBigInt: true,
      withDate: true,
      withMap: true,
      withSet: true,
      withTypedArray: true,
    })
    const { graph, ledger } = write(rich).state
    fc.assert(
      fc.property(anything, (value) => {
        for (const hostile of [
          value,
          { ...write(rich), state: value },
          { ...write(rich), state: { graph: value, ledger } },
          { ...write(rich), state: { graph, ledger: value } },
          { ...write(rich), state: { graph: { ...graph, rows: [value] }, ledger } },
        ]) {
          expect(read(hostile).ok).toBe(false)
        }
      }),
      { numRuns: 250 * scale },
    )
  })

  type Path = readonly (string | number)[]
  const pathsOf = (value: unknown, path: Path = []): Path[] =>
    typeof value === 'object' && value !== null
      ? [path, ...Object.entries(value).flatMap(([key, member]) => pathsOf(member, [...path, key]))]
      : [path]
  const replaced = (value: unknown, [key, ...rest]: Path, by: (old: unknown) => unknown): unknown => {
    if (key === undefined) return by(value)
    const copy = Array.isArray(value) ? [...value] : { ...Object(value) }
    const member = replaced(copy[key], rest, by)
    if (member !== undefined) copy[key] = member
    else if (Array.isArray(copy)) copy.splice(Number(key), 1)
    else delete copy[key]
    return copy
  }
  const written = overWire(write(rich))

  test.each<[string, (old: unknown) => unknown]>([
    ['left out', () => undefined],
    ['null', (old) => (old === null ? 0 : null)],
    ['a text', (old) => (typeof old === 'string' ? `${old}x` : 'x')],
    ['a number', (old) => (typeof old === 'number' ? old + 1 : 1)],
    ['a number less', (old) => (typeof old === 'number' ? old - 1 : -1)],
    ['a fraction', (old) => (typeof old === 'number' ? old + 0.5 : 0.5)],
    ['a list', (old) => (Array.isArray(old) ? [...old, 1] : [])],
    [
      'an object',
      (old) => (typeof old === 'object' && old !== null && !Array.isArray(old) ? { ...old, $: 1 } : {}),
    ],
    ['true', (old) => old !== true],
  ])('with one field of a valid snapshot %s is detected, for every field', (_, by) => {
    for (const path of pathsOf(written)) {
      const tampered = replaced(written, path, by)
      const { ok } = read(tampered)
      // What a snapshot may say more than it must is passed over.
      const harmless = by({}) !== undefined && Object.hasOwn(Object(by({})), '$') && ok
      if (harmless) expect(stateHash(restored(tampered))).toBe(stateHash(rich))
      else expect(ok, path.join('.')).toBe(false)
    }
  })

  test('with any list cut short is detected', () => {
    for (const path of pathsOf(written)) {
      let isList = false
      const cut = replaced(written, path, (old) => {
        isList = Array.isArray(old) && old.length > 0
        return isList ? (old as unknown[]).slice(0, -1) : old
      })
      if (isList) expect(read(cut).ok, path.join('.')).toBe(false)
    }
  })
})

describe('a fork', () => {
  test('is independent of its world, and the world of it', () => {
    fc.assert(
      fc.property(anyStory, anyStory, anyStory, (past, left, right) => {
        const state = after(fresh(), past)
        const before = photograph(state)
        const ends = [left, right].map((story) => stateHash(after(state, story)))
        expect(photograph(state)).toBe(before)
        expect(ends).toEqual([left, right].map((story) => stateHash(after(after(fresh(), past), story))))
      }),
      { numRuns: 25 * scale },
    )
  })

  test('with another seed in its settings is another world', () => {
    const changed = { ...rich.graph, seed: 'other' }
    expect(graphHash(changed)).not.toBe(graphHash(rich.graph))
  })
})
