import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { expect, test, vi } from 'vitest'
import { parseScenario, runScenario } from '../../../src/scenario/index.ts'
import * as entry from '../../../src/service/area/index.ts'
import { exampleText, pageOf } from '../../docs/blocks.ts'
import { notesArea } from './notes.ts'

/*
 * The blocks of docs/areas.md are copies of files in test/service/area, or of regions of them. After a change:
 *
 *   FAUXGRAPH_DOCS=renew npx vitest run test/service/area/guide.test.ts
 */
const { text, blocks } = pageOf('docs/areas.md')

/** Blocks that no file has: the rule of a page by number stands in an endpoint. */
const fragments = 1

test('every block of code comes from a file', () => {
  expect(text.match(/^```(ts|yaml)\b/gm)).toHaveLength(blocks.length + fragments)
})

test.each(blocks)('%s: the page has the same text', (place, code) => {
  expect(exampleText(place)).not.toBe('')
  expect(code, 'renew it with FAUXGRAPH_DOCS=renew').toBe(exampleText(place))
})

test.each(['notes-in-use.ts', 'notes.explore.ts'])('%s prints the lines that it promises', async (file) => {
  const lines: string[] = []
  const log = vi.spyOn(console, 'log').mockImplementation((...values: unknown[]) => {
    lines.push(values.map((value) => (typeof value === 'string' ? value : inspect(value))).join(' '))
  })
  await import(`./${file}`).finally(() => log.mockRestore())
  const code = readFileSync(join(import.meta.dirname, file), 'utf8')
  const promised = [...code.matchAll(/^\/\/ → (.*)$/gm)].map(([, line = '']) => line)
  expect(promised.length).toBeGreaterThan(0)
  expect(lines).toEqual(promised)
})

test('the scenario plays', () => {
  const scenario = parseScenario(exampleText('test/service/area/notes.yaml'), { areas: [notesArea] })
  expect(runScenario(scenario).difference).toBeUndefined()
})

test('the page names every value of the entry', () => {
  const names = Object.keys(entry)
  expect(names.length).toBeGreaterThan(25)
  expect(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(text))).toEqual([])
})
