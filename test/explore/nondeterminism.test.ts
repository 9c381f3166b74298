import { mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { explore } from '../../src/explore/index.ts'
import type { ProcessContext } from '../../src/explore/run/options/options.ts'
import { reaching, world } from './play.ts'

const folder = mkdtempSync(join(tmpdir(), 'nondeterminism-'))
afterAll(() => rmSync(folder, { recursive: true }))
const path = join(folder, 'counter')
writeFileSync(path, '0')

// Saved before an exploration replaces them.
const SavedDate = Date
const savedNow = performance.now.bind(performance)
const savedRandom = Math.random
const savedReadFile = readFile
const savedUuid = crypto.randomUUID.bind(crypto)

let starts = 0
const cache = new Map<string, number>()

/** A value that grows with each read of the file. */
function countInFile(): number {
  const count = Number(readFileSync(path, 'utf8')) + 1
  writeFileSync(path, String(count))
  return count
}

type Source = (context: ProcessContext) => unknown

test.each<[what: string, draw: Source]>([
  ['real time through a saved Date', () => `${new SavedDate().getTime()} ${savedNow()}`],
  ['real time through a saved performance.now', () => savedNow()],
  ['real randomness through a saved Math.random', () => savedRandom()],
  ['real randomness through a saved randomUUID', () => savedUuid()],
  [
    'the date of a file',
    async () => {
      utimesSync(path, new SavedDate(), savedNow() / 1_000 + 1)
      return (await stat(path)).mtimeMs
    },
  ],
  ['the content of a file', () => countInFile()],
  ['a counter of the module', () => ++starts],
  [
    'a cache of the module',
    ({ clock }) => {
      const size = cache.size
      cache.set(`${size} at ${clock.now()}`, size)
      return size
    },
  ],
  [
    'a race of two reads, and how long it took',
    async () => {
      const from = savedNow()
      await Promise.race([readFile(import.meta.filename), readFile(path)])
      return savedNow() - from
    },
  ],
  ['the use of memory and processor', () => `${process.cpuUsage().user} ${savedNow()}`],
])('%s is named by its first difference', async (_, draw) => {
  const report = await explore({
    name: 'nondeterminism',
    world,
    sut: (context) => ({
      jobs: {
        draw: { every: '1h', run: async () => context.store.set('drawn', String(await draw(context))) },
      },
    }),
    runs: 1,
    stories: false,
  })
  expect(report.ok).toBe(false)
  expect(report.nondeterminism).toMatch(
    /^line \d+: "\d+ draw#1\/store\/1 set drawn ".+" in one run, "\d+ draw#1\/store\/1 set drawn ".+" in another/,
  )
  expect(() => report.throwIfFailed()).toThrow('two runs of one story differ: line ')
})

test('a source outside of the world is named too', async () => {
  const report = await explore({
    name: 'nondeterminism',
    world,
    sut: ({ store }) => ({
      jobs: {
        draw: {
          every: '1h',
          async run() {
            await savedReadFile(import.meta.filename)
            await store.set('drawn', statSync(path).ino + savedRandom())
          },
        },
      },
    }),
    runs: 1,
    stories: false,
  })
  expect(report.nondeterminism).toMatch(/; before that, draw#1 waited for .*FSReq/)
})

test('a program without such sources has no difference', async () => {
  const report = await explore({
    name: 'nondeterminism',
    world,
    sut: reaching(({ store }) => ({
      jobs: { draw: { every: '1h', run: () => store.set('drawn', `${Date.now()} ${Math.random()}`) } },
    })),
    eventually: { 'something was drawn': async ({ store }) => (await store.get('drawn')) !== undefined },
    runs: 3,
    stories: false,
  })
  expect([report.ok, report.nondeterminism]).toEqual([true, undefined])
})
