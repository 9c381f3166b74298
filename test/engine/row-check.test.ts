import { describe, expect, test } from 'vitest'
import { z } from '../../src/engine/schema/zod.ts'
import { checkRows } from '../../src/engine/state/row-check.ts'
import { ROW_BYTES_EACH_MAX } from '../../src/engine/store/storage.ts'
import {
  type AnyRow,
  blobDigest,
  formerRowId,
  ID_MIN,
  rowId,
  rowIdOrNone,
  table,
} from '../../src/engine/store/table.ts'

const id = (place: number) => ID_MIN + place
const [page, user, next] = [id(0), id(1), id(9)]
const digest = 'd'.repeat(64)
const schema = {
  pages: table({ row: z.object({}), edges: {} }),
  users: table({ row: z.object({ name: z.string().optional() }), edges: {} }),
  posts: table({
    row: z.object({
      text: z.string().optional(),
      words: z.array(z.string()).optional(),
      page: rowId('pages').optional(),
      author: rowId('pages', 'users').optional(),
      liker: formerRowId('users').nullable().optional(),
      parent: rowIdOrNone('posts').optional(),
      bytes: blobDigest().nullable().optional(),
      tags: z.array(rowId('users')).optional(),
      places: z.array(z.object({ page: rowId('pages') })).optional(),
      picture: z.object({ digest: blobDigest(), width: z.number() }).nullable().optional(),
      pairs: z.array(z.array(rowId('users')).nullable()).optional(),
      groups: z.array(z.object({ user: rowId('users') }).nullable()).optional(),
      inner: z.object({ deep: z.object({ text: z.string() }) }).optional(),
    }),
    edges: {},
  }),
}
const others: AnyRow[] = [
  { id: page, kind: 'pages' },
  { id: user, kind: 'users' },
]
const post = (columns: object, place = 2): AnyRow => ({ ...columns, id: id(place), kind: 'posts' })
function rowError(...given: Parameters<typeof checkRows>): string | undefined {
  const found = checkRows(...given)
  return typeof found === 'string' ? found : undefined
}

const problem = (...rows: AnyRow[]) => rowError(schema, [...others, ...rows], next, (name) => name === digest)
const missing = `names the row ${id(8)}, which does not exist`

describe('the references of a row', () => {
  test.each<[string, object, string | undefined]>([
    ['none', {}, undefined],
    ['a row', { page }, undefined],
    ['a missing row', { page: id(8) }, `page ${missing}`],
    ['a row of another table', { page: user }, `page names the row ${user} of users, and not one of pages`],
    ['a row of the first of two tables', { author: page }, undefined],
    ['a row of the second of two tables', { author: user }, undefined],
    [
      'a row of neither table',
      { author: id(2) },
      `author names the row ${id(2)} of posts, and not one of pages or users`,
    ],
    ['a row that may have been removed', { liker: id(8) }, undefined],
    ['null', { liker: null }, undefined],
    [
      'such a row of another table',
      { liker: page },
      `liker names the row ${page} of pages, and not one of users`,
    ],
    ['0, which names no row', { parent: 0 }, undefined],
    ['itself', { parent: id(2) }, undefined],
    ['a missing row instead of 0', { parent: id(8) }, `parent ${missing}`],
    ['stored bytes', { bytes: digest }, undefined],
    [
      'missing bytes',
      { bytes: 'e'.repeat(64) },
      `bytes names the bytes ${'e'.repeat(64)}, which do not exist`,
    ],
    ['an empty list', { tags: [] }, undefined],
    ['a list', { tags: [user, user] }, undefined],
    ['a list with a missing row', { tags: [user, id(8)] }, `tags.1 ${missing}`],
    ['a list without references', { words: ['a', 'b'] }, undefined],
    [
      'a list of objects with a missing row',
      { places: [{ page }, { page: id(8) }] },
      `places.1.page ${missing}`,
    ],
    ['null instead of bytes', { bytes: null }, undefined],
    ['null instead of a list in a list', { pairs: [null, [user]] }, undefined],
    ['a missing row in a list of a list', { pairs: [null, [user, id(8)]] }, `pairs.1.1 ${missing}`],
    ['null instead of an object in a list', { groups: [null, { user }] }, undefined],
    ['null instead of an object', { picture: null }, undefined],
    ['an object with stored bytes', { picture: { digest, width: 1 } }, undefined],
    [
      'an object with missing bytes',
      { picture: { digest: 'e'.repeat(64), width: 1 } },
      `picture.digest names the bytes ${'e'.repeat(64)}, which do not exist`,
    ],
    ['two missing rows, the first of which is reported', { page: id(8), tags: [id(7)] }, `page ${missing}`],
  ])('%s', (_, columns, expected) => {
    const found = expected === undefined ? undefined : `row ${id(2)} of posts: ${expected}`
    expect(problem(post(columns))).toBe(found)
  })

  test('of every row are checked, and rows may come in any order', () => {
    expect(problem(post({ parent: id(3) }), post({ parent: id(2) }, 3))).toBeUndefined()
    expect(problem(post({}), post({ page: id(8) }, 3))).toBe(`row ${id(3)} of posts: page ${missing}`)
  })
})

describe('a row', () => {
  const text = (bytes: number) => 'x'.repeat(bytes / 2)
  // The row weighs 16 bytes, as do its three members, and 2 for each character of `text`, `id`, `kind`, `posts`.
  const most = ROW_BYTES_EACH_MAX - 4 * 16 - 2 * 'textidkindposts'.length

  test.each<[string, AnyRow, string | undefined]>([
    ['of the smallest id', { id: ID_MIN, kind: 'pages' }, undefined],
    [
      'of a smaller id',
      { id: ID_MIN - 1, kind: 'pages' },
      `row ${ID_MIN - 1} has an id that the world has not`,
    ],
    ['of the last id', { id: next - 1, kind: 'pages' }, undefined],
    ['of the next id', { id: next, kind: 'pages' }, `row ${next} has an id that the world has not assigned`],
    ['of no table', { id: user, kind: 'cats' }, `row ${user} is of the unknown kind cats`],
    ['of a long kind', { id: user, kind: 'x'.repeat(50) }, `unknown kind ${'x'.repeat(40)}`],
    ['of an inherited name', { id: user, kind: 'toString' }, `row ${user} is of the unknown kind toString`],
    ['with a wrong column', { ...post({ text: 1 }) }, `row ${id(2)} of posts: text must be text, got 1`],
    [
      'with a wrong item',
      { ...post({ words: ['a', 1] }) },
      `row ${id(2)} of posts: words.1 must be text, got 1`,
    ],
    ['with another column', post({ extra: 1 }), `row ${id(2)} of posts: extra is not a column of its table`],
    ['with another column that is null', post({ extra: null }), `posts: extra is not a column of its table`],
    [
      'with another column in an object',
      post({ picture: { digest, width: 1, height: 2 } }),
      `row ${id(2)} of posts: picture.height is not a column of its table`,
    ],
    [
      'with another column in an object of a list',
      post({ places: [{ page }, { page, at: null }] }),
      `row ${id(2)} of posts: places.1.at is not a column of its table`,
    ],
    [
      'with another column in an object of an object',
      post({ inner: { deep: { text: 'a', more: 1 } } }),
      `row ${id(2)} of posts: inner.deep.more is not a column of its table`,
    ],
    [
      'of more than the maximum of bytes',
      post({ text: text(most + 2) }),
      `has more than ${ROW_BYTES_EACH_MAX}`,
    ],
  ])('%s', (_, row, expected) => {
    const found = rowError(
      schema,
      row.id === page ? [row] : [{ id: page, kind: 'pages' }, row],
      next,
      () => true,
    )
    if (expected === undefined) expect(found).toBeUndefined()
    else expect(found).toContain(expected)
  })

  test('of the maximum of bytes is accepted', () => {
    expect(rowError(schema, [post({ text: text(most) })], next, () => true)).toBeUndefined()
  })

  test('of an id that another row has is refused', () => {
    expect(problem({ id: user, kind: 'pages' })).toContain(`row ${user} has an id`)
  })
})
