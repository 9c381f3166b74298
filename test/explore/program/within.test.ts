import { expect, test } from 'vitest'
import { sample } from '../../chance.ts'
import { exploreFiles } from './scratch.ts'

const socket = `import net from 'node:net'
await new Promise((resolve) => net.connect(1).on('data', resolve))`

/** Work that takes the processor for some time in each start. */
const slow = (rounds: number) => `import { createHash } from 'node:crypto'
const bytes = Buffer.alloc(1_000_000)
for (let round = 0; round < ${rounds}; round++) createHash('sha256').update(bytes).digest()
setInterval(() => {}, 60_000)`

/** Programs that would let an exploration go on beyond its time, and what its report says of it. */
const programs: readonly [what: string, main: string, config: object, said: string][] = [
  [
    'a module of a URL that waits for a socket',
    `await import(${JSON.stringify(`data:text/javascript,${encodeURIComponent(socket)}`)})`,
    {},
    'the time was over before main#1 ended',
  ],
  ['starts that take long', slow(1_000), {}, 'no run ended in time'],
  [
    'a mirror that never answers',
    'setInterval(() => {}, 60_000)',
    { mirror: { rows: () => new Promise(() => {}) } },
    'no run ended in time',
  ],
]

test.each(sample(programs, 2))(
  '%s: the exploration ends in its time',
  { timeout: 60_000 },
  async (_, main, config, said) => {
    const before = performance.now()
    const report = await exploreFiles({ 'main.mjs': main }, { within: '2s', ...config })
    // A busy machine may take a moment for the end itself.
    expect(performance.now() - before).toBeLessThan(6_000)
    expect(report).toMatchObject({ ok: false, runs: 0 })
    expect(report.warnings.join()).toContain(said)
    expect(report.warnings).toContain('no run ended in time: raise within, or leave it out')
  },
)

test('what was found before the time was over is in the report', { timeout: 60_000 }, async () => {
  const options = { within: '4s', runs: 10_000, invariants: { none: () => false } } as const
  const before = performance.now()
  const report = await exploreFiles({ 'main.mjs': slow(200) }, options)
  expect(report.failures.map(({ kind }) => kind)).toEqual(['invariant none'])
  // An exploration that finds nothing more ends after 100 runs: here the time ends it.
  expect(performance.now() - before).toBeGreaterThan(3_900)
  expect(report.runs).toBeLessThan(100)
})

test('a start that blocks its thread for ever is found, with its line', async () => {
  const main = 'const words = new Int32Array(new SharedArrayBuffer(4))\nAtomics.wait(words, 0, 0)'
  const report = await exploreFiles({ 'main.mjs': main })
  expect(report.failures.map(({ title }) => title)).toEqual([
    'main#1 blocks the thread for ever at main.mjs:2',
  ])
})

test('a synchronous sleep takes time of the run, and none of the machine', async () => {
  const main = `const words = new Int32Array(new SharedArrayBuffer(4))
const begun = Date.now()
const result = Atomics.wait(words, 0, 0, 90_000)
if (result !== 'timed-out' || Date.now() - begun !== 90_000) throw new Error(result)
if (Atomics.wait(words, 0, 1) !== 'not-equal') throw new Error('it waited')
setInterval(() => {}, 60_000)`
  const report = await exploreFiles({ 'main.mjs': main }, { eventually: { 'it runs': () => true } })
  expect(report.failures).toEqual([])
  expect(report.nondeterminism).toBeUndefined()
}, 30_000)
