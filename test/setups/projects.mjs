import { readFileSync } from 'node:fs'

const { devDependencies } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
export const typescript = 'typescript@5.9'
export const nodeTypes = `@types/node@${devDependencies['@types/node']}`

export const compilerOptions = {
  target: 'ES2023',
  lib: ['ES2024', 'DOM'],
  module: 'nodenext',
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: false,
  noEmit: true,
  types: ['node'],
}
const tsconfig = JSON.stringify({ compilerOptions, include: ['test'] })

/** Types of fauxgraph/explore, which needs no fast-check. */
const explores = `import { explore, type ExploreOptions } from 'fauxgraph/explore'
export const start = async (options: ExploreOptions): Promise<boolean> => (await explore(options)).ok
// @ts-expect-error a run has options
export const wrong = explore(5)
`
/** A test whose baseline has an area: its calls, its actions and the names of the starter are typed. */
const fixtures = (from) => `import { createWorld } from 'fauxgraph'
import { action, area, successResult, z } from 'fauxgraph/area'
${
  from === 'fauxgraph/vitest'
    ? "import { test as base } from 'fauxgraph/vitest'"
    : "import { useWorld } from 'fauxgraph/jest'"
}
const flags = area('flags', {
  version: 1,
  actions: { raise: action({ params: z.object({ name: z.string() }), result: successResult, run: () => ({ success: true }) }) },
})
const make = () => createWorld({ areas: [flags], starter: true })
${
  from === 'fauxgraph/vitest'
    ? "export const typed = () => base.baseline(make)('typed', ({ world }) => void world.actions.raise({ name: world.names.page }))"
    : 'export const typed = () => { const world = useWorld(make); world().actions.raise({ name: world().names.page }) }'
}
// @ts-expect-error an action of the area takes a text
export const wrong = () => make().actions.raise({ name: 5 })
`

/** Types of fauxgraph/fast-check. */
const draws = `import { arbitraries } from 'fauxgraph/fast-check'
import fc from 'fast-check'
export const names: string[] = fc.sample(arbitraries.operations)
// @ts-expect-error names are texts
export const wrong: number[] = fc.sample(arbitraries.operations)
`
const babelConfig = `module.exports = {
  presets: [['@babel/preset-env', { targets: { node: 'current' } }], '@babel/preset-typescript'],
}
`
const tsJest = { preset: 'ts-jest', testEnvironment: 'node' }

/**
 * The projects in which `fauxgraph init` writes tests: what their package.json contains, what they install, and
 * other files.
 */
export const projects = [
  { name: 'vitest 4', manifest: { type: 'module' }, packages: ['vitest@4'] },
  { name: 'vitest 3 in a CommonJS project', manifest: {}, packages: ['vitest@3'] },
  {
    name: 'vitest 4 with strict TypeScript',
    manifest: { type: 'module' },
    packages: ['vitest@4', typescript, nodeTypes],
    files: {
      'tsconfig.json': tsconfig,
      'test/explores.ts': explores,
      'test/fixtures.ts': fixtures('fauxgraph/vitest'),
    },
    typed: true,
  },
  { name: 'jest 30 in CommonJS', manifest: {}, packages: ['jest@30'] },
  {
    name: 'jest 30 in ES modules',
    manifest: { type: 'module', jest: { transform: {} } },
    packages: ['jest@30'],
    environment: { NODE_OPTIONS: '--experimental-vm-modules' },
  },
  {
    name: 'ts-jest',
    manifest: { jest: tsJest },
    packages: ['jest@30', 'ts-jest@29', typescript, nodeTypes, 'fast-check@4'],
    files: {
      'tsconfig.json': tsconfig,
      'test/draws.ts': draws,
      'test/fixtures.ts': fixtures('fauxgraph/jest'),
    },
    typed: true,
  },
  {
    name: 'jest 30 with Babel and TypeScript',
    manifest: {},
    packages: ['jest@30', '@babel/preset-env@7', '@babel/preset-typescript@7', typescript, nodeTypes],
    files: { 'tsconfig.json': tsconfig, 'babel.config.js': babelConfig },
    typed: true,
  },
  {
    name: 'jest 30 with SWC and TypeScript',
    manifest: { jest: { transform: { '^.+\\.[jt]sx?$': '@swc/jest' } } },
    packages: ['jest@30', '@swc/jest@0.2', '@swc/core@1', typescript, nodeTypes],
    files: { 'tsconfig.json': tsconfig },
    typed: true,
  },
  {
    name: 'node:test in ES modules',
    manifest: { type: 'module', scripts: { test: 'node --test' } },
    packages: [],
  },
  { name: 'node:test in CommonJS', manifest: { scripts: { test: 'node --test' } }, packages: [] },
]
