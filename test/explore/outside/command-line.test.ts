import { execFile, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { isolation } from '../../../src/front/cli/parts/isolation.ts'
import { isLong, longTest } from '../../chance.ts'
import { installPackage } from '../../front/cli/install-package.ts'
import { ownTemporaryFolder } from './working-folders.ts'

const root = fileURLToPath(new URL('.', import.meta.url))
let folder = ''
const workingFolders = ownTemporaryFolder()
let [file, program] = ['', '']
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'outside-cli-'))
  program = await installPackage(folder)
  file = join(folder, 'fauxgraph.config.mjs')
  writeFileSync(join(folder, 'queue.json'), '["We are open"]')
  writeFileSync(
    file,
    `import { defineExploration, jsonFile } from 'fauxgraph/explore'
     export default defineExploration({
       name: 'poster',
       root: ${JSON.stringify(root)},
       command: [process.execPath, 'post.mjs'],
       env: ({ names, baseUrl }) => ({
         API: baseUrl, PAGE: names.page, TOKEN: names.pageToken, VARIANT: 'posts blindly',
         QUEUE: ${JSON.stringify(join(folder, 'queue.json'))},
       }),
       mirror: { done: jsonFile('done.json') },
       stories: ${JSON.stringify(join(folder, 'stories'))},
       kinds: 1,
     })`,
  )
}, 120_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Ended {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** Runs the command in the folder. */
const fauxgraph = (...args: string[]): Promise<Ended> =>
  new Promise((resolve) => {
    execFile(process.execPath, [program, ...args], { cwd: folder, encoding: 'utf8' }, (error, out, err) =>
      resolve({ code: Number(error?.code ?? 0), out, err }),
    )
  })

/** The processes whose environment has a text. One that ends meanwhile has none. */
const processesWith = (text: string): string[] =>
  readdirSync('/proc').filter((id) => {
    try {
      return /^\d+$/.test(id) && readFileSync(`/proc/${id}/environ`, 'latin1').includes(text)
    } catch {
      return false
    }
  })

/** The line of an exploration: those of its saved stories come before it. */
const lastLine = (out: string) => JSON.parse(out.trim().split('\n').at(-1) ?? '')

test.each([
  ['Ctrl-C', 'SIGINT'],
  ['SIGTERM to all', 'SIGTERM'],
] as const)('%s ends an exploration, prints what is known, and leaves nothing behind', async (_, signal) => {
  const before = workingFolders()
  const command = spawn(process.execPath, [program, 'explore', file, '--workers', '2'], { detached: true })
  let [out, err] = ['', '']
  command.stdout.on('data', (text) => {
    out += text
  })
  command.stderr.on('data', (text) => {
    err += text
  })
  while (!err.includes('each start is a process') || workingFolders().length < 2)
    await new Promise((done) => setTimeout(done, 20))
  await new Promise((done) => setTimeout(done, isLong ? 2_000 : 500))
  // A terminal interrupts the whole group: the command, and its workers.
  process.kill(-Number(command.pid), signal)
  const code = await new Promise((resolve) => command.once('exit', resolve))
  expect({ code, err }).toMatchObject({ code: 130 })
  expect(JSON.parse(out)).toMatchObject({ name: 'poster', ok: false, failures: [] })
  expect(out).not.toContain('ended by')
  expect(workingFolders()).toEqual(before)
})

test.concurrent('fauxgraph explore saves the story of a failure, and fauxgraph run replays it', async () => {
  const explored = await fauxgraph('explore', file, '--runs', '8', '--workers', '2')
  expect({ code: explored.code, err: explored.err }).toMatchObject({ code: 1 })
  expect(explored.err).toContain('poster: 2 workers side by side; each start is a process')
  const { failures, tried } = JSON.parse(explored.out)
  // Told once, before the report: a search in the whole order takes minutes.
  expect(explored.err.split('found: the post was made twice; stories follow at the end')).toHaveLength(2)
  expect(explored.err.indexOf('found: ')).toBeLessThan(explored.err.indexOf('✗ poster'))
  const saved = join(folder, 'stories', 'poster.posts-twice.yaml')
  expect(failures).toMatchObject([{ kind: 'posts twice', title: 'the post was made twice', parts: 2, saved }])
  expect(tried[0]).toBe('facts between starts: 2 of 2 stories')
  expect(explored.err).toContain(`replay it with: npx fauxgraph run ${saved} ${file}`)
  const replayed = await fauxgraph('run', saved, file)
  expect(replayed.code).toBe(1)
  expect(replayed.out).toContain('✗ the post was made twice (world)')
})

longTest('shards have no story in common, and together all of a part', async () => {
  const shards = [await fauxgraph('explore', file, '--runs', '1', '--workers', '1', '--shard', '1/2')]
  shards.push(await fauxgraph('explore', file, '--runs', '1', '--workers', '1', '--shard', '2/2'))
  // Two stories of facts between starts, of which each of the two shards has one.
  for (const { out } of shards) expect(lastLine(out).tried[0]).toBe('facts between starts: 1 of 1 stories')
})

test.concurrent('workers play as many runs together as --runs says', async () => {
  const { out } = await fauxgraph('explore', file, '--runs', '1', '--workers', '2')
  expect(lastLine(out).runs).toBe(1)
})

test.concurrent('a time that is none is refused before a story is played', async () => {
  const { code, out, err } = await fauxgraph('explore', file, '--within', 'soon')
  expect({ code, out, err }).toEqual({
    ...{ code: 2, out: '', err: 'error: --within must be a duration such as 10m, got soon\n' },
  })
})

test.concurrent('no time at all is refused before a worker starts', async () => {
  expect(await fauxgraph('explore', file, '--within', '0s')).toEqual({
    ...{ code: 2, out: '', err: 'error: --within must be longer than 0, got 0s\n' },
  })
})

test.concurrent('--seeds is refused, as the stories of a command are not drawn', async () => {
  const { code, err } = await fauxgraph('explore', file, '--seeds', '1..5')
  expect({ code, err }).toEqual({
    code: 2,
    err: expect.stringContaining('--seeds has no effect on a command'),
  })
})

test.concurrent.each([
  [
    'a mirror whose command is a text',
    "command: ['cat'], mirror: { leads: commandLines('cat leads') }",
    /^error: .*the command of commandLines must be a list of texts, .* got "cat leads".*\n$/,
  ],
  [
    'a mirror that asks a server which is none',
    "command: ['cat'], mirror: { leads: url('/leads') }",
    /^error: .*mirror\.leads must be a url with its host, .*\n$/,
  ],
  [
    'a folder that does not exist',
    "command: ['cat'], folder: 'none'",
    /^none: .*\nerror: .*none does not exist: make it, or leave out folder .*\n$/,
  ],
  [
    'the time of its world for a program that is linked statically',
    "command: ['./static'], time: 'faketime'",
    /^error: .*time must be 'real', as .*static is linked statically: .*\n$/,
  ],
])('%s is refused with one message', async (title, config, message) => {
  // The header of an ELF file without segments, each of which would have 56 bytes.
  const header = `${'\x7fELF\x02\x01'.padEnd(54, '\0')}\x38`.padEnd(64, '\0')
  writeFileSync(join(folder, 'static'), Buffer.from(header, 'latin1'))
  const wrong = join(folder, `${title.replaceAll(' ', '-')}.mjs`)
  writeFileSync(
    wrong,
    `import { commandLines, defineExploration, url } from 'fauxgraph/explore'
     export default defineExploration({ name: 'none', stories: false, ${config} })`,
  )
  const { code, out, err } = await fauxgraph('explore', wrong)
  expect({ code, out, err }).toEqual({ code: 2, out: '', err: expect.stringMatching(message) })
})

test.skipIf(!existsSync('/proc/self/environ'))(
  'a command that is killed in the middle leaves no process and no folder behind',
  async () => {
    const before = workingFolders()
    const command = spawn(process.execPath, [program, 'explore', file, '--workers', '2'], { stdio: 'ignore' })
    while (workingFolders().length < before.length + 2) await new Promise((done) => setTimeout(done, 20))
    command.kill('SIGKILL')
    await vi.waitFor(() => {
      expect(workingFolders()).toEqual(before)
      expect(processesWith(`QUEUE=${folder}`)).toEqual([])
    }, 20_000)
  },
)

longTest('a program is not taken for one that hangs because its first runs are long', async () => {
  const config = join(folder, 'slow.config.mjs')
  const code = `setTimeout(() => {
    const url = process.env.API + '/v24.0/me?access_token=' + process.env.TOKEN
    require('node:http').get(url, (response) => response.resume())
  }, 5_000)`
  writeFileSync(
    config,
    `import { defineExploration } from 'fauxgraph/explore'
     export default defineExploration({
       name: 'slow',
       command: [process.execPath, '-e', ${JSON.stringify(code)}],
       env: ({ names, baseUrl }) => ({ API: baseUrl, TOKEN: names.pageToken }),
       stories: false,
     })`,
  )
  const { out } = await fauxgraph('explore', config, '--runs', '1', '--workers', '1', '--watchdog', '12')
  expect(lastLine(out)).toMatchObject({ runs: 1 })
  expect(lastLine(out)).not.toHaveProperty('error')
})

longTest('--within ends an exploration after a time', async () => {
  const { code, out } = await fauxgraph('explore', file, '--within', '100ms', '--workers', '1')
  expect(code).toBe(1)
  expect(lastLine(out)).toMatchObject({ ok: false, runs: 0 })
})

longTest('wrong input ends with exit code 2 and one message, and leaves nothing behind', async () => {
  const before = workingFolders()
  const config = join(folder, 'wrong.config.mjs')
  writeFileSync(
    config,
    `import { defineExploration } from 'fauxgraph/explore'
     export default defineExploration({ name: 'bad', command: ['no-such-program'], stories: false })`,
  )
  const { code, err } = await fauxgraph('explore', config)
  expect(code).toBe(2)
  expect(err).toContain(
    'error: explore: no-such-program#1 (no-such-program) failed although nothing went wrong: the command no-such-program was not found',
  )
  expect(workingFolders()).toEqual(before)
})

/** Whether this system can isolate processes. */
const isolates = (() => {
  try {
    return isolation(true) !== undefined
  } catch {
    return false
  }
})()

test.skipIf(!(isLong && isolates))(
  '--isolate leaves a program the loopback alone, and no file to change',
  async () => {
    const config = join(folder, 'isolated.config.mjs')
    const code = `
    const net = require('node:net')
    const http = require('node:http')
    const fs = require('node:fs')
    try { fs.writeFileSync(${JSON.stringify(join(folder, 'left'))}, '') } catch (error) { console.log(error.code) }
    const end = (how) => fs.appendFileSync('how', how + '\\n')
    net.connect(443, '203.0.113.1').on('error', ({ code }) => {
      end(code)
      http.get(process.env.API + '/v24.0/me?access_token=' + process.env.TOKEN, (r) => r.resume())
    })`
    writeFileSync(
      config,
      `import { commandLines, defineExploration } from 'fauxgraph/explore'
     export default defineExploration({
       name: 'isolated',
       command: [process.execPath, '-e', ${JSON.stringify(code)}],
       env: ({ names, baseUrl }) => ({ API: baseUrl, TOKEN: names.pageToken }),
       mirror: { how: commandLines(['sed', 's/.*/"&"/', 'how']) },
       eventually: { 'it reached nothing': ({ mirror }) => mirror.how.every((how) => how === 'ENETUNREACH') },
       hostile: { people: false },
       stories: false,
     })`,
    )
    const { out, err } = await fauxgraph('explore', config, '--runs', '1', '--workers', '1', '--isolate')
    expect({ ...JSON.parse(out), err }).toMatchObject({ ok: true, failures: [] })
  },
)
