import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { hostileNames } from '../../../src/explore/check-options.ts'
import { defineExploration } from '../../../src/explore/define-exploration.ts'
import { type ExplorationConfig, explore } from '../../../src/explore/index.ts'
import { calledFirst } from '../../../src/explore/time/work-name.ts'
import { sample } from '../../chance.ts'
import { writeProgram } from './scratch.ts'

/** Posts once in the life of a process, and forgets at its death that it did. */
const posting = `const { PAGE, TOKEN } = process.env
const feed = 'https://graph.facebook.com/' + PAGE + '/feed?access_token=' + TOKEN
const post = () => fetch(feed, { method: 'POST', body: new URLSearchParams({ message: 'hi' }) })
let isDone = false
let turns = 0
`

/** Programs that post twice after a death, by a timer without a name, and the name of its work. */
const timers: [what: string, lines: string, name: string][] = [
  [
    'an interval',
    `setInterval(() => {\n  if (isDone) return\n  isDone = true\n  post().catch(() => {})\n}, 60_000)`,
    'post',
  ],
  [
    'a loop that sleeps',
    `const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
async function posts() {
  for (;;) {
    await sleep(60_000)
    if (++turns === 4) await post().catch(() => {})
  }
}
void posts()`,
    'posts',
  ],
  [
    'a loop in the module itself',
    `const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
for (;;) {
  await sleep(60_000)
  if (++turns === 4) await post().catch(() => {})
}`,
    'main.mjs',
  ],
]

const env: NonNullable<ExplorationConfig['env']> = ({ names }) => ({
  PAGE: names.page,
  TOKEN: names.pageToken,
})

const off = Object.fromEntries(hostileNames.map((name) => [name, false]))

/** A program in a folder, with a folder of stories. Only this may go wrong with it. */
function program(text: string, hostile: ExplorationConfig['hostile'] = { restarts: true }) {
  const root = writeProgram({ 'main.mjs': text })
  const stories = join(root, 'stories')
  const file = join(root, 'main.mjs')
  return {
    edit: (change: (text: string) => string) => writeFileSync(file, change(readFileSync(file, 'utf8'))),
    /** Explores it, and returns the first failure, what is stale, and the story files. */
    async explored(runs = 60) {
      const options = defineExploration({
        ...{ name: 'edited', root, program: 'main.mjs', env, runs, stories, kinds: 1 },
        hostile: { ...off, ...hostile },
      })
      const { failures, warnings, ok } = await explore(options)
      const [failure] = failures
      return {
        ...{ ok, run: failure?.run, kind: failure?.kind, story: failure?.story, text: failure?.text ?? '' },
        stale: warnings.filter((text) => text.includes('stale')),
        files: readdirSync(stories).filter((name) => name.endsWith('.yaml')),
        saved: basename(failure?.saved ?? ''),
      }
    },
    /** Replaces texts in the saved story. */
    rewrite(name: string, change: (text: string) => string) {
      const path = join(stories, name)
      writeFileSync(path, change(readFileSync(path, 'utf8')))
    },
  }
}

const lineOf = (text: string, part: string): number => text.slice(0, text.indexOf(part)).split('\n').length

describe.each(sample(timers, 1))('a saved story of %s without a name', (_, lines, name) => {
  test('is found again after edits of lines, in the same file', { timeout: 120_000 }, async () => {
    const { explored, edit, rewrite } = program(posting + lines)
    const first = await explored()
    expect(first.kind).toBe('posts twice')
    expect(first.story?.marks.map(({ at }) => at)).toEqual([`${name}#1/publishPost/1`])
    expect(first.files).toEqual(['edited.posts-twice.yaml'])

    edit((text) => `// A comment.\n\n${text}`)
    const again = await explored(1)
    expect(again).toMatchObject({ ok: false, run: 1, kind: 'posts twice', stale: [] })
    expect(again).toMatchObject({ files: first.files, saved: first.files[0] })

    // As versions up to now have written it, and then the program was edited once more.
    const old = `main.mjs:${lineOf(posting + lines, lines.split('\n').at(-1) ?? '') + 2}`
    rewrite('edited.posts-twice.yaml', (text) => text.replaceAll(`${name}#`, `${old}#`))
    edit((text) => `// Another one.\n${text}`)
    const mapped = await explored(1)
    expect(mapped).toMatchObject({ ok: false, run: 1, kind: 'posts twice', stale: [], files: first.files })
    expect(mapped.story).toEqual(first.story)
  })
})

test('the report says which line sets a timer', { timeout: 120_000 }, async () => {
  const { text } = await program(posting + timers[0]?.[1]).explored()
  expect(text).toMatch(/✂ at call 1 of publishPost by post#1: /)
  expect(text).toMatch(/^ {2}post is the timer of \S*main\.mjs:6\.$/m)
})

test('a failure that names a line is saved under the name of its file', { timeout: 120_000 }, async () => {
  const { explored, edit } = program(
    `${posting}setInterval(() => {\n  if (isDone) return\n  isDone = true\n  post().catch(() => {\n    throw new Error('lost')\n  })\n}, 60_000)`,
    { transport: true },
  )
  const first = await explored()
  expect(first.kind).toMatch(/^unhandled main\.mjs:\d+$/)
  expect(first.files).toEqual(['edited.unhandled-main-mjs.yaml'])
  edit((text) => `// A comment.\n${text}`)
  const again = await explored()
  expect(again.kind).not.toBe(first.kind)
  expect(again.files).toEqual(first.files)
})

test('a saved story whose timer is gone is told to be stale', { timeout: 120_000 }, async () => {
  const { explored, edit } = program(posting + timers[1]?.[1])
  await explored()
  edit((text) => text.replaceAll('posts()', 'publish()'))
  const { stale, files } = await explored(1)
  expect(stale).toEqual([
    expect.stringMatching(
      /edited\.posts-twice\.yaml is stale in part, .*: posts#1\/publishPost\/1 \(.*\): the code under test has no job, timer or command posts; it has publish\./,
    ),
  ])
  expect(files).toHaveLength(1)
})

test.each<[callback: string, name: string | undefined]>([
  ['() => poll()', 'poll'],
  ['() => void poll().catch(report)', 'poll'],
  ['async () => { if (isBusy) return; isBusy = true; await poll(client); }', 'poll'],
  ['() => { console.log("tick (again)"); bot.poll() }', 'poll'],
  ['() => { queue.add(task); sync() }', 'sync'],
  ['() => (0,__vite_ssr_import_1__.poll)()', 'poll'],
  ['() => (0, poll_1.poll)()', 'poll'],
  ['() => this.#poll()', 'poll'],
  ['() => { const now = Date.now(); /* later() */ last = now }', undefined],
  ['() => { count++ }', undefined],
  ['function () { [native code] }', undefined],
  ['() => resolve()', undefined],
])('the callback %s is named by what it runs: %s', (callback, name) => {
  expect(calledFirst(callback)).toBe(name)
})
