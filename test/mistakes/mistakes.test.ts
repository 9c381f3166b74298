import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { World } from '../../src/index.ts'
import { startCommand } from '../front/cli/start-command.ts'
import { type CallMistake, callMistakes, start, writtenCall } from './calls.ts'
import { byAddress, byBatch, byFetch, byHttp, byRequest, type Seen, type SentCall } from './doors.ts'
import { messageOf, mistakes } from './mistakes.ts'

const path = join(import.meta.dirname, '../../docs/mistakes.md')

const cell = (text: string): string =>
  text
    .replaceAll(/\s*\n\s*/g, ' ')
    .replaceAll('|', '\\|')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')

const row = (...cells: string[]): string => `| ${cells.map(cell).join(' | ')} |`

function callRow(mistake: CallMistake): string {
  const { message, hint } = byRequest(start.fork(), writtenCall(mistake))
  return row(mistake.mistake, message, hint)
}

/** The page of all mistakes with their messages. */
async function page(): Promise<string> {
  const rows: string[] = []
  for (const mistake of mistakes)
    rows.push(row(mistake.mistake, (mistake.doors ?? ['typed']).join(', '), await messageOf(mistake)))
  return [
    '# Mistakes and their messages',
    '',
    'Each row is a mistake of a new user and the message for it. `test/mistakes/` makes every mistake, and writes',
    'this page.',
    '',
    '## Mistakes in calls',
    '',
    'The message is that of the error in the body, which is as the service description has it. The hint is in the',
    'header `x-fauxgraph-hint` of the answer, of a call of its own and of a call of a batch; in `hint` of the entry in',
    '`world.calls`, of `world.why(…)` and of the error that `unwrap()` throws; and in the report of a failed test. It',
    'has ASCII alone in the header, and at most 1,000 characters. These rows are tested by `world.request`, `fetch`, HTTP,',
    'batches, and `fauxgraph serve`.',
    '',
    '| mistake | message | hint |',
    '|---|---|---|',
    ...callMistakes.map(callRow),
    '',
    '## Other mistakes',
    '',
    '*typed* is code that uses the package, *fetch* a client of the fetch handler or the server, and *command* the',
    'command line.',
    '',
    '| mistake | where | message |',
    '|---|---|---|',
    ...rows,
    '',
  ].join('\n')
}

// These are the words of the engine for a member that undefined does not have.
// These are the words of the engine for a member that undefined does not have, and those of schemas.
const ofTheEngine =
  /undefined \(reading|is not iterable|is not a function|Invalid (input|option)|Too (big|small)|Unrecognized/

describe('the message about', () => {
  test.each(mistakes)('$mistake says what is wrong and what to do', async (mistake) => {
    const message = await messageOf(mistake)
    for (const words of mistake.says) expect(message).toContain(words)
    expect(message).not.toMatch(ofTheEngine)
  })
})

const doors: readonly [string, (world: World, call: SentCall) => Seen | Promise<Seen>][] = [
  ['world.request', byRequest],
  ['fetch', byFetch],
  ['HTTP', byHttp],
  ['a batch', byBatch],
]

describe.each(doors)('by %s', (door, send) => {
  const clock = door === 'world.request' || door === 'a batch' ? writtenCall : undefined
  // A batch needs a token itself.
  const isInBatch = ({ mistake }: CallMistake) => !/token|dialog/.test(mistake)
  const made = callMistakes.filter((mistake) => door !== 'a batch' || isInBatch(mistake))

  test.each(made)('$mistake has its message, its hint, and the hint in the log', async (mistake) => {
    const world = start.fork()
    const { message, hint } = await send(world, clock?.(mistake) ?? mistake.call(Date.now()))
    const { says = [], hints = [] } = mistake
    if (says.length === 0) expect(message).toBe('')
    for (const words of says) expect(message).toContain(words)
    for (const words of hints) expect(hint).toContain(words)
    expect(hint).toMatch(hints.length === 0 ? /^$/ : /^[ -~]{1,1000}$/)
    const logged = world.calls.last()?.hint
    // The log is read with the clock of this machine.
    if (!hint.includes('clock of this machine')) expect(logged ?? '').toBe(hint)
  })
})

describe('by a client of fauxgraph serve', () => {
  const run = startCommand(['serve', '--port', '0', '--json', '--beyond', 'refuse'])
  let url: string
  beforeAll(async () => {
    await run.started
    url = JSON.parse(run.written.out).url
  })
  afterAll(async () => {
    run.stop()
    await run.code
  })

  test.each(callMistakes)('$mistake has its message, its hint, and the hint in the log', async (mistake) => {
    const { message, hint } = await byAddress(url, mistake.call(Date.now()))
    const { says = [], hints = [] } = mistake
    for (const words of says) expect(message).toContain(words)
    for (const words of hints) expect(hint).toContain(words)
    const { calls } = await (await fetch(`${url}/_sim/calls`)).json()
    expect(calls.at(-1).hint ?? '').toBe(hint)
  })
})

test('there are at least fifty mistakes, each made once', () => {
  const all = [...mistakes, ...callMistakes].map(({ mistake }) => mistake)
  expect(all.length).toBeGreaterThanOrEqual(50)
  expect(new Set(all).size).toBe(all.length)
})

test('docs/mistakes.md lists every message', async () => {
  const text = await page()
  if (process.env['FAUXGRAPH_DOCS'] === 'renew') writeFileSync(path, text)
  expect(readFileSync(path, 'utf8'), 'renew it with FAUXGRAPH_DOCS=renew').toBe(text)
})
