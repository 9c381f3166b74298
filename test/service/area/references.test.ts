import { expect, test } from 'vitest'
import { createWorld, restoreWorld } from '../../../src/index.ts'
import { action, area, formerRowId, rowId, successResult, table, z } from '../../../src/service/area/index.ts'

const shelves = table({ row: z.object({ beside: rowId('library.shelves').optional() }), edges: {} })
const books = table({
  row: z.object({
    shelf: rowId('library.shelves').optional(),
    copies: z.array(z.object({ at: rowId('library.shelves') })).optional(),
    before: formerRowId('library.shelves').optional(),
    page: rowId('pages').optional(),
  }),
  edges: {},
})
const result = z.object({ id: z.number() })
const library = area('library', {
  version: 1,
  tables: { shelves, books },
  actions: {
    addShelf: action({ params: z.object({}), result, run: ({ tx }) => ({ id: tx.insert(shelves, {}).id }) }),
    standAlone: action({
      params: z.object({ shelf: z.number() }),
      result,
      run: ({ tx, params }) => ({ id: tx.patch(shelves, params.shelf, { beside: params.shelf }).id }),
    }),
    addBook: action({
      params: books.row,
      result,
      run: ({ tx, params }) => ({ id: tx.insert(books, params).id }),
    }),
    moveBook: action({
      params: z.object({ book: z.number(), shelf: z.number() }),
      result,
      run: ({ tx, params }) => ({ id: tx.patch(books, params.book, { shelf: params.shelf }).id }),
    }),
    removeBook: action({
      params: z.object({ book: z.number() }),
      result: successResult,
      run({ tx, params }) {
        tx.remove(books, params.book)
        return { success: true }
      },
    }),
    removeShelf: action({
      params: z.object({ shelf: z.number() }),
      result: successResult,
      run({ tx, params }) {
        tx.remove(shelves, params.shelf)
        return { success: true }
      },
    }),
  },
})

/** Counts the loans of shelves: its rows name rows of another area. */
const loans = table({ row: z.object({ shelf: rowId('library.shelves') }), edges: {} })
const lending = area('lending', {
  version: 1,
  tables: { loans },
  actions: {
    lend: action({
      params: loans.row,
      result,
      run: ({ tx, params }) => ({ id: tx.insert(loans, params).id }),
    }),
  },
})

function scene() {
  const world = createWorld({ areas: [library, lending], validateAnswers: true })
  const { page } = world.starter({ publications: false })
  const shelf = world.actions.addShelf().unwrap().id
  const other = world.actions.addShelf().unwrap().id
  return { world, page: Number(page), shelf, other }
}

type Scene = ReturnType<typeof scene>
type Row = readonly [what: string, prepare: (made: Scene) => unknown, refused: boolean]

test.each<Row>([
  ['no row names', () => {}, false],
  ['a row names', ({ world, shelf }) => world.actions.addBook({ shelf }).unwrap(), true],
  [
    'a row names in a list',
    ({ world, shelf }) => world.actions.addBook({ copies: [{ at: shelf }] }).unwrap(),
    true,
  ],
  ['a row of another area names', ({ world, shelf }) => world.actions.lend({ shelf }).unwrap(), true],
  ['a row named formerly', ({ world, shelf }) => world.actions.addBook({ before: shelf }).unwrap(), false],
  ['a row names another of', ({ world, other }) => world.actions.addBook({ shelf: other }).unwrap(), false],
  ['names itself', ({ world, shelf }) => world.actions.standAlone({ shelf }).unwrap(), false],
  [
    'a removed row named',
    ({ world, shelf }) =>
      world.actions.removeBook({ book: world.actions.addBook({ shelf }).unwrap().id }).unwrap(),
    false,
  ],
  [
    'a moved row named',
    ({ world, shelf, other }) =>
      world.actions.moveBook({ book: world.actions.addBook({ shelf }).unwrap().id, shelf: other }).unwrap(),
    false,
  ],
])('a shelf that %s', (_, prepare, refused) => {
  const made = scene()
  prepare(made)
  const outcome = made.world.actions.removeShelf({ shelf: made.shelf })
  expect(outcome.ok).toBe(!refused)
  if (!outcome.ok)
    expect(outcome.error.message).toMatch(
      /remove of library\.shelves: row \d+ of (library\.books|lending\.loans) names it in a rowId column/,
    )
  // A snapshot of what is left can be loaded.
  const restored = restoreWorld(made.world.snapshot(), { areas: [library, lending] })
  expect(restored.hash('full')).toBe(made.world.hash('full'))
})
