import { expect, test, vi } from 'vitest'
import { readSources, type Source } from '../tidy/source.ts'
import { madePatterns, patternsOf, slowPatterns } from './patterns.ts'

// The build in JavaScript runs everywhere; the others are a JAR and one binary for each system.
vi.stubEnv('RECHECK_BACKEND', 'pure')

const src = readSources(new URL('../..', import.meta.url).pathname, 'src')

test('every pattern of the sources takes linear time', async () => {
  const patterns = patternsOf(src)
  expect(patterns.length).toBeGreaterThan(50)
  expect(await slowPatterns(patterns)).toEqual([])
})

test('patterns are literals, which can be checked', () => {
  expect(madePatterns(src)).toEqual([])
})

const planted = (text: string): Source[] => [{ path: 'src/wire/planted.ts', text }]

test.each([
  ['a blank run before anything', 'const bearer = /^bearer +(.*)$/i', '2nd degree polynomial'],
  ['one repetition within another', 'const words = /^(\\w+\\s?)*$/', 'exponential'],
  ['a run at the end', 'url.replace(/\\/+$/, "")', '2nd degree polynomial'],
])('planted: %s is caught', async (_, text, complexity) => {
  const [slow = '', ...more] = await slowPatterns(patternsOf(planted(text)))
  expect(slow).toContain('src/wire/planted.ts:1: ')
  expect(slow).toContain(complexity)
  expect(more).toEqual([])
})

test('planted: a pattern that is made at run time is caught, and a linear one is not', async () => {
  expect(madePatterns(planted('\nconst made = new RegExp(text)'))).toEqual(['src/wire/planted.ts:2'])
  expect(await slowPatterns(patternsOf(planted('/^[a-z]+$/.test(text)')))).toEqual([])
})
