import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { actionComments, endpointComments } from './declarations/comments.ts'
import { actionNotesText, fieldNotesText, notesOf, notesText } from './declarations/notes.ts'
import { undocumentedMembers } from './declarations/undocumented.ts'

// The file is renewed by `npm run types`. That its types are right is checked by `npm run typecheck`
// (test/declarations/equal.ts), so the suite checks the documentation alone.
const root = join(import.meta.dirname, '..')
const path = join(root, 'src/areas/operations.ts')
const notesPath = join(root, 'src/openapi/endpoint-notes.ts')

if (process.env['FAUXGRAPH_TYPES'] === 'renew') {
  const { operationTypes } = await import('./declarations/generate.ts')
  const { types, endpoints, actions } = operationTypes(root)
  const written = [
    [path, types],
    [notesPath, notesText(root)],
    [join(root, 'src/openapi/field-notes.ts'), fieldNotesText(endpoints)],
    [join(root, 'test/docs/action-notes.json'), actionNotesText(actions)],
  ] as const
  for (const [file, text] of written) writeFileSync(file, text)
  execFileSync('npx', ['biome', 'check', '--write', ...written.map(([file]) => file)], { cwd: root })
}

const typesText = readFileSync(path, 'utf8')

/** Text without indentation and line ends, which the formatter sets. */
const flat = (text: string): string => text.replaceAll(/\n\s*\*?\s*/g, ' ')

const written = flat(typesText)

describe('src/areas/operations.ts documents, as the definitions do,', () => {
  test.each([...endpointComments(root), ...actionComments(root)])('$name', ({ name, method }) => {
    expect(written, 'renew it with npm run types').toContain(`${flat(method).trim()} ${name}(`)
  })
})

test('src/openapi/endpoint-notes.ts has the comment and the rows of every endpoint', async () => {
  const { endpointNotes } = await import('../src/openapi/endpoint-notes.ts')
  expect(endpointNotes, 'renew it with npm run types').toEqual(notesOf(root))
})

test('every type, field, parameter and method in src/areas/operations.ts has a text', () => {
  expect(undocumentedMembers(typesText), 'describe it where it is defined, then npm run types').toEqual([])
})

test.each([
  ['a field', 'export type A = {\n/** A. */\nb: string\nc: string }', ['A', 'A.c']],
  ['a field within a list', '/** A. */\nexport type A = {\n/** B. */\nb: readonly { c: 1 }[] }', ['A.b.c']],
  ['an empty text', '/** A. */\nexport interface A {\n/** */\nb(): void }', ['A.b']],
])('%s without a text is found', (_, text, expected) => {
  expect(undocumentedMembers(text)).toEqual(expected)
})
