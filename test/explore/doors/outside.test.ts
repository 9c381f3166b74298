import { expect, onTestFinished, test } from 'vitest'
import { exploreFiles } from '../program/scratch.ts'
import { arrived, clients, filled, listenForAll } from './hosts.ts'

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
const leftOver = (imports: string, call: string): string => `${imports}
for (const goOn of globalThis.leftOver.splice(0)) goOn()
new Promise((resolve) => globalThis.leftOver.push(resolve)).then(async () => {
  globalThis.wentOn.count++
  try {
    ${call}
  } catch {}
})
`

/** Explores it. Returns how often code of an earlier run went on. */
async function exploreLeftOver(main: string) {
  const wentOn = { count: 0 }
  Object.assign(globalThis, { leftOver: [], wentOn })
  onTestFinished(() => {
    for (const name of ['leftOver', 'wentOn']) Reflect.deleteProperty(globalThis, name)
  })
  const report = await exploreFiles(
    { 'main.mjs': filled(main) },
    { runs: 3, jobs: { work: { every: '1h', run() {} } } },
  )
  expect(wentOn.count).toBeGreaterThan(1)
  expect(report.failures).toEqual([])
  return wentOn
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
  const wentOn = await exploreLeftOver(
    leftOver(
      `import { createServer } from 'node:net'`,
      `const { wentOn } = globalThis
    for (const set of [setTimeout, setInterval, setImmediate]) set(() => { wentOn.fired = true }, 1)
    const server = createServer().listen(0, () => { wentOn.listening = true })
    wentOn.address = server.address()`,
    ),
  )
  expect(wentOn).toEqual({ count: wentOn.count, address: null })
})

test('the sockets count what arrives', async () => {
  await new Promise((resolve) => fetch(filled('http://HOST/')).then(resolve, resolve))
  expect(await arrived()).toBe(1)
})
