import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type RowMap, rowMap } from '../../src/engine/row-map.ts'
import { ID_MAX } from '../../src/engine/storage.ts'
import { ID_MIN } from '../../src/engine/table.ts'
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
        for (const id of [near, near + 1, near - 40, ...model.keys()])
          expect(map.get(id)).toEqual(model.get(id))
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

  test('copies one node of each level for an edit, and each of them once', () => {
    const before = rowMap<Row>()
    for (let id = ID_MIN; id < ID_MIN + 40_000; id++) before.set(id, { id, turn: 1 })
    const after = before.clone()
    for (const id of [ID_MIN + 20_000, ID_MIN + 20_001]) after.set(id, { id, turn: 2 })
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
