import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { open } from '../../src/engine/state/draft.ts'
import { indexesOf } from '../../src/engine/state/edge.ts'
import type { Graph } from '../../src/engine/state/state.ts'
import { begin } from '../../src/engine/state/state.ts'
import { table } from '../../src/engine/store/table.ts'
import type { Key } from '../../src/engine/store/tree.ts'
import { problemsOf } from './audit.ts'
import { after } from './story.ts'
import { beginning, fresh, type Library, toy } from './toy.ts'

const indexes = indexesOf(toy.schema)
const change = (graph: Graph = fresh().graph) => open<Library>(graph, indexes)
const shelf = (name: string, room = 'east', isPublic = true) => ({ name, room, public: isPublic })
const book = (title: string, pages: number, more: { authors?: string[]; reader?: string } = {}) => ({
  title,
  pages,
  shelf: 1,
  authors: [],
  wear: 0,
  ...more,
})
const titles = (books: readonly { title: string }[]) => books.map(({ title }) => title).join(' ')

describe('a list', () => {
  const tx = change()
  for (const [title, pages] of [
    ['e', 30],
    ['b', 20],
    ['d', 20],
    ['a', 10],
    ['c', 20],
  ] as const) {
    tx.insert('books', book(title, pages))
  }
  const id = (title: string) => tx.list('books', 'byTitle', []).find((row) => row.title === title)?.id ?? 0
  const at = (title: string, pages: number): Key => [pages, id(title)]

  test.each<[string, Parameters<typeof tx.list<'books'>>[3], string]>([
    ['by order, ties by id', {}, 'a b d c e'],
    ['newest first', { newestFirst: true }, 'e c d b a'],
    ['up to a limit', { limit: 2 }, 'a b'],
    ['up to none', { limit: 0 }, ''],
    ['up to more than there are', { limit: 99 }, 'a b d c e'],
    ['of those that one may see', { where: ({ title }) => title > 'b' }, 'd c e'],
    ['of those that one may see, up to a limit', { where: ({ title }) => title > 'b', limit: 1 }, 'd'],
    ['after a position', { after: at('d', 20) }, 'c e'],
    ['after the last', { after: at('e', 30) }, ''],
    ['before a position', { after: at('d', 20), newestFirst: true }, 'b a'],
    ['before the first', { after: at('a', 10), newestFirst: true }, ''],
    ['after a position whose row is gone', { after: [20, 5] }, 'b d c e'],
    ['before a position whose row is gone', { after: [20, 5], newestFirst: true }, 'a'],
    ['below a position, which is left out', { below: at('d', 20) }, 'a b'],
    ['below the beginning of positions', { below: [20] }, 'a'],
    ['below the end of positions', { below: [20, true] }, 'a b d c'],
    ['from the end of a position, newest first', { from: [...at('d', 20), true], newestFirst: true }, 'e c'],
    ['from the beginning of positions, newest first', { from: [20], newestFirst: true }, 'e c d b'],
    ['from the end of positions, newest first', { from: [20, true], newestFirst: true }, 'e'],
    ['between two positions', { after: at('b', 20), below: [30] }, 'd c'],
    ['below a position that lies before it sets out', { after: at('d', 20), below: [10] }, ''],
    ['from a place of the order', { from: [20] }, 'b d c e'],
    ['below a place of the order, which is left out', { below: [20] }, 'a'],
    ['between two', { from: [11], below: [30] }, 'b d c'],
    ['between two, newest first', { from: [11], below: [30], newestFirst: true }, 'c d b'],
    ['from a position, which is taken in', { from: at('d', 20) }, 'd c e'],
    ['from a position, newest first, which is taken in', { from: at('d', 20), newestFirst: true }, 'e c d'],
    ['without the first rows', { skip: 2 }, 'd c e'],
    ['without the first rows, newest first', { skip: 2, limit: 2, newestFirst: true }, 'd b'],
    ['without the first rows after a position', { after: at('b', 20), skip: 1 }, 'c e'],
    ['without the first rows after a position whose row is gone', { after: [20, 5], skip: 1 }, 'd c e'],
    ['without the first rows before a position', { after: at('d', 20), skip: 1, newestFirst: true }, 'a'],
    ['without more rows than there are before it', { after: at('d', 20), skip: 3, newestFirst: true }, ''],
    ['without more rows than there are', { skip: 9 }, ''],
    ['below a position', { below: at('d', 20), newestFirst: true }, 'b a'],
    ['from above all', { from: [31] }, ''],
    ['below all, newest first', { below: [10], newestFirst: true }, ''],
    ['between two that are the wrong way round', { from: [30], below: [20] }, ''],
    ['the same, newest first', { from: [30], below: [20], newestFirst: true }, ''],
    ['after a position between two', { after: at('b', 20), from: [10], below: [30] }, 'd c'],
    ['after a position below both', { after: at('a', 10), from: [20], below: [30] }, 'b d c'],
    ['after a position far below both', { after: at('a', 10), from: [30] }, 'e'],
    ['before a position far above both', { after: at('e', 30), below: [20], newestFirst: true }, 'a'],
    ['after a position above both', { after: at('e', 30), from: [10], below: [30] }, ''],
    [
      'before a position above both',
      { after: at('e', 30), from: [20], below: [21], newestFirst: true },
      'c d b',
    ],
    ['before a position below both', { after: at('a', 10), from: [20], newestFirst: true }, ''],
  ])('%s', (_, options, expected) => {
    expect(titles(tx.list('books', 'onShelf', [1], options))).toBe(expected)
  })

  test('between two places reads no row outside of them', () => {
    for (const newestFirst of [true, false]) {
      const read: string[] = []
      const where = ({ title }: { title: string }) => read.push(title) > 0
      tx.list('books', 'onShelf', [1], { from: [20], below: [30], newestFirst, where })
      expect(read.sort()).toEqual(['b', 'c', 'd'])
    }
  })

  test('orders text by code units, upper case first, and the empty text before all', () => {
    const named = change()
    for (const name of ['é', 'a', '10', 'B', '9', '']) named.insert('shelves', shelf(name))
    expect(named.list('shelves', 'byName', []).map(({ name }) => name)).toEqual([
      '',
      '10',
      '9',
      'B',
      'a',
      'é',
    ])
  })

  test('orders negative numbers and fractions as numbers', () => {
    const named = change()
    for (const pages of [10, 9, -1, 0.5, 0]) named.insert('books', book('x', pages))
    expect(named.list('books', 'onShelf', [1]).map(({ pages }) => pages)).toEqual([-1, 0, 0.5, 9, 10])
  })

  test('of an owner without rows is empty in both directions', () => {
    for (const newestFirst of [true, false]) {
      expect(change().list('books', 'onShelf', [1], { newestFirst })).toEqual([])
      expect(tx.list('books', 'onShelf', [2], { newestFirst })).toEqual([])
      expect(tx.list('books', 'onShelf', [0], { newestFirst })).toEqual([])
    }
  })

  test('of an unknown edge is a broken invariant', () => {
    expect(() => tx.list('books', 'byColour' as never, [])).toThrow('books.byColour')
  })
})

describe('a row', () => {
  test('is in the list of each of its owners, once', () => {
    const tx = change()
    const { id } = tx.insert('books', book('a', 1, { authors: ['x', 'y', 'x'] }))
    expect(['x', 'y', 'z'].map((author) => tx.count('books', 'byAuthor', [author]))).toEqual([1, 1, 0])
    tx.patch('books', id, { authors: ['y', 'z', 'z'] })
    expect(['x', 'y', 'z'].map((author) => tx.count('books', 'byAuthor', [author]))).toEqual([0, 1, 1])
    expect(['x', 'y', 'z'].map((author) => tx.list('books', 'byAuthor', [author]).length)).toEqual([0, 1, 1])
    tx.remove(id)
    expect(['x', 'y', 'z'].map((author) => tx.count('books', 'byAuthor', [author]))).toEqual([0, 0, 0])
    expect(tx.commit().edges.map(({ size }) => size)).not.toContain(1)
  })

  test('is in a partial list only while it belongs there', () => {
    const tx = change()
    const { id } = tx.insert('books', book('a', 1, { reader: 'r' }))
    expect(tx.first('books', 'lentTo', ['r', 'lent'])?.id).toBe(id)
    tx.patch('books', id, { reader: undefined } as never)
    expect(tx.first('books', 'lentTo', ['r', 'lent'])).toBeUndefined()
    expect(tx.count('books', 'lentTo', ['r', 'lent'])).toBe(0)
  })

  test('moves in a list when its order changes, and the list keeps its length', () => {
    const tx = change()
    const { id } = tx.insert('books', book('a', 1))
    tx.insert('books', book('b', 2))
    tx.patch('books', id, { pages: 3 })
    expect(titles(tx.list('books', 'onShelf', [1]))).toBe('b a')
    expect(tx.count('books', 'onShelf', [1])).toBe(2)
  })

  test('is found by id only in its own table', () => {
    const tx = change()
    const { id } = tx.insert('books', book('a', 1))
    expect(tx.find('books', id)?.title).toBe('a')
    expect(tx.find('shelves', id)).toBeUndefined()
    expect(tx.node(id)?.kind).toBe('books')
  })

  test.each([Number.NaN, 0, -1, 1.5, Number.POSITIVE_INFINITY, 2 ** 53, undefined as never])(
    'is not found by %s, and nothing throws',
    (id) => {
      const tx = change()
      tx.insert('books', book('a', 1))
      expect(tx.find('books', id)).toBeUndefined()
      expect(tx.node(id)).toBeUndefined()
      expect(() => tx.remove(id)).not.toThrow()
      expect(() => tx.patch('books', id, {})).toThrow('There is no row')
    },
  )

  test('of another table cannot be patched: a broken invariant', () => {
    const tx = change()
    const { id } = tx.insert('shelves', shelf('a'))
    expect(() => tx.patch('books', id, {})).toThrow(`There is no row ${id} in books`)
    expect(() => tx.edit('books', id, () => {})).toThrow(`There is no row ${id} in books`)
  })

  test('is stored frozen and without undefined members, by every method', () => {
    const tx = change()
    const { id } = tx.insert('books', { ...book('a', 1), reader: undefined, extra: { deep: [1] } } as never)
    const bare = { ...book('a', 1), id, kind: 'books' }
    expect(Object.keys(tx.find('books', id) ?? {})).not.toContain('reader')
    expect(Object.isFrozen(Reflect.get(Object(tx.find('books', id)?.extra), 'deep'))).toBe(true)
    tx.patch('books', id, { extra: undefined } as never)
    expect(tx.find('books', id)).toStrictEqual(bare)
    tx.edit('books', id, (draft) => {
      draft.reader = 'r'
    })
    tx.edit('books', id, (draft) => {
      draft.reader = undefined
    })
    expect(tx.find('books', id)).toStrictEqual(bare)
    expect(Object.isFrozen(tx.find('books', id))).toBe(true)
  })

  test('keeps its id and table, even if a change contains others', () => {
    const tx = change()
    const { id } = tx.insert('books', { ...book('a', 1), id: 5, kind: 'shelves' } as never)
    const after = tx.patch('books', id, { id: 7, kind: 'shelves' } as never)
    expect([after.id, after.kind]).toEqual([id, 'books'])
    expect(tx.find('books', id)).toBe(after)
  })

  test('is edited even if the recipe returns a value', () => {
    const tx = change()
    const { id } = tx.insert('books', book('a', 1))
    expect(tx.edit('books', id, (draft) => Object.assign(draft, { wear: 4 })).wear).toBe(4)
  })
})

describe('a transaction', () => {
  test('reads its own writes; the graph has them after the commit', () => {
    const { graph } = fresh()
    const tx = change(graph)
    const { id } = tx.insert('shelves', shelf('a'))
    tx.configure({ mood: 'loud' })
    expect(tx.settings).toEqual({ mood: 'loud' })
    expect(tx.find('shelves', id)?.name).toBe('a')
    expect(tx.count('shelves', 'byRoom', ['east'])).toBe(1)
    expect(change(graph).node(id)).toBeUndefined()
    expect(change(graph).settings).toEqual(beginning.settings)
    expect(change(tx.commit()).count('shelves', 'byRoom', ['east'])).toBe(1)
  })

  test('that only reads and emits commits the same graph object', () => {
    const { graph } = after(fresh(), [{ type: 'build', name: 'a', room: 'b', public: true }])
    const tx = change(graph)
    tx.list('shelves', 'byName', [])
    tx.edit('shelves', tx.first('shelves', 'byName', [])?.id ?? 0, () => {})
    tx.remove(1)
    tx.release('nothing')
    tx.reuse('nothing')
    tx.callOff('nothing')
    tx.emit('seen', null)
    expect(tx.commit()).toBe(graph)
  })

  test('keeps shared bytes until every use is released', () => {
    const tx = change(after(fresh(), []).graph)
    const content = new TextEncoder().encode('foo')
    const name = tx.keep(content)
    tx.reuse(name)
    tx.release(name)
    expect(tx.blob(name)).toEqual(content)
    tx.release(name)
    expect(tx.blob(name)).toBeUndefined()
  })

  type Change = ReturnType<typeof change>
  test.each<[string, (tx: Change) => void, (graph: Graph) => unknown, unknown]>([
    ['settings', (tx) => tx.configure({ mood: 'loud' }), ({ settings }) => settings, { mood: 'loud' }],
    ['the seed', (tx) => tx.reseed('other'), ({ seed }) => seed, 'other'],
    [
      'bytes',
      (tx) => void tx.keep(Uint8Array.of(1)),
      ({ blobs }) => [...blobs.values()].map(({ base64 }) => base64),
      ['AQ=='],
    ],
    ['a stream', (tx) => void tx.spell('tickets', 1), ({ streams }) => Object.keys(streams), ['tickets']],
    ['a row', (tx) => void tx.insert('shelves', shelf('a')), ({ rows }) => rows.size, 1],
    ['due work', (tx) => tx.schedule(9, 'k', {}), ({ rows }) => rows.size, 1],
  ])('that changes only %s commits the change', (_, alter, read, expected) => {
    const tx = change()
    alter(tx)
    expect(read(tx.commit())).toEqual(expected)
  })

  test('with another seed spells the same texts as a new graph with that seed', () => {
    const spelled = (...seeds: string[]) => {
      const tx = change()
      tx.spell('tickets', 5)
      for (const seed of seeds) tx.reseed(seed)
      return open<Library>(tx.commit(), indexes).spell('tickets', 5)
    }
    expect(spelled('other')).toBe(spelled('third', 'other'))
    expect(spelled('other')).not.toBe(spelled())
    const { seed } = fresh().graph
    expect(spelled(seed)).toBe(change().spell('tickets', 5))
  })

  test('begun twice on one graph gives two independent graphs', () => {
    const { graph } = after(fresh(), [
      { type: 'build', name: 'a', room: 'b', public: true },
      { type: 'crate', shelf: 0, size: 100 },
    ])
    const [left, right] = [change(graph), change(graph)]
    for (const row of left.list('books', 'byTitle', [])) left.remove(row.id)
    right.insert('books', book('new', 1))
    const ledger = fresh().ledger
    expect(left.commit().rows.size).toBe(1)
    expect(right.commit().rows.size).toBe(102)
    expect(graph.rows.size).toBe(101)
    for (const each of [graph, left.commit(), right.commit()]) {
      expect(problemsOf({ graph: each, ledger })).toEqual([])
    }
  })

  test.each([Number.NaN, 0.5, Number.POSITIVE_INFINITY])('schedules nothing at %s', (instant) => {
    expect(() => change().schedule(instant, 'k', {})).toThrow('whole millisecond')
  })
})

describe('kept bytes', () => {
  const text = (bytes: Uint8Array | undefined) => bytes && new TextDecoder().decode(bytes)
  const bytes = (from: string) => new TextEncoder().encode(from)

  test('are shared by their digest, counted, and dropped with the last use', () => {
    const tx = change()
    const name = tx.keep(bytes('abc'))
    // FIPS 180-2, appendix B.1.
    expect(name).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
    expect(tx.keep(bytes('abc'))).toBe(name)
    expect(tx.keep(bytes('abd'))).not.toBe(name)
    expect(tx.commit().blobs.get(name)).toEqual({ length: 3, base64: 'YWJj', uses: 2 })
    tx.release(name)
    expect(text(tx.blob(name))).toBe('abc')
    tx.release(name)
    expect(tx.blob(name)).toBeUndefined()
    expect(tx.commit().blobs.size).toBe(1)
    tx.release(name)
    expect(tx.commit().blobs.size).toBe(1)
  })

  test('are copies: changing what was kept or read changes nothing', () => {
    const tx = change()
    const mine = bytes('abc')
    const name = tx.keep(mine)
    mine.fill(0)
    tx.blob(name)?.fill(0)
    expect(text(tx.blob(name))).toBe('abc')
  })

  test('may be empty', () => {
    const tx = change()
    expect(tx.blob(tx.keep(bytes('')))).toEqual(bytes(''))
  })

  test('stay in an old state after a later state releases them', () => {
    const begun = change()
    const name = begun.keep(bytes('abc'))
    const kept = begun.commit()
    const later = change(kept)
    later.keep(bytes('abc'))
    later.release(name)
    later.release(name)
    expect(later.commit().blobs.size).toBe(0)
    expect(kept.blobs.get(name)?.uses).toBe(1)
  })
})

describe('ids and random streams', () => {
  const ids = (seed: string) => {
    const tx = change(fresh({ seed }).graph)
    return [tx.insert('shelves', shelf('a')).id, tx.insert('books', book('b', 1)).id]
  }

  test('ids have fifteen digits, and all tables share one counter', () => {
    const [first = 0, second = 0] = ids('seven')
    expect(second).toBe(first + 1)
    expect(`${first}`).toMatch(/^\d{15}$/)
    expect(first).toBeLessThan(2 ** 53)
  })

  test('another seed gives other ids and other draws', () => {
    const draw = (seed: string) => change(fresh({ seed }).graph).spell('tickets', 20)
    expect(ids('seven')).toEqual(ids('seven'))
    expect(ids('seven')).not.toEqual(ids('eight'))
    expect(draw('seven')).toBe(draw('seven'))
    expect(draw('seven')).not.toBe(draw('eight'))
  })

  test('a stream continues where it stopped, and other streams do not affect it', () => {
    const whole = change().spell('tickets', 20)
    const tx = change()
    const first = tx.spell('tickets', 8)
    const other = tx.spell('faults', 20)
    expect(first + tx.spell('tickets', 12)).toBe(whole)
    expect(other).not.toBe(whole)
    expect(change(tx.commit()).spell('tickets', 5)).not.toBe(whole.slice(0, 5))
    expect(whole).toMatch(/^[A-Za-z0-9]{20}$/)
  })

  test.each(['constructor', 'toString', 'hasOwnProperty', ''])('a stream may be called %j', (name) => {
    expect(change().spell(name, 5)).toBe(change().spell(name, 5))
    expect(change().spell(name, 5)).not.toBe(change().spell('tickets', 5))
  })
})

test('an edge without order lists its rows by id, and a table without edges needs none', () => {
  const schema = { pins: table({ row: z.object({ colour: z.string() }), edges: {} }) }
  const tx = open<typeof schema>(begin(schema, beginning).graph, indexesOf(schema))
  const { id } = tx.insert('pins', { colour: 'red' })
  expect(tx.patch('pins', id, { colour: 'blue' }).colour).toBe('blue')
  const shelves = change()
  const made = [3, 1, 2].map((n) => shelves.insert('shelves', shelf(`${n}`)).id)
  expect(shelves.list('shelves', 'open', []).map((row) => row.id)).toEqual(made)
})
