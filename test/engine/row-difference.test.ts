import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { countDifference, rowDifference } from '../../src/engine/store/row-difference.ts'
import { type MapNode, type RowMap, rowMap } from '../../src/engine/store/row-map.ts'
import { ID_MAX } from '../../src/engine/store/storage.ts'
import { ID_MIN } from '../../src/engine/store/table.ts'
import { holds } from '../chance.ts'

type Row = { readonly id: number; readonly turn: number }

const anyId = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: ID_MIN, max: ID_MIN + 3_000 }) },
  { weight: 1, arbitrary: fc.constantFrom(ID_MIN, ID_MAX, 0, 5) },
  { weight: 1, arbitrary: fc.integer({ min: ID_MIN, max: ID_MAX }) },
)

const edits = fc.array(
  fc.record({
    isDeleted: fc.boolean(),
    id: anyId,
    count: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 200 })),
  }),
  { maxLength: 12, size: 'max' },
)

function edit(map: RowMap<Row>, story: readonly { isDeleted: boolean; id: number; count: number }[]): void {
  for (const [turn, { isDeleted, id: from, count }] of story.entries())
    for (let id = from; id < Math.min(from + count, ID_MAX); id++)
      if (isDeleted) map.delete(id)
      else map.set(id, { id, turn })
}

/** The difference as the comparison of all rows finds it. */
function compared(before: RowMap<Row>, after: RowMap<Row>) {
  const ids = new Set([...before.values(), ...after.values()].map(({ id }) => id))
  return [...ids]
    .sort((a, b) => a - b)
    .map((id) => [before.get(id), after.get(id)] as const)
    .filter(([from, to]) => from !== to)
}

/** Returns the nodes of a map. */
function nodesOf<R>(node: MapNode<R>): MapNode<R>[] {
  return [node, ...(node.children ?? []).flatMap((child) => (child ? nodesOf(child) : []))]
}

describe('the difference of two maps of rows', () => {
  test('is that of all their rows, for a map and a later one', () => {
    holds(
      300,
      fc.property(edits, edits, (story, later) => {
        const before = rowMap<Row>()
        edit(before, story)
        const after = before.clone()
        edit(after, later)
        expect([...rowDifference(before, after)]).toEqual(compared(before, after))
        expect([...rowDifference(after, before)]).toEqual(compared(after, before))
        const all = compared(before, after).length
        const counted = (most: number) => countDifference(before, after, most, () => true)
        expect([counted(Number.POSITIVE_INFINITY), counted(2)]).toEqual([all, Math.min(2, all)])
        const ended = compared(before, after).filter(([from, to]) => !from || !to).length
        expect(countDifference(before, after, Number.POSITIVE_INFINITY, () => false)).toBe(ended)
      }),
    )
  })

  test('is that of all their rows, for two maps that have nothing in common', () => {
    holds(
      300,
      fc.property(edits, edits, (story, other) => {
        const [before, after] = [rowMap<Row>(), rowMap<Row>()]
        edit(before, story)
        edit(after, other)
        expect([...rowDifference(before, after)]).toEqual(compared(before, after))
      }),
    )
  })

  test('has no row that both share, in maps whose nodes begin at different ids', () => {
    const shared = { id: ID_MIN + 10, turn: 1 }
    const [before, after] = [rowMap<Row>(), rowMap<Row>()]
    for (const [map, first] of [
      [before, ID_MIN],
      [after, ID_MIN + 5],
    ] as const) {
      map.set(first, { id: first, turn: 1 })
      map.set(shared.id, shared)
    }
    expect([...rowDifference(before, after)].map(([from, to]) => [from?.id, to?.id])).toEqual([
      [ID_MIN, undefined],
      [undefined, ID_MIN + 5],
    ])
  })

  test('is found between maps of different heights, of which one has a single child at each level', () => {
    const before = rowMap<Row>()
    edit(before, [
      { isDeleted: false, id: ID_MIN, count: 2 },
      { isDeleted: false, id: ID_MIN + 40, count: 1 },
      { isDeleted: true, id: ID_MIN + 40, count: 1 },
    ])
    const after = before.clone()
    edit(after, [
      { isDeleted: false, id: ID_MIN + 1, count: 1 },
      { isDeleted: false, id: ID_MIN + 5_000, count: 1 },
      { isDeleted: true, id: ID_MIN + 5_000, count: 1 },
    ])
    expect([...rowDifference(before, after)]).toEqual(compared(before, after))
    expect([...rowDifference(after, before)]).toEqual(compared(after, before))
  })

  test('looks into no node that both maps share', () => {
    const before = rowMap<Row>()
    for (let id = ID_MIN; id < ID_MIN + 40_000; id++) before.set(id, { id, turn: 1 })
    const after = before.clone()
    const changed = [ID_MIN, ID_MIN + 20_000, ID_MIN + 20_001]
    for (const id of changed) after.set(id, { id, turn: 2 })
    // Beyond the range of the root, so that the later map has one more level.
    after.set(ID_MIN + 2_000_000, { id: ID_MIN + 2_000_000, turn: 2 })
    const own = new Set(nodesOf(after.extent.node))
    const shared = nodesOf(before.extent.node).filter((node) => own.has(node))
    expect(shared.length).toBeGreaterThan(1_000)
    for (const node of shared)
      for (const member of ['rows', 'children'])
        Object.defineProperty(node, member, {
          get: () => expect.unreachable('a shared node was read'),
        })
    const found = [...rowDifference(before, after)].map(([from, to]) => [from?.turn, to?.id])
    expect(found).toEqual([
      [1, changed[0]],
      [1, changed[1]],
      [1, changed[2]],
      [undefined, ID_MIN + 2_000_000],
    ])
  })
})
