import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { messageOf, mistakes } from './mistakes.ts'

const path = join(import.meta.dirname, '../../docs/mistakes.md')

const cell = (text: string): string =>
  text
    .replaceAll(/\s*\n\s*/g, ' ')
    .replaceAll('|', '\\|')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')

/** The page of all mistakes with their messages. */
async function page(): Promise<string> {
  const rows: string[] = []
  for (const mistake of mistakes)
    rows.push(`| ${cell(mistake.mistake)} | ${cell(await messageOf(mistake))} |`)
  return [
    '# Mistakes and their messages',
    '',
    'Each row is a mistake of a new user and the message for it. `test/mistakes/` makes every mistake, and writes',
    'this page.',
    '',
    '| mistake | message |',
    '|---|---|',
    ...rows,
    '',
  ].join('\n')
}

describe('the message about', () => {
  test.each(mistakes)('$mistake says what is wrong and what to do', async (mistake) => {
    const message = await messageOf(mistake)
    for (const words of mistake.says) expect(message).toContain(words)
    // These are the words of the engine for a member that undefined does not have.
    expect(message).not.toMatch(
      /undefined \(reading|is not iterable|is not a function|Invalid (input|option)|Too (big|small)|Unrecognized/,
    )
  })
})

test('there are at least fifty mistakes, each made once', () => {
  expect(mistakes.length).toBeGreaterThanOrEqual(50)
  expect(new Set(mistakes.map(({ mistake }) => mistake)).size).toBe(mistakes.length)
})

test('docs/mistakes.md lists every message', async () => {
  const text = await page()
  if (process.env['FAUXGRAPH_DOCS'] === 'renew') writeFileSync(path, text)
  expect(readFileSync(path, 'utf8'), 'renew it with FAUXGRAPH_DOCS=renew').toBe(text)
})
