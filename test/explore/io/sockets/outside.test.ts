import { expect, test } from 'vitest'
import { exploreFiles } from '../../program/scratch.ts'
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

/** A program whose first process goes on when the next one starts, which is in another run. */
const leftOver = (imports: string, call: string): string =>
  `for (const goOn of globalThis.late.waiting.splice(0)) goOn()\n${waiting(imports, call)}`

/** Explores it. Returns what code of an earlier run left. */
async function exploreLeftOver(main: string): Promise<object> {
  const late = share()
  const report = await exploreFiles(
    { 'main.mjs': filled(main) },
    { runs: 3, jobs: { work: { every: '1h', run() {} } } },
  )
  const { waiting: _, count, ...left } = late
  expect(count).toBeGreaterThan(1)
  expect(report.failures).toEqual([])
  return left
}

const leftOvers: typeof clients = [
  ...clients,
  ['a rejection', '', `Promise.reject(new Error('left over'))`, ''],
  ['an exception', '', `process.nextTick(() => { throw new Error('left over') })`, ''],
]

test.each(leftOvers)('%s of a run that ended reaches nothing', async (_, imports, call) => {
  await exploreLeftOver(leftOver(imports, call))
  expect(await arrived()).toBe(0)
})

test('a run that ended sets no timer, and listens nowhere', async () => {
  const left = await exploreLeftOver(
    leftOver(
      `import { createServer } from 'node:net'`,
      `for (const set of [setTimeout, setInterval, setImmediate]) set(() => { late.fired = true }, 1)
    const server = createServer().listen(0, () => { late.listening = true })
    late.address = server.address()`,
    ),
  )
  expect(left).toEqual({ address: null })
})

test('the sockets count what arrives', async () => {
  await new Promise((resolve) => fetch(filled('http://HOST/')).then(resolve, resolve))
  expect(await arrived()).toBe(1)
})
