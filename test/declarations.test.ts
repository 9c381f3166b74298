import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { actionComments, endpointComments } from '../.build/declarations/comments.ts'
import { notesOf } from '../.build/declarations/notes.ts'
import { importsOf, resolve } from '../.build/declarations/source.ts'
import { endpointNotes } from '../src/generated/endpoint-notes.ts'
import { undocumentedMembers } from './declarations/undocumented.ts'

// That the types are right is checked by `npm run typecheck` (test/declarations/equal.ts), so the suite checks the
// documentation alone.
const root = join(import.meta.dirname, '..')
const typesText = readFileSync(join(root, 'src/generated/operations.ts'), 'utf8')

/** Text without indentation and line ends, which the formatter sets. */
const flat = (text: string): string => text.replaceAll(/\n\s*\*?\s*/g, ' ')

const written = flat(typesText)

describe('the generated types document, as the definitions do,', () => {
  test.each([...endpointComments(root), ...actionComments(root)])('$name', ({ name, method }) => {
    expect(written).toContain(`${flat(method).trim()} ${name}(`)
  })
})

test('the generated notes have the comment and the rows of every endpoint', () => {
  expect(endpointNotes).toEqual(notesOf(root))
})

test.each(['src/generated/operations.ts', 'src/service/policy.ts', 'src/service/typed-call.ts'])(
  'every type, member and method in %s has a text',
  (path) => {
    const text = readFileSync(join(root, path), 'utf8')
    expect(undocumentedMembers(text), 'describe it where it is defined').toEqual([])
  },
)

test.each([
  ['a field', 'export type A = {\n/** A. */\nb: string\nc: string }', ['A', 'A.c']],
  ['a field within a list', '/** A. */\nexport type A = {\n/** B. */\nb: readonly { c: 1 }[] }', ['A.b.c']],
  ['an empty text', '/** A. */\nexport interface A {\n/** */\nb(): void }', ['A.b']],
])('%s without a text is found', (_, text, expected) => {
  expect(undocumentedMembers(text)).toEqual(expected)
})

interface Generator {
  readonly digestOf: (root: string) => string
  readonly sourcesOf: (root: string) => readonly string[]
}

/** The smallest project from which files could be generated, with some files changed. */
function projectWith(changes: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'fauxgraph-generate-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const rooms = ['engine', 'service', 'chapters/feed', 'server/openapi'].map((room) => `src/${room}/a.ts`)
  const generator = ['.build/declarations/a.ts', '.build/generate.mjs', 'package-lock.json']
  const files = [...rooms, ...generator, 'src/world/a.ts']
  const texts = { ...Object.fromEntries(files.map((file) => [file, ''])), ...changes }
  for (const [file, text] of Object.entries(texts)) {
    mkdirSync(join(folder, dirname(file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  return folder
}

test.each([
  ['a schema or a comment', 'src/chapters/feed/a.ts'],
  ['a new file of an area', 'src/chapters/feed/b.ts'],
  ['a part that all areas use', 'src/service/a.ts'],
  ['the generator', '.build/declarations/a.ts'],
  ['the version of a library', 'package-lock.json'],
])('the files are generated again after a change of %s', async (_, file) => {
  const { digestOf }: Generator = await import(join(root, '.build/generate.mjs'))
  expect(digestOf(projectWith({ [file]: '// changed' }))).not.toBe(digestOf(projectWith({})))
})

test('the files are not generated again after a change of a room that no operation is made from', async () => {
  const { digestOf }: Generator = await import(join(root, '.build/generate.mjs'))
  expect(digestOf(projectWith({ 'src/world/a.ts': '// changed' }))).toBe(digestOf(projectWith({})))
})

test('every file that the operations or the generator import counts as a source', async () => {
  const { sourcesOf }: Generator = await import(join(root, '.build/generate.mjs'))
  const sources = new Set(sourcesOf(root))
  const next = [
    'src/chapters/registry.ts',
    '.build/declarations/generate.ts',
    '.build/declarations/inferred.ts',
  ]
  const reached = new Set<string>()
  for (let path = next.pop(); path !== undefined; path = next.pop()) {
    if (reached.has(path)) continue
    reached.add(path)
    const source = { path, text: readFileSync(join(root, path), 'utf8') }
    next.push(...importsOf(source).flatMap(({ from }) => resolve(source, from) ?? []))
  }
  expect([...reached].filter((path) => !sources.has(path))).toEqual([])
  expect(reached.size).toBeGreaterThan(300)
})
