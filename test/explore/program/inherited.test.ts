import { afterEach, expect, test } from 'vitest'
import { explore } from '../../../src/explore/explore.ts'
import type { ProcessContext } from '../../../src/explore/run/options/options.ts'
import { isLong } from '../../chance.ts'
import { world } from '../play.ts'
import { exploreFiles } from './scratch.ts'

const before = Reflect.ownKeys(Object.prototype)

afterEach(() => {
  const added = Reflect.ownKeys(Object.prototype).filter((key) => !before.includes(key))
  for (const key of added) Reflect.deleteProperty(Object.prototype, key)
  expect(added).toEqual([])
})

const eventually = { 'the run ends': () => true }

/** The name of the member, and what the code under test does. */
const additions = [
  ['leaked', 'Object.prototype.leaked = 1'],
  ['value', 'Object.prototype.value = 1'],
  ['get', 'Object.prototype.get = () => 1'],
  ['then', 'Object.prototype.then = () => {}'],
  [
    'then',
    `Object.defineProperty(Object.prototype, 'then', { value: () => {}, configurable: true, enumerable: false })`,
  ],
] as const

const webhook = 'http://localhost:3000/'
const jobs = {
  sync: { every: '1h' as const, run: ({ exports }: { exports: object }) => Reflect.get(exports, 'sync')() },
}
const listening = (line: string) => `import { createServer } from 'node:http'
createServer((request, response) => {
  ${line}
  response.end(new URL(request.url, 'http://a').searchParams.get('hub.challenge') ?? '')
}).listen(3000)`

const moments = [
  ['when it starts', (add: string) => `${add}\nsetInterval(() => {}, 60_000)`],
  ['in a timer', (add: string) => `setTimeout(() => { ${add} }, 1_000)\nsetInterval(() => {}, 60_000)`],
  ['in a handler of the verification', (add: string) => listening(add)],
  ['in a handler of notices', (add: string) => listening(`if (request.method === 'POST') { ${add} }`)],
  ['after an answer', (add: string) => listening(`response.on('finish', () => { ${add} })`)],
  ['in a job', (add: string) => `export const sync = async () => { await null; ${add} }`],
] as const

const all = additions.flatMap(([name, add]) =>
  moments.map(([moment, write]) => [name, moment, write(add), add] as const),
)
/** A short test takes every other one: each addition at some moments, and each moment with some additions. */
const cases = all.filter((_, place) => isLong || (Math.floor(place / moments.length) + place) % 2 === 0)

test.each(cases)('a program that adds %s to every object %s is named at once', async (name, _, main) => {
  const started = performance.now()
  const config = {
    ...(main.includes('listen(') && { webhook, environment: ['lead'] as const }),
    ...(main.includes('sync') && { jobs }),
  }
  await expect(exploreFiles({ 'main.mjs': main }, { runs: 2, eventually, ...config })).rejects.toThrow(
    new RegExp(`^explore: .* added ${name} to Object\\.prototype, so that every object has it`),
  )
  expect(performance.now() - started).toBeLessThan(10_000)
})

test.each(additions)('code of a test that adds %s to every object is named: %s', async (name, add) => {
  const run = async ({ fetch }: ProcessContext) => {
    if (add.startsWith('Object.defineProperty'))
      Object.defineProperty(Object.prototype, 'then', { value: () => {}, configurable: true })
    else Reflect.set(Object.prototype, name, name === 'get' || name === 'then' ? () => 1 : 1)
    await fetch('https://graph.test/v26.0/me')
  }
  const sut = (context: ProcessContext) => ({
    jobs: { sync: { every: '15m' as const, run: () => run(context) } },
  })
  await expect(explore({ name: 'code', world, eventually, runs: 2, stories: false, sut })).rejects.toThrow(
    `explore: sync#1 added ${name} to Object.prototype`,
  )
})

test('a member that no loop sees stays, as that of a library for assertions', async () => {
  const main = `Object.defineProperty(Object.prototype, 'should', { get: () => 1, configurable: true })
setInterval(() => {}, 60_000)`
  const { failures } = await exploreFiles({ 'main.mjs': main }, { runs: 2, eventually })
  expect(failures.map(({ title }) => title).join('\n')).not.toContain('Object.prototype')
})
