import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { globSync } from 'tinyglobby'
import { describe, expect, test } from 'vitest'
import { parse } from '../../.build/declarations/source.ts'

// `npm run check -- planted` takes minutes and runs seldom. These tests notice when a fault no longer fits.
const root = fileURLToPath(new URL('../..', import.meta.url))

interface Fault {
  readonly name: string
  readonly file: string
  readonly from: string
  readonly to: string
  readonly tests: string
}

interface Patches {
  readonly faults: readonly Fault[]
  readonly withFault: (text: string, fault: Fault) => string
}

const { faults, withFault }: Patches = await import(`${root}test/planted/patch.mjs`)

test('there are twenty faults, each with a name of its own', () => {
  expect(new Set(faults.map(({ name }) => name)).size).toBe(20)
})

describe.each(faults)('$name', (fault) => {
  test('fits its file, which can be parsed with it', () => {
    const sound = readFileSync(`${root}${fault.file}`, 'utf8')
    const text = withFault(sound, fault)
    expect(text).not.toBe(sound)
    expect(parse({ path: fault.file, text }).error).toBeUndefined()
  })

  test('has tests that may notice it', () => {
    expect(globSync(`${fault.tests}/**/*.test.ts`, { cwd: root })).not.toEqual([])
  })
})

test.each([
  ['does not have', 'const b = 2', 0],
  ['has twice', 'const a = 1\nconst a = 1', 2],
])('a text that the file %s is an error', (_, text, times) => {
  const fault = { name: 'a fault', file: 'src/a.ts', from: 'const a', to: 'let a', tests: 'test' }
  expect(() => withFault(text, fault)).toThrow(
    `The fault "a fault" must replace a text that src/a.ts has once, and it occurs ${times} times: "const a"`,
  )
})
