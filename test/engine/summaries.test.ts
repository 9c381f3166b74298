import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { open } from '../../src/engine/state/draft.ts'
import { indexesOf } from '../../src/engine/state/edge.ts'
import { begin, type Graph } from '../../src/engine/state/state.ts'
import { type Section, sizeOfSection, summaries } from '../../src/engine/state/summaries.ts'
import { table } from '../../src/engine/store/table.ts'
import type { Key } from '../../src/engine/store/tree.ts'
import { holds } from '../chance.ts'
import { beginning } from './toy.ts'

const schema = {
  stones: table({
    row: z.object({ field: z.string(), place: z.number(), weight: z.number() }),
    edges: {
      inField: { owners: ({ field }) => [[field]], order: ({ place }) => [place], summarized: true },
      plain: { owners: () => [[]] },
    },
  }),
}
const indexes = indexesOf(schema)
const change = (graph: Graph = begin(schema, beginning).graph) => open<typeof schema>(graph, indexes)
type Tx = ReturnType<typeof change>
type Stone = ReturnType<Tx['insert']>

let leavesRead = 0
const weightOf = summaries<Stone, { weight: number; ids: readonly number[] }>(
  (rows) => {
    leavesRead += 1
    return { weight: rows.reduce((sum, { weight }) => sum + weight, 0), ids: rows.map(({ id }) => id) }
  },
  (parts) => ({
    weight: parts.reduce((sum, { weight }) => sum + weight, 0),
    ids: parts.flatMap(({ ids }) => ids),
  }),
)

const idsOf = (sections: readonly Section<Stone>[]): number[] =>
  sections.flatMap((section) => {
    const { ids } = weightOf(section)
    return section.node.children ? ids : ids.slice(section.from, section.to)
  })

/** Puts stones in three fields, so that each field is a part of one tree. */
function stonesIn(tx: Tx, places: readonly number[]): void {
  for (const [at, place] of places.entries())
    tx.insert('stones', { field: ['a', 'b', 'c'][at % 3] ?? '', place, weight: at })
}

const position = fc.oneof(
  fc.tuple(fc.integer({ min: -5, max: 60 })),
  fc.tuple(fc.integer({ min: -5, max: 60 }), fc.constant(true as const)),
  fc.tuple(fc.integer({ min: -5, max: 60 }), fc.integer({ min: 99, max: 101 }), fc.constant('x')),
  fc.constant([] as Key),
)

describe('sections', () => {
  test('cover the rows of a range as a list has them, in any order of writes', () => {
    const writes = fc.array(
      fc.record({
        places: fc.array(fc.nat(50), { maxLength: 400, size: 'max' }),
        remove: fc.nat(9),
        field: fc.constantFrom('a', 'b', 'c', 'd'),
        from: fc.option(position, { nil: undefined }),
        below: fc.option(position, { nil: undefined }),
        afterRow: fc.nat(800),
        after: fc.option(fc.oneof(position, fc.constant('row' as const)), { nil: undefined }),
        newestFirst: fc.boolean(),
        commits: fc.boolean(),
      }),
      { minLength: 1, maxLength: 5 },
    )
    const property = fc.property(writes, (story) => {
      let tx = change()
      for (const { places, remove, field, from, below, after, afterRow, newestFirst, commits } of story) {
        stonesIn(tx, places)
        const all = tx.list('stones', 'inField', [field])
        for (const { id } of all.slice(0, remove)) tx.remove(id)
        const row = all[afterRow % Math.max(all.length, 1)]
        const start = after === 'row' ? row && tx.position('stones', 'inField', row) : after
        const range = { ...(from && { from }), ...(below && { below }), ...(start && { after: start }) }
        const listed = tx.list('stones', 'inField', [field], { ...range, newestFirst }).map(({ id }) => id)
        const sections = tx.sections('stones', 'inField', [field], { ...range, newestFirst })
        expect(idsOf(sections)).toEqual(newestFirst ? listed.reverse() : listed)
        expect(sections.reduce((sum, section) => sum + sizeOfSection(section), 0)).toBe(listed.length)
        if (commits) tx = change(tx.commit())
      }
    })
    holds(150, property)
  })

  test('of a long list are few, and a walk can stop after the first', () => {
    const tx = change()
    for (let place = 0; place < 70_000; place++) tx.insert('stones', { field: 'a', place, weight: 1 })
    const sections = tx.sections('stones', 'inField', ['a'])
    expect(sections.length).toBeLessThan(10)
    expect(Math.max(...sections.map(sizeOfSection))).toBeLessThanOrEqual(32 ** 3)
  })

  test('of an edge that is not summarized do not exist', () => {
    expect(() => change().sections('stones', 'plain', [])).toThrow('is not summarized')
  })
})

describe('a summary', () => {
  const total = (tx: Tx) =>
    tx.sections('stones', 'inField', ['a']).reduce((sum, section) => sum + weightOf(section).weight, 0)
  const first = change()
  for (let place = 0; place < 3_000; place++) first.insert('stones', { field: 'a', place, weight: 1 })
  const graph = first.commit()
  const [middle] = change(graph).list('stones', 'inField', ['a'], { from: [1_500], limit: 1 })

  const readBy = (run: () => void): number => {
    const before = leavesRead
    run()
    return leavesRead - before
  }

  test('is made once for each leaf, and a write renews one leaf', () => {
    expect(total(change(graph))).toBe(3_000)
    expect(readBy(() => total(change(graph)))).toBe(0)
    const tx = change(graph)
    tx.insert('stones', { field: 'a', place: 1_500, weight: 5 })
    expect(readBy(() => expect(total(tx)).toBe(3_005))).toBeLessThanOrEqual(2)
    expect(readBy(() => expect(total(change(graph))).toBe(3_000))).toBe(0)
  })

  test('of a leaf is renewed when a row changes but keeps its place', () => {
    const tx = change(graph)
    expect(total(tx)).toBe(3_000)
    tx.patch('stones', middle?.id ?? 0, { weight: 7 })
    expect(readBy(() => expect(total(tx)).toBe(3_006))).toBe(1)
    tx.edit('stones', middle?.id ?? 0, (row) => {
      row.weight = 9
    })
    expect(total(tx)).toBe(3_008)
    expect(total(change(tx.commit()))).toBe(3_008)
    expect(total(change(graph))).toBe(3_000)
  })

  test('never shows what a transaction writes later, in either state of a fork', () => {
    const [one, other] = [change(graph), change(graph)]
    for (const [tx, weight] of [
      [one, 10],
      [other, 20],
    ] as const)
      for (let at = 1; at <= 3; at++) {
        tx.insert('stones', { field: 'a', place: 4_000, weight })
        expect(total(tx)).toBe(3_000 + at * weight)
      }
    expect(total(change(one.commit()))).toBe(3_030)
    expect(total(change(graph))).toBe(3_000)
  })
})
