import { type ChildProcess, execFile, fork } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { main } from '../../../src/front/cli/command.ts'
import { isolation } from '../../../src/front/cli/parts/isolation.ts'
import { seedsOf } from '../../../src/front/cli/parts/seeds.ts'
import { isLong, longTest, sample } from '../../chance.ts'
import { installPackage } from './install-package.ts'
import { startCommand } from './start-command.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'fauxgraph-explore-'))
const installed = join(folder, 'node_modules/fauxgraph')

/** Options of an exploration of a client that posts again when it gets no answer, or only reads. */
const greeting = (name: string, posts: boolean) => `{
  name: '${name}',
  world() { const world = createWorld(); world.starter(); return world },
  sut({ fetch, baseUrl, names }) {
    const body = () => new URLSearchParams({ message: 'hi', access_token: names.pageToken })
    const post = () => fetch(\`\${baseUrl}/\${names.page}/feed\`, { method: 'POST', body: body() })
    const read = () => fetch(\`\${baseUrl}/\${names.page}/feed?\${body()}\`)
    return { commands: { greet: { run: () => ${posts ? 'post().catch(post)' : 'read()'} } } }
  },
  eventually: { 'the run ends': () => true },
}`

const modules = {
  'wrong.mjs': `export const options = ${greeting('wrong', true)}`,
  'right.mjs': `export default ${greeting('right', false)}`,
  'both.mjs': `export const options = [${greeting('wrong', true)}, ${greeting('right', false)}]`,
  'same.mjs': `export const options = [${greeting('right', true)}, ${greeting('right', false)}]`,
  'quiet.mjs': `export const options = { ...${greeting('quiet', true)}, stories: false }`,
  'kept.mjs': `if (process.argv[2] === 'explore-worker') console.error('a worker loads it')
    export const options = ${greeting('kept', true)}`,
  'talks.mjs': `console.log('loaded')\nexport const options = ${greeting('talks', false)}`,
  'killed.mjs': `export const options = { ...${greeting('killed', false)}, sut() { process.kill(process.pid, 'SIGKILL') } }`,
  'exits.mjs': `export const options = { ...${greeting('exits', false)}, sut() { process.exit(7) } }`,
  'loops.mjs': `export const options = { ...${greeting('loops', false)}, sut() { for (;;) {} } }`,
  'throws.mjs': `export const options = { ...${greeting('throws', false)}, world() { throw new Error('no world') } }`,
  'leaves.mjs': `import { appendFileSync } from 'node:fs'
    if (process.argv[2] === 'explore-worker') {
      const { LISTENER, LEFT } = process.env
      await fetch(LISTENER).catch(() => {})
      try { appendFileSync(LEFT, 'a worker was here') } catch {}
    }
    export const options = { ...${greeting('leaves', true)} }`,
  'none.mjs': 'export const other = 1',
  'misspelt.mjs': `export const options = { ...${greeting('misspelt', false)}, sede: 1 }`,
  'broken.mjs': `const part = { name: 'app.db', kind: 'part', place: 'broken.mjs:2', reset() {}, crash() {}, close() {},
    prepare() { throw new Error('no such table: leads') } }
    export const options = { ...${greeting('broken', false)}, database: [part] }`,
  'untyped.js': `export const options = ${greeting('untyped', false)}`,
  'typed.ts': `const name: string = 'typed'\nexport const options = { ...${greeting('typed', false)}, name }`,
}

/** Whether this system can isolate processes. */
const isolates = (() => {
  try {
    return isolation(false) !== undefined
  } catch {
    return false
  }
})()

const unparsed = 'the program throws SyntaxError: Unexpected token at its start'

const install = (name: string): void =>
  symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name))

/** A module that explores a program unmodified: the configuration begins at line 3. */
const config = (members: string) =>
  `import { defineExploration, sqlite } from 'fauxgraph/explore'\nexport default defineExploration({\n${members} })\n`

const programs = {
  'gone.config.mjs': config(`name: 'gone', program: './gone.ts'`),
  'key.config.mjs': config(`name: 'key', program: './throws-at-start.mjs',\ndatbase: 1`),
  'reference.config.mjs': config(`name: 'reference',\nprogram: nowhere`),
  'start.config.mjs': config(`name: 'start', program: './throws-at-start.mjs'`),
  'syntax.config.mjs': config(`name: 'syntax', program: './no-syntax.mjs'`),
  'typed-syntax.config.mjs': config(`name: 'typed', program: './no-syntax.ts'`),
  'import.config.mjs': config(`name: 'import', program: './imports.mjs'`),
  'port.config.mjs': config(`name: 'port', program: './port.mjs'`),
  'twice.config.mjs': config(
    `name: 'twice', program: './port.mjs',\ndatabase: [sqlite('./a.db'),\nsqlite('./a.db')]`,
  ),
  'schema.config.mjs': config(
    `name: 'schema', program: './port.mjs',\ndatabase: sqlite('./a.db', { schema: './wrong.sql' })`,
  ),
  'throws-at-start.mjs': `const token = undefined\nthrow new Error('TOKEN is missing')\n`,
  'no-syntax.mjs': 'const right = 1\nconst wrong = {{\n',
  'no-syntax.ts': 'const right: number = 1\nconst wrong = {{\n',
  'imports.mjs': `import { nothing } from 'no-such-package'\n`,
  'port.mjs': `import { createServer } from 'node:http'\ncreateServer().listen(80)\ncreateServer().listen(80)\n`,
  'chores.mjs': `import { action, area, endpoint, fact, service, table, z } from 'fauxgraph/area'
const tasks = table({ row: z.object({ title: z.string() }), edges: { all: { owners: () => [[0]] } } })
const addTask = action({
  params: z.object({ title: z.string() }), result: z.object({}),
  run({ params, tx }) { tx.insert(tasks, params); return {} },
})
const countTasks = endpoint({
  route: 'GET /{page}/tasks', node: service.pages, params: z.object({}), result: z.object({ count: z.number() }),
  run: ({ tx }) => ({ count: tx.count(tasks, 'all', [0]) }),
})
const added = fact({ text: 'a task is added', action: addTask, makes: tasks, noun: 'task', params: ({ name }) => ({ title: name }) })
export const chores = area('chores', { version: 1, tables: { tasks }, endpoints: { countTasks }, actions: { addTask }, facts: { added } })
`,
  'counter.mjs': `const { PAGE, TOKEN } = process.env
await fetch('https://graph.facebook.com/v24.0/' + PAGE + '/tasks?access_token=' + TOKEN).catch(() => {})
`,
  'counter.config.mjs':
    config(`name: 'counter', program: './counter.mjs', every: '1h', environment: ['chores.added'],
    env: ({ names }) => ({ PAGE: names.page, TOKEN: names.pageToken }),
    eventually: { 'it counts': ({ calls }) => calls.some(({ operation, status }) => operation === 'countTasks' && status === 200) },
    sometimes: { 'a task was added': ({ world }) => [...world.state.graph.rows.values()].some(({ kind }) => kind === 'chores.tasks') }`),
  'required.config.cjs': `const { createWorld } = require('fauxgraph')
const { defineExploration } = require('fauxgraph/explore')
module.exports = defineExploration({
  name: 'required', program: './required.cjs', every: '1h',
  world() { const world = createWorld(); world.starter(); return world },
  env: ({ names }) => ({ PAGE: names.page, TOKEN: names.pageToken }),
  eventually: { 'it reads': ({ calls }) => calls.some(({ operation }) => operation === 'listPageFeed') },
})
`,
  'required.cjs': `const { PAGE, TOKEN } = process.env
fetch('https://graph.facebook.com/v24.0/' + PAGE + '/feed?access_token=' + TOKEN).catch(() => {})
`,
  'isolated.config.mjs': config(`name: 'isolated', program: './isolated.mjs', every: '1h',
    database: sqlite('./isolated.db', { schema: './isolated.sql' }),
    env: ({ names }) => ({ PAGE: names.page, TOKEN: names.pageToken })`),
  'isolated.mjs': `import sqlite from 'node-sqlite3-wasm'
const { PAGE, TOKEN } = process.env
const database = new sqlite.Database('isolated.db')
await fetch('https://graph.facebook.com/v24.0/' + PAGE + '/feed?access_token=' + TOKEN)
database.exec('insert into posts values (1) on conflict do nothing')
`,
  'isolated.sql': 'create table posts (id integer primary key);\n',
  'wrong.sql': 'create table leads (id);\ncreat table contacts (id);\n',
}

beforeAll(async () => {
  await installPackage(folder)
  for (const [name, text] of Object.entries(modules))
    writeFileSync(join(folder, name), `import { createWorld } from 'fauxgraph'\n${text}\n`)
  for (const [name, text] of Object.entries(programs)) writeFileSync(join(folder, name), text)
  for (const name of ['vite', 'node-sqlite3-wasm']) install(name)
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Ended {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** Runs Node in the folder. */
const node = (...args: string[]): Promise<Ended> =>
  new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: folder, encoding: 'utf8' }, (error, out, err) =>
      resolve({ code: Number(error?.code ?? 0), out, err }),
    )
  })

const filesIn = (path: string): string[] =>
  readdirSync(path, { recursive: true, encoding: 'utf8' }).filter((name) => !name.startsWith('node_modules'))

const fauxgraph = (...args: string[]) => node(join(installed, 'dist/cli.js'), ...args)

/** Runs commands as `cli.js` does, one after the other, and sends what each wrote. */
const host = `
import { main } from './fauxgraph/dist/command.js'
let written = {}
const keep = (name) => (text) => { written[name] += text; return true }
for (const [name, stream] of [['out', process.stdout], ['err', process.stderr]]) stream.write = keep(name)
process.on('message', async (args) => {
  written = { out: '', err: '' }
  const code = await main(args, {
    out: (text) => process.stdout.write(text),
    err: (text) => process.stderr.write(text),
    inColor: false,
    terminal: { isTTY: false, write: () => {} },
    program: ${JSON.stringify(join(installed, 'dist/cli.js'))},
    stopped: () => new Promise(() => {}),
  })
  process.send({ code, ...written })
})
`

let hosting: ChildProcess | undefined
afterAll(() => hosting?.kill())

/**
 * Runs a command in a process beside this one, which all these commands share: a process of its own would
 * load the package again for each. Those whose process is the subject have one of their own.
 */
function hosted(...args: string[]): Promise<Ended> {
  if (!hosting) {
    writeFileSync(join(folder, 'node_modules/host.mjs'), host)
    hosting = fork(join(folder, 'node_modules/host.mjs'), { cwd: folder, silent: true })
  }
  const child = hosting
  // The processes of the workers write to the same stream.
  let others = ''
  const keep = (chunk: Buffer) => {
    others += chunk.toString()
  }
  child.stderr?.on('data', keep)
  return new Promise<Ended>((resolve, reject) => {
    const ended = (code: number | null) => reject(new Error(`the process of the commands ended with ${code}`))
    child.once('exit', ended)
    child.once('message', (message) => {
      child.off('exit', ended)
      child.stderr?.off('data', keep)
      const { err, ...rest } = message as Ended
      resolve({ ...rest, err: err + others })
    })
    child.send(args)
  })
}

/**
 * Runs the command here, with the folder as the working directory; its workers are processes. What loads a
 * program runs apart: it would load another copy of the package.
 */
const exploreHere = (...args: string[]) => exploreIn(folder, ...args)

async function exploreIn(place: string, ...args: string[]): Promise<Ended> {
  const before = process.cwd()
  process.chdir(place)
  try {
    const { written, code } = startCommand(['explore', ...args], { program: join(installed, 'dist/cli.js') })
    return { code: await code, ...written }
  } finally {
    process.chdir(before)
  }
}

const linesOf = ({ out }: { readonly out: string }) =>
  out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))

/** The lines of an exploration, one for each seed. */
const wrongLines: string[] = []

const story = 'test/__stories__/wrong.posts-twice.yaml'
const replay = `npx fauxgraph run ${story} wrong.mjs`

describe('the shards of a range of seeds', () => {
  test.each([
    ['a single seed', '7', '1/1', [7]],
    ['a range', '3..6', '1/1', [3, 4, 5, 6]],
    ['the first of three', '1..7', '1/3', [1, 4, 7]],
    ['the last of three', '1..7', '3/3', [3, 6]],
    ['more shards than seeds', '1..2', '3/3', []],
  ])('%s', (_, seeds, shard, expected) => {
    expect(seedsOf(seeds, shard)).toEqual(expected)
  })

  test.each([1, 2, 3, 8, 25])('%i shards have each seed once', (count) => {
    const shards = Array.from({ length: count }, (_, place) => seedsOf('5..24', `${place + 1}/${count}`))
    expect(shards.flat().sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, place) => place + 5))
  })
})

describe('fauxgraph explore', () => {
  test('prints a line for each seed, saves stories, and exits with 1 if a seed failed', async () => {
    const ended = await fauxgraph('explore', 'wrong.mjs', '--seeds', '1..2', '--workers', '2', '--runs', '40')
    expect(ended.code).toBe(1)
    const lines = linesOf(ended).sort((a, b) => a.seed - b.seed)
    expect(lines.map(({ seed }) => seed)).toEqual([1, 2])
    wrongLines.push(...ended.out.trim().split('\n'))
    for (const line of lines) {
      expect(line).toMatchObject({ name: 'wrong', ok: false, runs: expect.any(Number) })
      expect(line.failures).toContainEqual({
        kind: 'posts twice',
        title: 'the post was made twice',
        parts: 2,
        saved: story,
        story: expect.objectContaining({ marks: [expect.anything()] }),
      })
      expect(line.coverage.publishPost.ok).toBeGreaterThan(0)
    }
    expect(readdirSync(join(folder, 'test/__stories__'))).toContain('wrong.posts-twice.yaml')
    const page = story.replace('.yaml', '.html')
    expect(ended.err).toContain(
      `  saved as ${story}\n  see it in a browser: ${page}\n  replay it with: ${replay}\n`,
    )
    expect(readFileSync(join(folder, page), 'utf8')).toContain('<title>the post was made twice</title>')
  })

  longTest('explores each element of an array', async () => {
    const ended = await exploreHere('both.mjs', '--seeds', '1..2', '--shard', '2/2', '--runs', '20')
    const results = linesOf(ended).map(({ name, seed, ok }) => ({ name, seed, ok }))
    expect(results.sort((a, b) => (a.name < b.name ? -1 : 1))).toEqual([
      { name: 'right', seed: 2, ok: true },
      { name: 'wrong', seed: 2, ok: false },
    ])
  })

  longTest('saves nothing if the options say so', async () => {
    const ended = await exploreHere('quiet.mjs', '--seeds', '1', '--runs', '60')
    expect(linesOf(ended)[0].failures[0]).not.toHaveProperty('saved')
    expect(readdirSync(join(folder, 'test/__stories__')).filter((name) => /quiet/.test(name))).toEqual([])
  })

  describe('shards that are merged', () => {
    const merged = mkdtempSync(join(folder, 'merged-'))
    const write = (name: string, ...lines: readonly unknown[]) => {
      const text = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n')
      writeFileSync(join(merged, name), `${text}\n`)
      return name
    }
    const merge = (...files: string[]) => exploreIn(merged, '--merge', ...files)
    const storyOf = (...marks: unknown[]) => ({ steps: [{ do: 'command', command: 'greet' }], marks })
    const line = (seed: number, more = {}) => ({
      ...{ name: 'wrong', seed, ok: true, runs: 10, failures: [], notTried: ['down'] },
      ...{ coverage: { publishPost: { ok: 2 } }, ...more },
    })

    test('are those of one process: the smallest story of each kind, and the coverage of all', async () => {
      const shards = ['1/2', '2/2'].map(async (shard, index) => {
        const args = ['wrong.mjs', '--seeds', '1..2', '--shard', shard, '--runs', '40', '--workers', '1']
        // A shard is the lines of its seeds.
        const out = isLong ? (await fauxgraph('explore', ...args)).out.trim() : (wrongLines[index] ?? '')
        return [write(`shard-${index}.jsonl`, out)]
      })
      const files = (await Promise.all(shards)).flat()
      const lines = files.flatMap((name) =>
        readFileSync(join(merged, name), 'utf8')
          .trim()
          .split('\n')
          .map((text) => JSON.parse(text)),
      )
      const one = await merge(...files)
      const two = await merge(...files.reverse(), files[0] ?? '')
      expect(two).toEqual(one)
      expect(one.code).toBe(1)
      const ok = lines.reduce((sum, { coverage }) => sum + (coverage?.publishPost?.ok ?? 0), 0)
      const [result] = linesOf(one)
      expect(result).toMatchObject({
        ...{ name: 'wrong', seeds: '1..2', ok: false },
        failures: expect.arrayContaining([
          { kind: 'posts twice', title: 'the post was made twice', parts: 2, saved: expect.any(String) },
        ]),
      })
      expect(result.coverage.publishPost.ok).toBe(ok)
      for (const { saved } of result.failures)
        expect(readFileSync(join(merged, saved), 'utf8')).toMatch(/^fauxgraph: 1\n/)
      expect(readdirSync(join(merged, 'test/__stories__'))).toHaveLength(result.failures.length)
    })

    test('exit with 0 if none failed, name the seeds, and count a line once', async () => {
      const [a, b] = [write('a.jsonl', line(1), line(4)), write('b.jsonl', line(2), line(1))]
      const { code, out, err } = await merge(b, a)
      expect(JSON.parse(out)).toEqual({
        ...{ name: 'wrong', seeds: '1..2, 4', ok: true, runs: 30, failures: [], notTried: ['down'] },
        coverage: { publishPost: { ok: 6 } },
      })
      expect({ code, err }).toEqual({ code: 0, err: '' })
    })

    test('of a command are added up, with what went wrong in their workers', async () => {
      const shard = (place: string, more = {}) => {
        const { seed: _, ...rest } = line(0, { shard: place, ...more })
        return rest
      }
      const lines = [
        shard('1/3'),
        shard('2/3'),
        shard('3/3', { ok: false, runs: 0, coverage: {}, error: 'the worker ended', notes: ['it waits'] }),
      ]
      const { code, out } = await merge(write('command.jsonl', ...lines, shard('1/3')))
      expect(JSON.parse(out)).toEqual({
        ...{ name: 'wrong', ok: false, runs: 20, failures: [], notTried: ['down'] },
        ...{ errors: ['the worker ended'], notes: ['it waits'], coverage: { publishPost: { ok: 4 } } },
      })
      expect(code).toBe(1)
      const again = await merge(write('again.jsonl', shard('1/3'), shard('1/3', { runs: 11 })))
      expect(again.err).toMatch(/again\.jsonl:1 and again\.jsonl:2 disagree about "wrong", shard 1\/3/)
    })

    test('whose last line is cut are merged without it', async () => {
      const cut = write('cut.jsonl', line(1))
      writeFileSync(join(merged, cut), `${JSON.stringify(line(1))}\n{"name":"wr`)
      const { code, out, err } = await merge(cut)
      expect({ code, err }).toEqual({
        code: 0,
        err: 'warning: cut.jsonl:2 is cut and was left out: the other lines count\n',
      })
      expect(JSON.parse(out)).toMatchObject({ seeds: '1', runs: 10 })
    })

    test.each<[string, () => string[], RegExp]>([
      ['no files', () => [], /explore --merge takes files of lines/],
      ['seeds', () => ['--seeds', '1..2'], /'--merge' cannot be used with option '--seeds <range>'/],
      ['no lines', () => [write('empty.jsonl')], /empty\.jsonl: there are no lines of an exploration/],
      ['a file that is not there', () => ['gone.jsonl'], /gone\.jsonl cannot be read: there is no such file/],
      [
        'a line that is cut in the middle',
        () => [write('middle.jsonl', '{"name', line(1))],
        /middle\.jsonl:1 is no line of an exploration: write it with fauxgraph explore/,
      ],
      ['a line of a study', () => [write('study.jsonl', { study: 'x' })], /study\.jsonl:1 is no line of an/],
      [
        'a story that is none',
        () => {
          const failures = [{ kind: 'k', title: 't', parts: 1, story: storyOf({ at: 1 }) }]
          return [write('story.jsonl', line(1, { ok: false, failures }))]
        },
        /story\.jsonl:1 is no line of an exploration/,
      ],
      [
        'lines that disagree',
        () => [write('one.jsonl', line(1)), write('other.jsonl', line(2), line(1, { runs: 11 }))],
        /one\.jsonl:1 and other\.jsonl:2 disagree about "wrong", seed 1/,
      ],
    ])('refuse %s', async (_, args, message) => {
      const { code, err } = await merge(...args())
      expect(err).toMatch(message)
      expect(code).toBe(2)
    })
  })

  describe('with saved stories', () => {
    const stories = join(folder, 'test/__stories__')
    const saved = 'test/__stories__/kept.posts-twice.yaml'
    const kept = () => readdirSync(stories).filter((name) => /^kept.*yaml$/.test(name))
    const explores = (...args: string[]) => hosted('explore', 'kept.mjs', ...args)
    // The first test saved it, for an exploration of another name.
    beforeAll(() => {
      const text = readFileSync(join(folder, story), 'utf8')
      writeFileSync(join(folder, saved), text.replaceAll('wrong', 'kept'))
    })

    test('plays each once, before the seeds, and fails if one fails', async () => {
      const files = kept()
      expect(files).toContain('kept.posts-twice.yaml')
      const ended = await explores('--seeds', '5..6', '--runs', '1', '--workers', '1')
      expect(ended.code).toBe(1)
      const lines = linesOf(ended)
      const failure = { kind: 'posts twice', title: 'the post was made twice', parts: 2, saved }
      expect(lines.slice(0, files.length)).toContainEqual({
        ...{ name: 'kept', story: saved, ok: false },
        failures: [failure],
      })
      const seeds = lines.slice(files.length).map(({ seed, ok, runs }) => ({ seed, ok, runs }))
      expect(seeds.sort((a, b) => a.seed - b.seed)).toEqual(
        [5, 6].map((seed) => ({ seed, ok: true, runs: 1 })),
      )
      expect(ended.err).toContain(`  saved as ${saved}\n`)
      expect(ended.err).toContain('✂ at call 1 of publishPost by greet#1: ')
      expect(ended.err.match(/replay it with/g)).toHaveLength(1)
      // One worker plays the stories and the seeds, and makes the pages.
      expect(ended.err.match(/a worker loads it/g)).toHaveLength(1)
      expect(kept()).toEqual(files)
    })

    longTest('saves no other story of what a saved one shows', async () => {
      const files = kept()
      const ended = await explores('--seeds', '2', '--runs', '60')
      expect(linesOf(ended).flatMap(({ failures }) => failures)).toContainEqual(
        expect.objectContaining({ kind: 'posts twice', saved }),
      )
      expect(kept()).toEqual(files)
    })

    longTest('plays each in one shard alone', async () => {
      const ended = [
        await explores('--seeds', '5..6', '--runs', '1', '--shard', '1/2'),
        await explores('--seeds', '5..6', '--runs', '1', '--shard', '2/2'),
      ]
      const played = ended.flatMap((each) => linesOf(each).flatMap((line) => line.story ?? []))
      expect(played.sort()).toEqual(kept().map((name) => `test/__stories__/${name}`))
    })

    longTest('tells of one that is stale, and fails', async () => {
      const stale = 'test/__stories__/kept.stale.yaml'
      const text = readFileSync(join(folder, saved), 'utf8').replaceAll('greet', 'welcome')
      writeFileSync(join(folder, stale), text)
      onTestFinished(() => rmSync(join(folder, stale)))
      const ended = await explores('--seeds', '5', '--runs', '1')
      expect(ended.code).toBe(1)
      expect(linesOf(ended)).toContainEqual({
        ...{ name: 'kept', story: stale, ok: false, failures: [] },
        stale: expect.stringMatching(
          /^test\/__stories__\/kept\.stale\.yaml is stale and cannot be played: step 1: the code under test has no command welcome; it has greet\. Put the names of now in the file, or delete it: /,
        ),
      })
    })
  })

  /** Explores code that reaches out in each worker, before any run. Returns what got out. */
  async function exploreLeaving(...flags: string[]) {
    let requests = 0
    const server = createServer((_, response) => {
      requests++
      response.end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const address = server.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    const left = join(folder, 'left.txt')
    rmSync(left, { force: true })
    vi.stubEnv('LISTENER', `http://127.0.0.1:${port}/`)
    vi.stubEnv('LEFT', left)
    onTestFinished(() => void vi.unstubAllEnvs())
    const ended = await exploreHere('leaves.mjs', '--seeds', '1', '--runs', '40', ...flags)
    return { ended, requests, wrote: existsSync(left) }
  }

  test.skipIf(!isolates)('lets the system keep its workers from the network and from files', async () => {
    const { ended, ...got } = await exploreLeaving('--isolate')
    expect(got).toEqual({ requests: 0, wrote: false })
    expect(linesOf(ended)).toMatchObject([{ name: 'leaves', ok: false, failures: [{ kind: 'posts twice' }] }])
    expect(ended.err).not.toContain('was not written')
    const page = join(folder, 'test/__stories__/leaves.posts-twice.html')
    expect(readFileSync(page, 'utf8')).toContain('<title>the post was made twice</title>')
    if (!isLong) return
    const open = await exploreLeaving()
    expect(open.wrote).toBe(true)
    expect(open.requests).toBeGreaterThan(0)
  })

  test.skipIf(!(isolates && isLong))('explores a program in isolation as it does without', async () => {
    const args = ['explore', 'isolated.config.mjs', '--seeds', '1', '--runs', '10']
    const ended = await hosted(...args, '--isolate')
    expect(linesOf(ended)).toMatchObject([{ name: 'isolated', runs: 10 }])
    expect(linesOf(ended)).toEqual(linesOf(await hosted(...args)))
  })

  test.skipIf(isolates)('says why the system cannot isolate', async () => {
    const { ended, ...got } = await exploreLeaving('--isolate')
    expect(got).toEqual({ requests: 0, wrote: false })
    expect(ended.code).not.toBe(0)
    expect(ended.err).toContain('--isolate needs Linux')
  })

  longTest('keeps what the code under test prints out of the standard output', async () => {
    const ended = await hosted('explore', 'talks.mjs', '--seeds', '1', '--runs', '5')
    expect(linesOf(ended).map(({ ok }) => ok)).toEqual([true])
  })

  /** Flags of a shard without seeds: the command reads the configuration as its workers do, and starts none. */
  const noSeeds = ['--seeds', '1', '--shard', '2/2']

  test('reads a configuration that requires the package, and one of TypeScript', async () => {
    for (const file of ['required.config.cjs', 'typed.ts'])
      expect(await hosted('explore', file, ...noSeeds)).toEqual({ code: 0, out: '', err: '' })
  })

  test('reads a configuration in a folder whose package has no type, without the advice of Node', async () => {
    writeFileSync(join(folder, 'package.json'), '{}')
    onTestFinished(() => rmSync(join(folder, 'package.json')))
    expect(await fauxgraph('explore', 'untyped.js', ...noSeeds)).toEqual({ code: 0, out: '', err: '' })
  })

  longTest('explores a configuration that requires the package', async () => {
    const ended = await hosted('explore', 'required.config.cjs', '--seeds', '1', '--runs', '10')
    expect(linesOf(ended)).toMatchObject([{ name: 'required', ok: true, runs: 10 }])
  })

  const failing: readonly (readonly [what: string, file: string, flags: string[], error: string])[] = [
    ['ends its process', 'exits.mjs', [], 'the worker process ended with code 7 before its report'],
    [
      'loops without end',
      'loops.mjs',
      ['--watchdog', '1'],
      'no run ended within 1 s: the code under test may loop without end; if the machine is only busy, let --watchdog',
    ],
    ['makes no world', 'throws.mjs', [], 'no world'],
  ]

  test.each(sample(failing, 1))(
    'reports code that %s, and goes on with the next seed',
    async (_, file, flags, error) => {
      const ended = await exploreHere(file, '--seeds', '1..2', '--workers', '1', ...flags)
      const failed = { ok: false, runs: 0, failures: [], error: expect.stringContaining(error) }
      expect(linesOf(ended)).toMatchObject([
        { seed: 1, ...failed },
        { seed: 2, ...failed },
      ])
      expect(ended.code).toBe(1)
    },
  )

  test.skipIf(!isolates)('names the signal that ended a worker in isolation', async () => {
    const ended = await exploreHere('killed.mjs', '--seeds', '1', '--workers', '1', '--isolate')
    // A system that hides no processes has no shell above the worker.
    const error = expect.stringMatching(/ ended (with code 137 \(SIGKILL\)|by SIGKILL) before its report$/)
    expect(linesOf(ended)).toMatchObject([{ seed: 1, ok: false, error }])
  })

  longTest('gives the worlds of programs the areas of --area', async () => {
    const ended = await hosted(
      'explore',
      'counter.config.mjs',
      '--area',
      'chores.mjs',
      '--seeds',
      '1',
      '--runs',
      '10',
    )
    expect(linesOf(ended)).toMatchObject([{ name: 'counter', ok: true, runs: 10 }])
    const without = await hosted('explore', 'counter.config.mjs', '--seeds', '1', '--runs', '10')
    expect(without).toMatchObject({ code: 2, err: expect.stringContaining('environment lists chores.added') })
    const own = await exploreHere('right.mjs', '--area', 'chores.mjs', '--seeds', '1', '--runs', '10')
    expect(own).toMatchObject({
      code: 2,
      err: expect.stringContaining('the world of "right" lacks the area chores (version 1) of --area: '),
    })
  })

  type Refusal = [what: string, args: string[], message: string | RegExp]

  /** Mistakes that a worker finds. A worker is a process, which takes seconds. */
  const refusedByWorkers: Refusal[] = [
    [
      'a program that throws at its start',
      ['start.config.mjs'],
      'the program throws Error: TOKEN is missing at its start (throws-at-start.mjs:2)',
    ],
    ['a database that cannot be prepared', ['broken.mjs'], 'no such table: leads (broken.mjs:2)'],
    ['a program that cannot be parsed', ['syntax.config.mjs'], `${unparsed} (no-syntax.mjs:2)`],
    ['TypeScript that cannot be parsed', ['typed-syntax.config.mjs'], `${unparsed} (no-syntax.ts:2)`],
    ['a program that imports what is not there', ['import.config.mjs'], /no-such-package.*imports\.mjs/],
    [
      'a program whose port is in use',
      ['port.config.mjs'],
      'listen EADDRINUSE: address already in use :::80 at its start (port.mjs:3)',
    ],
    [
      'a schema that does not load',
      ['schema.config.mjs'],
      'a.db does not load: wrong.sql:2: near "creat": syntax error (schema.config.mjs:4)',
    ],
  ]

  test.each<Refusal>([
    ['a file that is missing', ['gone.mjs'], 'gone.mjs does not exist'],
    ['a module without options', ['none.mjs'], 'none.mjs must export the options of explore'],
    ['two explorations of one name', ['same.mjs'], 'same.mjs exports two explorations of the name "right"'],
    ['an unknown option of explore', ['misspelt.mjs'], 'sede'],
    [
      'a program that is missing',
      ['gone.config.mjs'],
      /program \S+gone\.ts does not exist \(gone\.config\.mjs:2\)/,
    ],
    [
      'an unknown option',
      ['key.config.mjs'],
      'no option "datbase": did you mean database? (key.config.mjs:2)',
    ],
    [
      'a configuration that throws',
      ['reference.config.mjs'],
      'reference.config.mjs cannot be loaded: ReferenceError: nowhere is not defined (reference.config.mjs:4)',
    ],
    [
      'two databases of one name',
      ['twice.config.mjs'],
      'two databases have the name sqlite a.db (twice.config.mjs:4) (twice.config.mjs:5): list it once',
    ],
    ...sample(refusedByWorkers, 1),
    ['no file', [], 'there is no fauxgraph.config.ts in'],
  ])('refuses %s, and exits with 2', async (_, args, message) => {
    const before = filesIn(folder)
    const { code, out, err: written } = await hosted('explore', ...args)
    expect({ code, out }).toEqual({ code: 2, out: '' })
    // Node 22 adds that its SQLite is experimental.
    const err = written.replaceAll(/^\((node:\d+\) ExperimentalWarning|Use `node --trace).*\n/gm, '')
    expect(err).toMatch(/^error: [^\n]+\n$/)
    if (typeof message === 'string') expect(err).toContain(message)
    else expect(err).toMatch(message)
    expect(filesIn(folder)).toEqual(before)
  })

  test.each<[string, string[], string]>([
    ['seeds that go down', ['--seeds', '5..1'], '--seeds must be a range'],
    ['seed 0', ['--seeds', '0..1'], '--seeds must be a range'],
    ['too many seeds', ['--seeds', '1..1000001'], '--seeds may hold at most 1000000'],
    ['shard 0', ['--shard', '0/2'], '--shard must be INDEX/COUNT'],
    ['a shard beyond the count', ['--shard', '3/2'], '--shard must be INDEX/COUNT'],
    ['no workers', ['--workers', '0'], '--workers must be a whole number'],
    ['no runs', ['--runs', 'all'], '--runs must be a whole number'],
    ['no watchdog', ['--watchdog', '0'], '--watchdog must be a whole number'],
  ])('refuses %s before it starts a process, and exits with 2', async (_, flags, message) => {
    const { written, code } = startCommand(['explore', join(folder, 'right.mjs'), ...flags])
    expect(await code).toBe(2)
    expect(written).toMatchObject({ out: '', err: expect.stringMatching(/^error: [^\n]+\n$/) })
    expect(written.err).toContain(message)
  })

  longTest('runs TypeScript where Node or Vite does, and else says what to use', async () => {
    expect(linesOf(await fauxgraph('explore', 'typed.ts', '--seeds', '1', '--runs', '5'))[0]).toMatchObject({
      ok: true,
    })
    rmSync(join(folder, 'node_modules/vite'))
    onTestFinished(() => install('vite'))
    const ended = await fauxgraph('explore', 'typed.ts', '--seeds', '1', '--runs', '5')
    if (Reflect.get(process.features, 'typescript')) expect(linesOf(ended)[0]).toMatchObject({ ok: true })
    else {
      expect(ended.code).toBe(2)
      expect(ended.err).toContain('use Node 22.18 or later, or tsx')
    }
  })

  const progress = [
    [true, /0 of 1 done, 0 failed; seed 4: right: run \d+ of 10/],
    [false, /^$/],
  ] as const

  test.each(sample(progress, 1))(
    'exits with 0 and an empty error stream if no seed failed, with progress on a terminal alone: %s',
    async (isTTY, expected) => {
      const written = { terminal: '', out: '', err: '' }
      const code = await main(['explore', join(folder, 'right.mjs'), '--seeds', '4', '--runs', '10'], {
        out: (text) => {
          written.out += text
        },
        err: (text) => {
          written.err += text
        },
        terminal: {
          isTTY,
          write: (text) => {
            written.terminal += text
          },
        },
        program: join(installed, 'dist/cli.js'),
        stopped: () => new Promise(() => {}),
      })
      expect({ code, err: written.err }).toEqual({ code: 0, err: '' })
      expect(linesOf(written)).toEqual([
        {
          ...{ name: 'right', seed: 4, ok: true, runs: 10, failures: [], notTried: ['down', 'pages'] },
          coverage: { listPageFeed: expect.objectContaining({ ok: expect.any(Number) }) },
        },
      ])
      expect(written.out).not.toContain('\r')
      expect(written.terminal).toMatch(expected)
    },
  )
})

describe('fauxgraph run', () => {
  test('plays a saved story step by step, and exits with 1 if it fails', async () => {
    const { code, out } = await fauxgraph('run', story, 'wrong.mjs')
    expect(code).toBe(1)
    for (const line of [
      /^1\. greet#1 is called$/m,
      /greet#1 calls publishPost: POST \/page\/feed {"message":"hi"} → 200, which never arrives$/m,
      /✂ at call 1 of publishPost by greet#1: the call takes effect, but its answer is lost$/m,
      /greet#1 calls publishPost: POST \/page\/feed {"message":"hi"} → 200$/m,
      /^The faults stop, and 40 h pass\.$/m,
      /^✗ the post was made twice \(world\)$/m,
    ])
      expect(out).toMatch(line)
  })

  test('exits with 0 if the story passes', async () => {
    const text = `import { options as wrong } from './wrong.mjs'
      export const options = { ...wrong, sut: () => ({ commands: { greet: { run: () => {} } } }) }`
    writeFileSync(join(folder, 'mended.mjs'), text)
    const { code, out } = await hosted('run', story, 'mended.mjs')
    expect(out).toMatch(/^✓ The story passes\.$/m)
    expect(code).toBe(0)
  })

  test('writes the page of a story', async () => {
    const { code, err } = await hosted('run', story, 'wrong.mjs', '--page', 'replayed.html')
    expect({ code, err }).toEqual({ code: 1, err: 'wrote replayed.html\n' })
    const html = readFileSync(join(folder, 'replayed.html'), 'utf8')
    expect(html).toContain('<title>the post was made twice</title>')
    expect(html).toContain('greet#1 calls publishPost')
  })

  test('writes a program that prints the same', async () => {
    mkdirSync(join(folder, 'below'), { recursive: true })
    const ran = await hosted('run', story, 'wrong.mjs', '--repro', 'below/repro.mjs')
    expect(ran.err).toBe('wrote below/repro.mjs\n')
    expect(existsSync(join(folder, 'below/repro.mjs'))).toBe(true)
    const repeated = await node('below/repro.mjs')
    expect(repeated).toEqual({ code: 1, out: ran.out, err: '' })
  })

  longTest('writes a program that reads a default export within a default export', async () => {
    writeFileSync(
      join(folder, 'nested.mjs'),
      `import { options } from './wrong.mjs'\nexport default { default: [options] }\n`,
    )
    const ran = await hosted('run', story, 'nested.mjs', '--repro', 'nested-repro.mjs')
    expect(await node('nested-repro.mjs')).toEqual({ code: 1, out: ran.out, err: '' })
  })

  test.each([
    ['a story that is missing', ['gone.yaml', 'wrong.mjs'], 'gone.yaml cannot be read'],
    ['a file that is no story', ['wrong.mjs', 'wrong.mjs'], /^error: wrong\.mjs:\d+:\d+: not valid YAML: /],
    ['a module without the exploration', [story, 'right.mjs'], 'no exploration of the name "wrong"'],
  ])('refuses %s, and exits with 2', async (_, args, message) => {
    const { code, err } = await hosted('run', ...args)
    expect(code).toBe(2)
    expect(err).toMatch(/^error: [^\n]+\n$/)
    expect(err).toMatch(message)
  })
})
