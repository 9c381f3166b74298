import { join } from 'node:path'
import ts from '@typescript/typescript6'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../..')
const path = join(root, 'test/service/area/as-in-an-editor.ts')

/** A program as in an editor: `¦1` marks the place of the cursor. */
const marked = `
import { action, rowId, successResult, table, z } from '../../../src/service/area/index.ts'
import { explore } from '../../../src/explore/index.ts'
import { createWorld } from '../../../src/index.ts'
import { notesArea } from './notes.ts'

const tasks = table({
  row: z.object({ page: rowId('pages'), title: z.string(), done: z.boolean() }),
  edges: { byPage: { owners: ({ page }) => [[page]] } },
})
export const finish = action({
  params: z.object({ task: z.number() }),
  result: successResult,
  run({ tx, params }) {
    tx.insert(tasks, { ¦1 })
    const row = tx.find(tasks, params.task)
    tx.list(tasks, '¦2', [1])
    return { success: ro¦3w?.done === true }
  },
})
const world = createWorld({ areas: [notesArea] })
world.as('token').¦4;
world.as('token').writ¦5eNote({ ¦6 })
world.as('token').readNote({ note: '1' }).unwrap().¦7;
world.actions.expire¦8Note({ note: 1 })
world.events.of('¦9')
const plain = createWorld()
plain.a¦10s('token').¦11;
plain.stub('GET /{page}/conversations', ({ ¦12 }) => ({ data: [] }))
plain.st¦13ub('GET /{page}/conversations', { data: [] })
plain.as('token').listPageFeed({ page: '1', fields: ['¦15'] })
plain.as('token').readCampaign({ campaign: '1', fields: '¦16' })
plain.as('token').readMany({ ids: '1', fields: ['any text'] })
world.as('token').listNotes({ page: '1', fields: ['¦17'] })
plain.faults.add({ match: { operation: '¦18' }, fault: { kind: 'drop' } })
plain.faults.add({ match: { operation: 'GET /{page}/conversations' }, fault: { kind: 'drop' } })
plain.why({ operation: '¦19', token: 'token' })
plain.calls.of('¦20')
explore({ name: 'x', world: () => world, sut: () => ({}), environment: ['¦14'] })
`

const places = new Map<string, number>()
let text = ''
for (const [at, part] of marked.split('¦').entries()) {
  const number = at === 0 ? '' : (/^\d+/.exec(part)?.[0] ?? '')
  if (at > 0) places.set(number, text.length)
  text += part.slice(number.length)
}

const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile)
const { options } = ts.parseJsonConfigFileContent({ ...config, include: [], files: [path] }, ts.sys, root)

const service = ts.createLanguageService({
  getCompilationSettings: () => ({ ...options, types: [], noUnusedLocals: false }),
  getScriptFileNames: () => [path],
  getScriptVersion: () => '1',
  getScriptSnapshot(file) {
    const content = file === path ? text : ts.sys.readFile(file)
    return content === undefined ? undefined : ts.ScriptSnapshot.fromString(content)
  },
  getCurrentDirectory: () => root,
  getDefaultLibFileName: ts.getDefaultLibFilePath,
  directoryExists: ts.sys.directoryExists,
  fileExists: (file) => file === path || ts.sys.fileExists(file),
  readFile: (file) => (file === path ? text : ts.sys.readFile(file)),
})

/** The names that an editor offers at a place. */
const offered = (place: number): readonly string[] =>
  service
    .getCompletionsAtPosition(path, places.get(String(place)) ?? 0, {})
    ?.entries.map(({ name }) => name) ?? []

/** What an editor shows for the name at a place, on one line. */
function hover(place: number): string {
  const info = service.getQuickInfoAtPosition(path, places.get(String(place)) ?? 0)
  return (info?.displayParts ?? [])
    .map(({ text }) => text)
    .join('')
    .replaceAll(/\s+/g, ' ')
}

test.each([
  ['the columns of a new row', 1, ['page', 'title', 'done']],
  ['the edges of a table', 2, ['byPage']],
  ['the calls of an area', 4, ['writeNote', 'readNote', 'listNotes', 'deleteNote']],
  ['the calls of the service beside them', 4, ['readPhoto', 'publishPost']],
  ['the parameters of a call of an area', 6, ['page', 'text', 'fields', 'files']],
  ['the fields of a record of an area', 7, ['id', 'text', 'created_time', 'page_name']],
  ['the events of an area', 9, ['notes.written']],
  ['the calls of a world without areas', 11, ['readPhoto', 'publishPost']],
  ['the kinds of facts of an area', 14, ['lead', 'notes.noted', 'notes.expired']],
  ['the fields of a list', 15, ['id', 'message', 'created_time']],
  ['the fields of a record', 16, ['id', 'name', 'objective']],
  ['the fields of a record of an area', 17, ['id', 'text', 'created_time', 'page_name']],
  ['the operations of a fault rule', 18, ['publishPost', 'listPageFeed']],
  ['the operations of a call to explain', 19, ['publishPost', 'listPageFeed']],
  ['the operations of the call log', 20, ['publishPost', 'listPageFeed']],
  ['the context of a stub', 12, ['params', 'node', 'caller', 'now', 'draw', 'refuse']],
])('an editor offers %s', (_, place, names) => {
  expect(offered(place)).toEqual(expect.arrayContaining(names))
})

test.each([
  ['a row', 3, /^const row: .*(AreaRow|title: string)/],
  ['a call of an area', 5, /writeNote.*page: string.*text: string.*CallOutcome<\{ id: string; \}>/],
  ['an action of an area', 8, /expireNote.*note: number.*CallOutcome<\{ success: boolean; \}>/],
  ['the client of a world without areas', 10, /as\(token: string, .*\): (Client|World<never>)/],
  ['a stub', 13, /stub\(route: string, answer: StubAnswer, options\?: StubOptions.*\): AddedStub/],
])('an editor shows the type of %s', (_, place, expected) => {
  expect(hover(place)).toMatch(expected)
})

test('a world without areas has no calls of areas', () => {
  expect(offered(11)).not.toContain('writeNote')
})
