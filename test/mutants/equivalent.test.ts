import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import entries from './equivalent.json' with { type: 'json' }

const SOURCES = join(import.meta.dirname, '../../src')

const sources = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .map((path) => {
    const text = readFileSync(join(SOURCES, path), 'utf8')
    const lines = new Set(text.split('\n').map((line) => line.trim()))
    return { file: basename(path), text: text.replaceAll(/\s+/g, ' '), lines }
  })

/** Whether a source of this name has the line and the mutated code. */
const fits = ({ file, line, code }: (typeof entries)[number]) =>
  sources.some((source) => source.file === file && source.lines.has(line) && source.text.includes(code))

test('every equivalent mutant is of a line of a source', () => {
  expect(entries.filter((entry) => !fits(entry))).toEqual([])
})
