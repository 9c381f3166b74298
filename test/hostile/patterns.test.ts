/*
 * `linear-patterns.json` lists patterns that the check below has found to take linear time, which depends on
 * their text alone. `npm run check -- hostile` checks each again. A pattern that is not listed fails: it is checked,
 * and listed if it is linear, with
 *
 *   FAUXGRAPH_PATTERNS=renew npx vitest run test/hostile/patterns.test.ts
 */
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { readSources, type Source } from '../../.build/declarations/source.ts'
import { isLong, longTest } from '../chance.ts'
import linear from './linear-patterns.json' with { type: 'json' }
import { patternsOf, regExpCalls, slowPatterns, textOf } from './patterns.ts'

const file = new URL('linear-patterns.json', import.meta.url)
const renewing = process.env['FAUXGRAPH_PATTERNS'] === 'renew'
const src = readSources(fileURLToPath(new URL('../..', import.meta.url)), 'src')

const patterns = patternsOf(src)
const distinct = [...new Map(patterns.map((pattern) => [textOf(pattern), pattern])).values()]
const checks = isLong || renewing

test('every pattern of the sources is listed, or takes linear time', async () => {
  expect(patterns.length).toBeGreaterThan(50)
  const listed = new Set<string>(linear)
  const unknown = distinct.filter((pattern) => !listed.has(textOf(pattern)))
  if (!checks)
    expect(
      unknown.map((one) => `${one.where}: ${textOf(one)} is not checked`),
      'renew the list',
    ).toEqual([])
  else expect(await slowPatterns(distinct)).toEqual([])
  if (renewing) writeFileSync(file, `${JSON.stringify(distinct.map(textOf).toSorted(), null, 2)}\n`)
})

test('patterns are literals, so that they can be checked', () => {
  expect(regExpCalls(src)).toEqual([])
})

const planted = (text: string): Source[] => [{ path: 'src/machine/wire/planted.ts', text }]

longTest.each([
  ['a run of blanks before any text', 'const bearer = /^bearer +(.*)$/i', '2nd degree polynomial'],
  ['a repetition within a repetition', 'const words = /^(\\w+\\s?)*$/', 'exponential'],
  ['a run at the end', 'url.replace(/\\/+$/, "")', '2nd degree polynomial'],
])('planted: %s is caught', async (_, text, complexity) => {
  const [slow = '', ...more] = await slowPatterns(patternsOf(planted(text)))
  expect(slow).toContain('src/machine/wire/planted.ts:1: ')
  expect(slow).toContain(complexity)
  expect(more).toEqual([])
})

test('planted: a pattern created at run time is caught', () => {
  expect(regExpCalls(planted('\nconst made = new RegExp(text)'))).toEqual(['src/machine/wire/planted.ts:2'])
})

longTest('planted: a linear literal is none', async () => {
  expect(await slowPatterns(patternsOf(planted('/^[a-z]+$/.test(text)')))).toEqual([])
})
