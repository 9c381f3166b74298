import { describe, expect, test } from 'vitest'
import { machine } from '../../src/engine/machine.ts'
import { open } from '../../src/engine/state/draft.ts'
import { indexesOf } from '../../src/engine/state/edge.ts'
import {
  addStored,
  ID_MAX,
  ROW_BYTES_EACH_MAX,
  type StorageDraft,
  type StorageFull,
  storageFullOf,
  takeId,
} from '../../src/engine/store/storage.ts'
import { weightOf } from '../../src/engine/values/weight.ts'
import { beginning, codes, domain, type Library, type LibraryTypes, toy } from './toy.ts'

const huge = 2 * ROW_BYTES_EACH_MAX
const draftOf = (draft: Partial<StorageDraft>, caps = { rowBytes: huge, blobBytes: huge }): StorageDraft => ({
  graph: { caps },
  nextId: 1,
  rowBytes: 0,
  blobBytes: 0,
  ...draft,
})

/** Returns the limit that a change exceeds, or undefined if the change fits. */
function lackOf(change: () => unknown): StorageFull | undefined {
  try {
    change()
    return undefined
  } catch (error) {
    return storageFullOf(error)
  }
}

describe('stored bytes', () => {
  const caps = { rowBytes: 100, blobBytes: 50 }

  test.each<[string, 'rowBytes' | 'blobBytes', number, number, number | undefined]>([
    ['up to the cap of rows', 'rowBytes', 70, 30, undefined],
    ['beyond the cap of rows', 'rowBytes', 70, 31, 101],
    ['up to the cap of blobs', 'blobBytes', 20, 30, undefined],
    ['beyond the cap of blobs', 'blobBytes', 20, 31, 51],
    ['none, where the cap is exceeded already', 'rowBytes', 200, 0, undefined],
    ['fewer, where the cap is exceeded already', 'rowBytes', 200, -1, undefined],
    ['more, where the cap is exceeded already', 'rowBytes', 200, 1, 201],
  ])('%s', (_, limit, stored, bytes, needed) => {
    const draft = draftOf({ [limit]: stored }, caps)
    const lack = lackOf(() => addStored(draft, limit, bytes))
    expect(lack).toEqual(needed === undefined ? undefined : { limit, max: caps[limit], needed })
    expect(draft[limit]).toBe(needed === undefined ? stored + bytes : stored)
  })
})

describe('the bytes of one row', () => {
  const most = ROW_BYTES_EACH_MAX

  test.each<[string, number, number, boolean]>([
    ['a new row of the maximum', 0, most, true],
    ['a new row of more', 0, most + 2, false],
    ['a row that grows to the maximum', most - 2, most, true],
    ['a row that grows beyond it', most, most + 2, false],
    ['a row beyond the maximum that shrinks', most + 4, most + 2, true],
    ['a row beyond the maximum that keeps its size', most + 2, most + 2, true],
    ['a row that is removed', most + 2, 0, true],
  ])('%s', (_, before, after, fits) => {
    const draft = draftOf({ rowBytes: before })
    const lack = lackOf(() => addStored(draft, 'rowBytes', after - before, after))
    expect(lack).toEqual(fits ? undefined : { limit: 'row', max: most, needed: after })
    expect(draft.rowBytes).toBe(fits ? after : before)
  })
})

test('ids are taken one after the other, up to the last', () => {
  const draft = draftOf({ nextId: ID_MAX - 1 })
  expect([takeId(draft), takeId(draft)]).toEqual([ID_MAX - 1, ID_MAX])
  expect(lackOf(() => takeId(draft))).toEqual({ limit: 'ids', max: ID_MAX, needed: ID_MAX + 1 })
})

test.each<[string, unknown]>([
  ['another error', new Error('x', { cause: { limit: 'row', max: 1, needed: 2 } })],
  ['what is no error', { lack: { limit: 'row', max: 1, needed: 2 } }],
  ['nothing', undefined],
])('%s names no limit', (_, error) => {
  expect(storageFullOf(error)).toBeUndefined()
})

describe('a world with a cap', () => {
  const shelf = { name: 'poems', room: 'east', public: true }
  const input = { type: 'build', ...shelf }
  // Every id has the same weight.
  const weight = weightOf({ ...shelf, id: 1, kind: 'shelves' })

  test('stores rows up to it, refuses more, and has room again after a row is removed', () => {
    const begun = toy.begin({ ...beginning, caps: { rowBytes: 2 * weight } })
    const two = toy.step(toy.step(begun, input).state, input)
    expect([two.outcome.ok, two.state.graph.stored.rowBytes]).toEqual([true, 2 * weight])
    const third = toy.step(two.state, input)
    expect(third.state.graph).toBe(two.state.graph)
    expect(third.outcome).toEqual({
      ok: false,
      committed: false,
      error: {
        code: codes.malformed,
        message: `The storage is full: at most ${2 * weight} (rowBytes), got ${3 * weight}`,
      },
    })
    const tx = open<Library>(two.state.graph, indexesOf(toy.schema))
    tx.remove(tx.list('shelves', 'byName', [])[0]?.id ?? 0)
    const shorter = { ...two.state, graph: tx.commit() }
    expect(shorter.graph.stored.rowBytes).toBe(weight)
    expect(toy.step(shorter, input).outcome.ok).toBe(true)
  })

  test('refuses with the error that its domain has for it', () => {
    const noRoom = ({ limit }: StorageFull) => ({ code: codes.refused, message: limit })
    const roomy = machine({ ...domain, noRoom })
    const { outcome } = roomy.step(roomy.begin({ ...beginning, caps: { rowBytes: 1 } }), input)
    expect(outcome).toMatchObject({ ok: false, error: { code: codes.refused, message: 'rowBytes' } })
  })

  describe('whose domain stores the outcome of each task', () => {
    const outcomeRow = { name: 'outcome', room: 'east', public: false }
    const outcomeWeight = weightOf({ ...outcomeRow, id: 1, kind: 'shelves' })
    const concluding = machine<LibraryTypes>({
      ...domain,
      conclude: (tx, { type }, { ok }) => void tx.insert('shelves', { ...outcomeRow, room: `${type} ${ok}` }),
    })
    const due = (planned: object) => ({ type: 'plan', in: 0, key: 'k', input: planned })
    /** The error code and the rows after a task ran in a world with this room for rows beside the task. */
    const rowsAfter = (planned: object, room: number) => {
      const begun = concluding.begin({ ...beginning, caps: { rowBytes: 1_000_000 } })
      const { state } = concluding.step(begun, due(planned))
      expect(state.graph.rows.size).toBe(1)
      const caps = { ...state.graph.caps, rowBytes: room }
      const ticked = concluding.step({ ...state, graph: { ...state.graph, caps } }, { type: 'tick' })
      return [
        ticked.outcome.ok ? 0 : ticked.outcome.error.code,
        ...[...ticked.state.graph.rows.values()].map((row) => Reflect.get(row, 'room')),
      ]
    }
    const plenty = 1_000

    test.each<[string, object, number, unknown[]]>([
      ['and has room', input, plenty, [0, 'east', 'build true']],
      [
        'of a refused task, and has room',
        { type: 'refuse', book: 0 },
        plenty,
        [codes.refused, 'refuse false'],
      ],
      ['but lacks room for the rule', input, weight - 1, [codes.malformed]],
      [
        'but lacks room for the outcome of a refused task',
        { type: 'dust', id: 1 },
        outcomeWeight,
        [codes.tooLate],
      ],
      ['but lacks room for the outcome', input, weight, [codes.malformed]],
    ])('%s', (_, planned, room, expected) => {
      expect(rowsAfter(planned, room)).toEqual(expected)
    })

    test('stores none for other inputs', () => {
      const { state, outcome } = concluding.step(concluding.begin(beginning), input)
      expect([outcome.ok, state.graph.rows.size]).toEqual([true, 1])
    })

    test('throws if it fails otherwise', () => {
      const failing = machine<LibraryTypes>({
        ...domain,
        conclude: () => {
          throw new Error('broken')
        },
      })
      for (const planned of [input, { type: 'refuse', book: 0 }]) {
        const { state } = failing.step(failing.begin(beginning), due(planned))
        expect(() => failing.step(state, { type: 'tick' })).toThrow('broken')
      }
    })
  })
})
