import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type RowMap, rowMap } from '../../src/engine/store/row-map.ts'
import { ID_MAX } from '../../src/engine/store/storage.ts'
import { ID_MIN } from '../../src/engine/store/table.ts'
import { holds } from '../chance.ts'

type Row = { readonly id: number; readonly turn: number }

/** Ids as worlds have them, one after the other, and as only a snapshot of others can have them. */
const anyId = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: ID_MIN, max: ID_MIN + 3_000 }) },
  { weight: 1, arbitrary: fc.constantFrom(ID_MIN, ID_MAX, 0, -1, -(2 ** 53) + 1, 2 ** 53 - 1) },
  { weight: 1, arbitrary: fc.integer({ min: ID_MIN, max: ID_MAX }) },
)

const edits = fc.array(
  fc.record({
    kind: fc.constantFrom('set', 'set', 'set', 'delete', 'clone'),
    id: anyId,
    count: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 200 })),
    step: fc.constantFrom(1, 1, -1, 33),
  }),
  { maxLength: 30, size: 'max' },
)

const sorted = (rows: ReadonlyMap<number, Row>): Row[] => [...rows.values()].sort((a, b) => a.id - b.id)

describe('a map of rows', () => {
  test('agrees with a Map, and no edit changes an older map', () => {
    holds(
      150,
      fc.property(edits, anyId, (story, near) => {
        let [map, model]: [RowMap<Row>, Map<number, Row>] = [rowMap(), new Map()]
        const kept: (readonly [RowMap<Row>, Row[]])[] = []
        story.forEach(({ kind, id: from, count, step }, turn) => {
          if (kind === 'clone') {
            kept.push([map, sorted(model)])
            map = map.clone()
            return
          }
          for (let place = 0; place < count; place++) {
            const id = from + place * step
            // The ids of rows have at most 15 digits.
            if (id < 0 || id > ID_MAX) continue
            if (kind === 'set') {
              map.set(id, { id, turn })
              model.set(id, { id, turn })
            } else {
              map.delete(id)
              model.delete(id)
            }
          }
          expect(map.size).toBe(model.size)
        })
        expect([...map.values()]).toEqual(sorted(model))
        const asked = [near, near + 1, near - 40, ...model.keys()]
        expect(asked.map((id) => map.get(id))).toEqual(asked.map((id) => model.get(id)))
        for (const [old, rows] of kept) expect([...old.values()]).toEqual(rows)
      }),
    )
  })

  test('that is emptied begins again at any id', () => {
    const map = rowMap<Row>()
    for (const id of [ID_MAX, ID_MIN, 5]) {
      map.set(id, { id, turn: 1 })
      expect([map.size, map.get(id), [...map.values()]]).toEqual([1, { id, turn: 1 }, [{ id, turn: 1 }]])
      map.delete(id)
      map.delete(id)
      expect([map.size, map.get(id), [...map.values()]]).toEqual([0, undefined, []])
    }
  })

  // A leaf has 32 slots, from the first id on; each level above it covers 32 times as many ids.
  test.each<[string, number[], number]>([
    ['ids of one leaf', [100, 131, 101], 1],
    ['the id after the first leaf', [100, 132], 3],
    ['the id before the first', [100, 99], 3],
    ['the lowest id of the leaf before', [100, 68], 3],
    ['an id before that leaf', [100, 67], 3],
    ['an id before the first, and the last of two levels from there', [100, 99, 1_091], 4],
    ['an id before the first, and the next one', [100, 99, 1_092], 6],
    ['the last id of two levels', [0, 1_023], 3],
    ['the id after two levels', [0, 1_024], 5],
    ['the first id of two levels', [1_000, 8], 3],
    ['the id before two levels', [1_000, 7], 5],
    ['the largest id after the smallest', [0, ID_MAX], 19],
    ['the smallest id after the largest', [ID_MAX, 0], 19],
  ])('has no more nodes than it needs, and only the rows that are set: %s', (_, ids, nodes) => {
    const map = rowMap<Row>()
    for (const id of ids) map.set(id, { id, turn: 1 })
    expect([map.size, nodesOf(map).size]).toEqual([ids.length, nodes])
    const rows = ids.toSorted((a, b) => a - b).map((id) => ({ id, turn: 1 }))
    expect([...map.values()]).toEqual(rows)
    for (const id of ids)
      for (const distance of [0, 1, -1, 32, -32, 1_024, -1_024, 2 ** 32])
        expect(map.get(id + distance)).toEqual(rows.find((row) => row.id === id + distance))
    const [first = 0, ...others] = ids
    const after = map.clone()
    after.delete(first)
    after.delete(first)
    expect([after.size, after.get(first), ...after.values()]).toEqual([
      others.length,
      undefined,
      ...rows.filter(({ id }) => id !== first),
    ])
    expect([map.size, ...map.values()]).toEqual([ids.length, ...rows])
  })

  test.each([
    Number.NaN,
    Number.POSITIVE_INFINITY,
    -Infinity,
    0.5,
    2 ** 53,
    undefined as never,
    '1' as never,
  ])('refuses %s as an id, and stays the same', (id) => {
    for (const size of [0, 1]) {
      const map = rowMap<Row>()
      for (let place = 0; place < size; place++) map.set(place, { id: place, turn: 1 })
      expect(() => map.set(id, { id, turn: 1 })).toThrow(RangeError)
      expect([map.size, [...map.values()].length]).toEqual([size, size])
    }
  })

  test('replaces a row without counting it twice', () => {
    const map = rowMap<Row>()
    for (const turn of [1, 2]) for (const id of [ID_MIN, ID_MIN + 40]) map.set(id, { id, turn })
    expect([map.size, map.get(ID_MIN)?.turn, map.get(ID_MIN + 40)?.turn]).toEqual([2, 2, 2])
  })

  test('copies one node of each level for an edit, and each of them once', () => {
    const before = rowMap<Row>()
    for (let id = ID_MIN; id < ID_MIN + 40_000; id++) before.set(id, { id, turn: 1 })
    const after = before.clone()
    after.set(ID_MIN + 20_000, { id: ID_MIN + 20_000, turn: 2 })
    const once = nodesOf(after)
    after.set(ID_MIN + 20_001, { id: ID_MIN + 20_001, turn: 2 })
    expect([...nodesOf(after)].filter((node) => !once.has(node))).toEqual([])
    const old = nodesOf(before)
    // Four levels of 32 slots hold 2^20 rows.
    expect([...nodesOf(after)].filter((node) => !old.has(node))).toHaveLength(4)
  })

  test('keeps no node for rows that are gone', () => {
    const map = rowMap<Row>()
    for (let id = ID_MIN; id < ID_MIN + 5_000; id++) map.set(id, { id, turn: 1 })
    for (let id = ID_MIN; id < ID_MIN + 4_999; id++) map.delete(id)
    // The last row, with the branches above it.
    expect(nodesOf(map).size).toBe(3)
  })

  test('and its clone may both be edited', () => {
    const one = rowMap<Row>()
    for (let id = 1; id <= 100; id++) one.set(id, { id, turn: 0 })
    const other = one.clone()
    one.set(50, { id: 50, turn: 1 })
    other.set(51, { id: 51, turn: 2 })
    expect([50, 51].flatMap((id) => [one.get(id)?.turn, other.get(id)?.turn])).toEqual([1, 0, 0, 2])
  })
})

/** All nodes of a map. */
function nodesOf(map: object): Set<object> {
  const nodes = new Set<object>()
  const visit = (node: { children?: ({ children?: never } | undefined)[] }) => {
    nodes.add(node)
    for (const child of node.children ?? []) if (child) visit(child)
  }
  visit(Reflect.get(map, 'root'))
  return nodes
}
