import { join } from 'node:path'
import { inspect } from 'node:util'
import { expect, test, vi } from 'vitest'
import { exampleText, pageOf } from './docs/blocks.ts'

/*
 * Each TypeScript block of the README is a copy of a file in test/readme, named in the line above the block.
 * `npm run typecheck` compiles these files under strict. After a change of a file, copy it to the README with
 *
 *   FAUXGRAPH_DOCS=renew npx vitest run test/readme.test.ts
 */
const { text: readme, blocks } = pageOf('README.md')

/** The lines that an example promises to print, in comments that begin with an arrow. */
const promisedLines = (code: string): string[] =>
  [...code.matchAll(/^\/\/ → (.*)$/gm)].map(([, line = '']) => line)

/** Runs an example, and returns the lines that it prints. */
async function printedLines(file: string): Promise<string[]> {
  const lines: string[] = []
  const log = vi.spyOn(console, 'log').mockImplementation((...values: unknown[]) => {
    lines.push(values.map((value) => (typeof value === 'string' ? value : inspect(value))).join(' '))
  })
  try {
    await import(join(import.meta.dirname, '..', file))
  } finally {
    log.mockRestore()
  }
  return lines
}

test('four lines on the first screen say what the presets are and which to take', () => {
  const paragraph =
    readme
      .slice(0, readme.indexOf('```'))
      .match(/^\*\*Which service\?\*\*.*?\n\n/ms)?.[0]
      .trim() ?? ''
  expect(paragraph.split('\n')).toHaveLength(4)
  const text = paragraph.replaceAll('\n', ' ')
  expect(text).toMatch(
    /your SDK or app talks to the live service, take `createWorld\(\{ policy: 'platform' \}\)`/,
  )
  for (const word of ['platformPolicy', "'contract'", 'contractPolicy', '--policy platform'])
    expect(text).toContain(word)
})

test('every block of TypeScript or JavaScript in the README comes from a file in test/readme', () => {
  expect(readme.match(/^```(ts|js|typescript|javascript)\b/gm)).toHaveLength(blocks.length)
  expect(blocks.map(([file]) => file)).toEqual([
    'test/readme/photo.test.ts',
    'test/readme/unit-test.ts',
    'test/readme/faults.ts',
    'test/readme/explore.ts',
    'test/readme/time.ts',
    'test/readme/scenario.ts',
    'test/readme/simulation.ts',
    'test/readme/server.ts',
  ])
})

test.each(blocks)('%s: the README has the same text', (file, code) => {
  expect(code, 'renew it with FAUXGRAPH_DOCS=renew').toBe(exampleText(file))
})

/** The first example is a test of Vitest, which runs it with the others. */
const programs = blocks.filter(([file]) => !file.endsWith('.test.ts'))

test.each(programs)('%s: the example prints the lines that it promises', async (file, code) => {
  expect(promisedLines(code).length).toBeGreaterThan(0)
  expect(await printedLines(file)).toEqual(promisedLines(code))
})
