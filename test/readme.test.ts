import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inspect } from 'node:util'
import fastCheck from 'fast-check'
import { expect, test } from 'vitest'
import * as node from '../src/adapters/node/index.ts'
import * as core from '../src/index.ts'

const readme = readFileSync(join(import.meta.dirname, '..', 'README.md'), 'utf8')
const modules = { fauxgraph: core, 'fauxgraph/node': node, 'fast-check': { default: fastCheck } }

/** The blocks of JavaScript, each under the heading that it follows. */
const blocks = [...readme.matchAll(/```js\n(.*?)```/gs)].map(({ index, 1: code = '' }) => {
  const headings = [...readme.slice(0, index).matchAll(/^#+ (.*)$/gm)]
  return [headings.at(-1)?.[1] ?? '', code] as const
})

/** What a block says that it prints. */
const promised = (code: string): string[] =>
  [...code.matchAll(/^\/\/ → (.*)$/gm)].map(([, text = '']) => text)

/** Imports as a function has them: taken out of what it is handed. */
const withoutImports = (code: string): string =>
  code
    .replaceAll(/^import \{(.*)\} from '(.*)'$/gm, "const {$1} = modules['$2']")
    .replaceAll(/^import (\w+) from '(.*)'$/gm, "const { default: $1 } = modules['$2']")

/** Runs a block as a module would run, and answers the lines that it prints. */
async function printed(code: string): Promise<string[]> {
  const lines: string[] = []
  const log = (...values: unknown[]) =>
    lines.push(values.map((value) => (typeof value === 'string' ? value : inspect(value))).join(' '))
  const run = new Function('modules', 'console', `return (async () => {${withoutImports(code)}})()`)
  await run(modules, { log })
  return lines
}

test('the readme has a block for the first answer and for each use', () => {
  expect(blocks.map(([heading]) => heading)).toEqual([
    'The first answer',
    'A fake in unit tests',
    'Scenarios with faults, under properties',
    'Stepping time',
    'Over HTTP, for any language',
  ])
})

test.each(blocks)('%s: the block prints what it says', async (_, code) => {
  expect(promised(code).length).toBeGreaterThan(0)
  expect(await printed(code)).toEqual(promised(code))
})
