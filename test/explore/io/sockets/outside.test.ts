import { expect, test } from 'vitest'
import { isLong } from '../../../chance.ts'
import { exploreFiles, type Files } from '../../program/scratch.ts'
import { arrived, clients, filled, listenForAll } from './hosts.ts'
import { share, waiting } from './late.ts'

// Programs that reach for a host outside the world: nothing may arrive there.

listenForAll()

test.each(clients)(
  '%s reaches nothing outside the world, and is named',
  async (client, imports, call, said) => {
    const main = `${imports}\nexport async function work() {\n  try {\n    ${call}\n  } catch {}\n}\n`
    const report = await exploreFiles(
      { 'main.mjs': filled(main) },
      { runs: 1, jobs: { work: { every: '1h', run: ({ exports }) => exports['work']?.() } } },
    )
    expect(report.failures.map(({ oracle }) => oracle)).toEqual(['left the world'])
    expect(report.failures[0]?.title).toContain(filled(said))
    // What undici and fetch are given has no line: they connect later.
    if (!/fetch|undici|got/.test(client)) expect(report.failures[0]?.title).toMatch(/main\.mjs:\d+/)
    expect(await arrived()).toBe(0)
  },
)

/** A program whose first process goes on when the next one starts, which is in another run: one module for each. */
const leftOver = (programs: readonly (readonly [imports: string, call: string])[]): Files => ({
  'main.mjs': ['go-on', ...programs.keys()].map((name) => `import './${name}.mjs'`).join('\n'),
  'go-on.mjs': 'for (const goOn of globalThis.late.waiting.splice(0)) goOn()\n',
  ...Object.fromEntries(programs.map(([imports, call], at) => [`${at}.mjs`, filled(waiting(imports, call))])),
})

/** Explores it. Returns what code of an earlier run left. */
async function exploreLeftOver(...programs: readonly (readonly [imports: string, call: string])[]) {
  const late = share()
  const report = await exploreFiles(leftOver(programs), {
    runs: 3,
    jobs: { work: { every: '1h', run() {} } },
  })
  const { waiting: _, count, ...left } = late
  // Each has gone on, at two starts at least.
  expect(count).toBeGreaterThan(programs.length)
  expect(count % programs.length).toBe(0)
  expect(report.failures).toEqual([])
  return left
}

const leftOvers: typeof clients = [
  ...clients,
  ['a rejection', '', `Promise.reject(new Error('left over'))`, ''],
  ['an exception', '', `process.nextTick(() => { throw new Error('left over') })`, ''],
]

/** The number of left-overs in a group. Each is a module of its own, and a long run plays each alone. */
const together = isLong ? 1 : 6
const groups = Array.from({ length: Math.ceil(leftOvers.length / together) }, (_, at) =>
  leftOvers.slice(at * together, (at + 1) * together),
).map((group) => [group.map(([client]) => client).join(', '), group] as const)

test.each(groups)('%s of a run that ended reaches nothing', async (_, group) => {
  await exploreLeftOver(...group.map(([, imports, call]) => [imports, call] as const))
  expect(await arrived()).toBe(0)
})

test('a run that ended sets no timer, and listens nowhere', async () => {
  const left = await exploreLeftOver([
    `import { createServer } from 'node:net'`,
    `for (const set of [setTimeout, setInterval, setImmediate]) set(() => { late.fired = true }, 1)
    const server = createServer().listen(0, () => { late.listening = true })
    late.address = server.address()`,
  ])
  expect(left).toEqual({ address: null })
})

test('the sockets count what arrives', async () => {
  await new Promise((resolve) => fetch(filled('http://HOST/')).then(resolve, resolve))
  expect(await arrived()).toBe(1)
})
