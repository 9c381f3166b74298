/*
 * `linear-patterns.json` lists patterns that the check below has found to take linear time, which depends on
 * their text alone. `npm run check -- hostile` checks them too. A pattern that is not listed is checked each time,
 * so a changed one may stay out of the list; it is renewed with
 *
 *   FAUXGRAPH_PATTERNS=renew npx vitest run test/hostile/patterns.test.ts
 */
import { existsSync, writeFileSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import { readSources, type Source } from '../../.build/declarations/source.ts'
import { isLong } from '../chance.ts'
import linear from './linear-patterns.json' with { type: 'json' }
import { patternsOf, regExpCalls, slowPatterns, textOf } from './patterns.ts'

// The binary of the system is eight times faster than the JavaScript build, which runs everywhere.
const system = { linux: 'linux', darwin: 'macos', win32: 'windows' }[process.platform as string] ?? 'other'
const hasBinary = existsSync(`node_modules/recheck-${system}-${process.arch}`)
vi.stubEnv('RECHECK_BACKEND', hasBinary ? 'native' : 'pure')

const file = new URL('linear-patterns.json', import.meta.url)
const renewing = process.env['FAUXGRAPH_PATTERNS'] === 'renew'
const src = readSources(new URL('../..', import.meta.url).pathname, 'src')

test('every pattern of the sources takes linear time', async () => {
  const patterns = patternsOf(src)
  expect(patterns.length).toBeGreaterThan(50)
  const distinct = [...new Map(patterns.map((pattern) => [textOf(pattern), pattern])).values()]
  const checked = new Set<string>(isLong || renewing ? [] : linear)
  expect(await slowPatterns(distinct.filter((pattern) => !checked.has(textOf(pattern))))).toEqual([])
  if (renewing) writeFileSync(file, `${JSON.stringify(distinct.map(textOf).toSorted(), null, 2)}\n`)
})

test('patterns are literals, so that they can be checked', () => {
  expect(regExpCalls(src)).toEqual([])
})

const planted = (text: string): Source[] => [{ path: 'src/machine/wire/planted.ts', text }]

test.each([
  ['a run of blanks before any text', 'const bearer = /^bearer +(.*)$/i', '2nd degree polynomial'],
  ['a repetition within a repetition', 'const words = /^(\\w+\\s?)*$/', 'exponential'],
  ['a run at the end', 'url.replace(/\\/+$/, "")', '2nd degree polynomial'],
])('planted: %s is caught', async (_, text, complexity) => {
  const [slow = '', ...more] = await slowPatterns(patternsOf(planted(text)))
  expect(slow).toContain('src/machine/wire/planted.ts:1: ')
  expect(slow).toContain(complexity)
  expect(more).toEqual([])
})

test('planted: a pattern created at run time is caught, and a linear literal is not', async () => {
  expect(regExpCalls(planted('\nconst made = new RegExp(text)'))).toEqual(['src/machine/wire/planted.ts:2'])
  expect(await slowPatterns(patternsOf(planted('/^[a-z]+$/.test(text)')))).toEqual([])
})
