import { readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, test } from 'vitest'
import equivalents from './mutants/equivalent.json' with { type: 'json' }
import { readSources } from './tidy/source.ts'

// The scripts in test/bench and test/mutants run seldom. These tests notice when a file that they name moves.
const root = new URL('..', import.meta.url).pathname

interface MutantTests {
  readonly testsFor: (source: string) => {
    readonly tests: readonly string[]
    readonly wider: readonly string[]
  }
}

const covered = ['engine', 'pictures', 'areas', 'graph', 'wire', 'machine', 'world']

test('every source file of the core has tests for its mutants', async () => {
  const { testsFor }: MutantTests = await import(`${root}test/mutants/tests.mjs`)
  const sources = covered.flatMap((folder) => readSources(root, `src/${folder}`))
  expect(sources.length).toBeGreaterThan(200)
  for (const { path } of sources) {
    const { tests, wider } = testsFor(path)
    expect(tests.length, path).toBeGreaterThan(0)
    expect(wider.length, path).toBeGreaterThan(0)
  }
})

test('the file of every equivalent mutant exists', () => {
  const sources = new Set(readSources(root, 'src').map(({ path }) => basename(path)))
  const missing = equivalents.map(({ file }) => file).filter((file) => !sources.has(file))
  expect(missing).toEqual([])
})

test('the bench loads only modules and exports that exist', async () => {
  const scripts = readdirSync(`${root}test/bench`).filter((name) => name.endsWith('.mjs'))
  const loads = scripts.flatMap((name) => [
    ...readFileSync(`${root}test/bench/${name}`, 'utf8').matchAll(
      /\{([^{}]*)\} = await built\('([\w/-]+)\.js'\)/g,
    ),
  ])
  expect(loads.length).toBeGreaterThan(10)
  for (const [, names = '', module = ''] of loads) {
    const exported = Object.keys(await import(`${root}src/${module}.ts`))
    expect(exported, module).toEqual(expect.arrayContaining(names.split(',').map((name) => name.trim())))
  }
})
