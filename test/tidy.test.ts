import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { type Rule, readSources } from '../.build/declarations/source.ts'
import {
  knownRooms,
  librariesByRoom,
  noCircles,
  operationsApart,
  roomOrder,
  smallRooms,
} from './tidy/rooms.ts'
import {
  ambientFree,
  fewCasts,
  namesOnce,
  noClasses,
  noSuchTexts,
  operationsOnly,
  rulesOnce,
} from './tidy/rules.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const tree = ['src', 'test'].flatMap((folder) => readSources(root, folder))

/** Each rule, with a file or two that offend against it, by path. */
const rules: readonly (readonly [title: string, rule: Rule, offence: Record<string, string>])[] = [
  ['every file stands in a room', knownRooms, { 'src/kernel/a.ts': '' }],
  [
    'rooms have few files',
    smallRooms,
    Object.fromEntries(Array.from({ length: 26 }, (_, count) => [`src/engine/a${count}.ts`, ''])),
  ],
  [
    'value imports point to earlier rooms',
    roomOrder,
    { 'src/service/caller/a.ts': "import { type A } from '../../machine/wire/body.ts'" },
  ],
  [
    'chapters do not import files of operations',
    operationsApart,
    { 'src/chapters/feed/a.ts': "import { a } from './endpoints.ts'" },
  ],
  [
    'each room imports its own libraries alone',
    librariesByRoom,
    { 'src/machine/wire/a.ts': "import a from 'yaml'" },
  ],
  [
    'no files reach each other by imports',
    noCircles,
    {
      'src/engine/a.ts': "import { b } from './b.ts'",
      'src/engine/b.ts': "import type { C } from './c.ts'",
      'src/engine/c.ts': "export { a } from './a.ts'",
    },
  ],
  ['the core reads nothing ambient', ambientFree, { 'src/engine/a.ts': "const a = Date['now']()" }],
  ['casts are few', fewCasts, { 'src/front/cli/a.ts': 'const a = b as unknown as C\n'.repeat(3) }],
  ['the core has no classes', noClasses, { 'src/engine/a.ts': 'export class A extends B {}' }],
  ['files have no texts of a few kinds', noSuchTexts, { 'src/engine/a.ts': `// ${'TO'}${'DO'}: end it` }],
  [
    'operation files export documented operations',
    operationsOnly,
    { 'src/chapters/feed/endpoints.ts': 'export const a = b({})' },
  ],
  [
    'an exported name means one thing',
    namesOnce,
    { 'src/engine/a.ts': 'export const a = 1', 'src/machine/wire/a.ts': 'export type a = 1' },
  ],
  [
    'a rule stands in one place',
    rulesOnce,
    { 'src/engine/a.ts': 'const a = /b/', 'src/machine/wire/a.ts': 'const c = /b/' },
  ],
]

test.each(rules)('%s', (_, rule, offence) => {
  expect(rule(tree)).toEqual([])
  expect(rule([])).toEqual([])
  expect(rule(Object.entries(offence).map(([path, text]) => ({ path, text })))).toHaveLength(1)
})

test.each([
  'new Date()',
  'Date()',
  'Date.parse(a)',
  'date.getMonth()',
  'Math.random()',
  'Math.pow(a, b)',
  'a ** 2',
  'a.localeCompare(b)',
  "a['toUpperCase']()",
  "a.normalize('NFC')",
  'z.url()',
  'decoder.decode(a, { stream: true })',
  '/\\p{L}/u',
  '/a/iu',
])('the core may not have %s', (text) => {
  expect(ambientFree([{ path: 'src/engine/a.ts', text }])).toHaveLength(1)
})
