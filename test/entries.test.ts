import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { importsOf, readSources, resolve } from '../.build/declarations/source.ts'
import built from '../.build/entries.json' with { type: 'json' }
import project from '../package.json' with { type: 'json' }
import * as root from '../src/index.ts'
import * as scenario from '../src/scenario/index.ts'
import * as openapi from '../src/server/openapi/index.ts'
import typedoc from '../typedoc.json' with { type: 'json' }

const sources = new Map(
  readSources(fileURLToPath(new URL('..', import.meta.url)), 'src').map((source) => [source.path, source]),
)

/** The files and libraries that an import of a file loads at once, with those that `import()` loads later left out. */
function loadedBy(entry: string): ReadonlySet<string> {
  const loaded = new Set<string>()
  const left = [entry]
  for (let path = left.pop(); path !== undefined; path = left.pop()) {
    if (loaded.has(path)) continue
    loaded.add(path)
    const source = sources.get(path)
    if (!source) continue
    const now = importsOf(source).filter(({ typeOnly, isLate }) => !typeOnly && !isLate)
    left.push(...now.map(({ from }) => resolve(source, from) ?? from))
  }
  return loaded
}

// What few tests need takes a quarter of the code: YAML, the scenarios, and the texts of the OpenAPI document.
describe.each(['index', 'node', 'intercept', 'simulation', 'jest', 'node-test'] as const)(
  'an import of %s',
  (name) => {
    test('loads neither scenarios nor the OpenAPI document', () => {
      const heavy =
        /^(yaml|src\/scenario\/.*|src\/server\/openapi\/(document|operation|described)\.ts|src\/generated\/.*-notes\.ts)$/
      const loaded = [...loadedBy(built.both[name])]
      expect(loaded.length).toBeGreaterThan(300)
      expect(loaded.filter((path) => heavy.test(path))).toEqual([])
    })
  },
)

test('an import of explore loads no fast-check, which has an entry of its own', () => {
  expect([...loadedBy(built.both.explore)]).not.toContain('fast-check')
  expect([...loadedBy(built.both['fast-check'])]).toContain('fast-check')
})

test('an import of vitest loads neither', () => {
  const loaded = [...loadedBy(built.modules.vitest)]
  expect(loaded.length).toBeGreaterThan(300)
  expect(
    loaded.filter((path) => /^(yaml|src\/scenario\/|src\/server\/openapi\/document)/.test(path)),
  ).toEqual([])
})

test('scenarios and the OpenAPI document have entries of their own, and no name in two', () => {
  expect(Object.keys(scenario).sort()).toEqual(['parseScenario', 'recordScenario', 'runScenario'])
  expect(Object.keys(openapi)).toEqual(['openApiDocument'])
  const both = [...Object.keys(scenario), ...Object.keys(openapi)].filter((name) => name in root)
  expect(both).toEqual([])
})

/** The entries of the package whose code is built for both kinds of modules. */
const both = Object.keys(built.both).filter((name) => name !== 'index')

test.each(both)('%s has its exports, its types for older compilers, and its page', (name) => {
  const exported: Readonly<Record<string, unknown>> = project.exports
  const types: Readonly<Record<string, unknown>> = project.typesVersions['*']
  expect(exported[`./${name}`]).toEqual({
    import: { types: `./dist/${name}.d.ts`, default: `./dist/${name}.js` },
    require: { types: `./dist/${name}.d.cts`, default: `./dist/${name}.cjs` },
  })
  expect(types[name]).toEqual([`./dist/${name}.d.cts`])
  expect(typedoc.entryPoints).toContain(built.both[name as keyof typeof built.both])
})
