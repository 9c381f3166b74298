import { existsSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import { readSources, type Source } from '../tidy/source.ts'
import { patternsOf, regExpCalls, slowPatterns } from './patterns.ts'

// The binary of the system is eight times faster than the JavaScript build, which runs everywhere.
const system = { linux: 'linux', darwin: 'macos', win32: 'windows' }[process.platform as string] ?? 'other'
const hasBinary = existsSync(`node_modules/recheck-${system}-${process.arch}`)
vi.stubEnv('RECHECK_BACKEND', hasBinary ? 'native' : 'pure')

const src = readSources(new URL('../..', import.meta.url).pathname, 'src')

test('every pattern of the sources takes linear time', async () => {
  const patterns = patternsOf(src)
  expect(patterns.length).toBeGreaterThan(50)
  expect(await slowPatterns(patterns)).toEqual([])
})

test('patterns are literals, so that they can be checked', () => {
  expect(regExpCalls(src)).toEqual([])
})

const planted = (text: string): Source[] => [{ path: 'src/wire/planted.ts', text }]

test.each([
  ['a run of blanks before any text', 'const bearer = /^bearer +(.*)$/i', '2nd degree polynomial'],
  ['a repetition within a repetition', 'const words = /^(\\w+\\s?)*$/', 'exponential'],
  ['a run at the end', 'url.replace(/\\/+$/, "")', '2nd degree polynomial'],
])('planted: %s is caught', async (_, text, complexity) => {
  const [slow = '', ...more] = await slowPatterns(patternsOf(planted(text)))
  expect(slow).toContain('src/wire/planted.ts:1: ')
  expect(slow).toContain(complexity)
  expect(more).toEqual([])
})

test('planted: a pattern created at run time is caught, and a linear literal is not', async () => {
  expect(regExpCalls(planted('\nconst made = new RegExp(text)'))).toEqual(['src/wire/planted.ts:2'])
  expect(await slowPatterns(patternsOf(planted('/^[a-z]+$/.test(text)')))).toEqual([])
})
