import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { readSources } from '../.build/declarations/source.ts'
import { namingsIn, requirementsIn, trace } from './requirement.ts'

/** The areas whose every row is proven or excused. An area is added once, and stays. */
const finished: readonly string[] = [
  'PHO',
  'FEE',
  'CAM',
  'TGT',
  'IMG',
  'CAT',
  'THR',
  'VER',
  'LEA',
  'USR',
  'REF',
  'HOK',
  'CNV',
  'ERR',
  'LIM',
  'AUT',
]

/** Rows that no test can show, each with its reason. */
const unprovable: Readonly<Record<string, string>> = {
  'AUT-007': 'no endpoint assigns tasks: the action assignTasks does, which asks nobody',
  'AUT-008': 'no endpoint answers or deletes comments',
}

const root = fileURLToPath(new URL('..', import.meta.url))
const requirements = requirementsIn(readFileSync(`${root}docs/requirements.md`, 'utf8'))
const own = /^test\/(requirement|requirements\.test)\.ts$/
const beside = /^test\/(bench|long|clients)\//
const namings = readSources(root, 'test')
  .filter(({ path }) => !own.test(path) && !beside.test(path))
  .flatMap(namingsIn)
const tree = trace(requirements, namings, finished, unprovable)

test('every row of a finished area is named by a test', () => {
  console.info(`Requirements proven: ${tree.summary.join('; ')}`)
  expect(tree.missing).toEqual([])
})

test('every row that a test names exists', () => {
  expect(tree.unknown).toEqual([])
})

test('every excuse has a row and a reason, and no proof', () => {
  expect(tree.idle).toEqual([])
})

test('the document holds each row once, without gaps in an area', () => {
  const expected = [...new Set(requirements.map(({ id }) => id.slice(0, 3)))].flatMap((area) => {
    const count = requirements.filter(({ id }) => id.startsWith(area)).length
    return Array.from({ length: count }, (_, index) => `${area}-${String(index + 1).padStart(3, '0')}`)
  })
  expect(requirements.map(({ id }) => id)).toEqual(expected)
  expect(requirements.length).toBeGreaterThan(1000)
})

const rows =
  '| ID | requirement |\n|---|---|\n| PHO-001 | A page. | x |\n| PHO-002 | A picture. | x |\n| USR-001 | A user. | x |'

test('rows are read from tables, heads are not', () => {
  expect(requirementsIn(rows)).toEqual([
    { id: 'PHO-001', text: 'A page.' },
    { id: 'PHO-002', text: 'A picture.' },
    { id: 'USR-001', text: 'A user.' },
  ])
})

test.each([
  ['a title', "test('lists [PHO-037]', () => {})", ['PHO-037']],
  ['a cell of a table', "test.each([['no file [PHO-037]', 1]])('%s', () => {})", ['PHO-037']],
  ['a list', "test('a [PHO-037, USR-001] b', () => {})", ['PHO-037', 'USR-001']],
  ['a range', "test('a [PHO-052..054]', () => {})", ['PHO-052', 'PHO-053', 'PHO-054']],
  ['a range in a list', "test('a [USR-001, PHO-052..053]', () => {})", ['USR-001', 'PHO-052', 'PHO-053']],
  ['two brackets', "test('a [PHO-001] and [PHO-002]', () => {})", ['PHO-001', 'PHO-002']],
  ['a template with holes', 'test(`$' + '{name} [PHO-001]`, () => {})', ['PHO-001']],
  ['a comment', "// [PHO-001]\ntest('a', () => {})", []],
  ['a list in code', "const a = [PHO-001]; test('a', () => {})", []],
  ['other brackets', "test('a [id] of [0..2]', () => {})", []],
  ['a skipped test', "test.skip('a [PHO-001]', () => {})", []],
  ['a skipped table', "test.skip.each([['a [PHO-001]']])('%s', () => {})", []],
  ['a skipped group', "describe.skip('a', () => { test('b [PHO-001]', () => {}) })", []],
  ['a test to be written', "test.todo('a [PHO-001]')", []],
  ['a test that fails as expected', "test.fails('a [PHO-001]', () => {})", []],
  ['a short number', "test('a [PHO-37]', () => {})", ['PHO-37']],
  ['a range that runs backwards', "test('a [PHO-054..052]', () => {})", ['PHO-054..052']],
  ['a range of another spelling', "test('a [PHO-052-054]', () => {})", ['PHO-052-054']],
])('ids are read from %s', (_, text, ids) => {
  expect(namingsIn({ path: 'test/a.test.ts', text }).map(({ id }) => id)).toEqual(ids)
})

const naming = (...ids: string[]) => ids.map((id) => ({ id, where: 'test/a.test.ts:1' }))

const pho = ['PHO']

test.each<[string, string[], string[], Record<string, string>, Partial<ReturnType<typeof trace>>]>([
  ['an unfinished area', [], [], {}, { missing: [], unknown: [], summary: ['PHO 0/2', 'USR 0/1'] }],
  [
    'a finished area',
    pho,
    ['PHO-001', 'PHO-002'],
    {},
    { missing: [], summary: ['PHO 2/2, finished', 'USR 0/1'] },
  ],
  ['a row left out', pho, ['PHO-001'], {}, { missing: ['PHO-002: no test names it: A picture.'] }],
  ['a row named twice', [], ['USR-001', 'USR-001'], {}, { unknown: [], summary: ['PHO 0/2', 'USR 1/1'] }],
  ['a row excused', pho, ['PHO-001'], { 'PHO-002': 'why' }, { missing: [], idle: [] }],
  [
    'an excuse counted',
    pho,
    [],
    { 'PHO-002': 'why' },
    { summary: ['PHO 0/2, 1 excused, finished', 'USR 0/1'] },
  ],
  ['an empty excuse', pho, [], { 'PHO-002': ' ' }, { idle: ['PHO-002: excused without a reason'] }],
  [
    'an excuse with a proof',
    pho,
    ['PHO-002'],
    { 'PHO-002': 'w' },
    { idle: ['PHO-002: excused, but a test names it'] },
  ],
  ['an excuse without a row', pho, [], { 'PHO-003': 'why' }, { idle: ['PHO-003: excused, but no row'] }],
  ['an unknown row', [], ['PHO-003'], {}, { unknown: ['test/a.test.ts:1: names PHO-003, which is no row'] }],
  ['an unknown area', ['XYZ'], [], {}, { unknown: ['XYZ: finished, but no area'] }],
])('the trace of %s', (_, areas, ids, excuses, expected) => {
  expect(trace(requirementsIn(rows), naming(...ids), areas, excuses)).toMatchObject(expected)
})
