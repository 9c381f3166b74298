import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { exploreWatched } from '../../../src/explore/explore.ts'
import { commandLines, defineExploration, explore, replayStory } from '../../../src/explore/index.ts'
import { runErrand } from '../../../src/explore/outside/errand.ts'
import { startGuard } from '../../../src/explore/outside/guard.ts'
import { launch } from '../../../src/explore/outside/host.ts'
import { WrongInput } from '../../../src/explore/run/options/wrong-input.ts'
import { shareTasks } from '../../../src/front/cli/commands/explore.ts'
import { isolation } from '../../../src/front/cli/parts/isolation.ts'
import type { Starter } from '../../../src/world/starter/starter-names.ts'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'errand-test-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const id = String(1_000 + (process.pid % 8_000))

/** The processes that run, and whose command line has a text. */
const running = (text: string): string[] =>
  execFileSync('ps', ['-eo', 'stat=,args='], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes(text) && !line.startsWith('Z') && !line.includes('ps -eo'))

/** Runs a command beside a program, in a limit of milliseconds. */
async function run(words: readonly string[], within: number, server?: object): Promise<string> {
  const mark = randomUUID()
  const guard = startGuard(mark, join(folder, 'removed'))
  const environment = { PATH: process.env['PATH'] }
  const start = (command: readonly string[]) => launch({ command, folder, environment, mark, guard })
  const state = { setup: { deadline: Infinity }, command: { start }, folder, environment, server }
  return runErrand(state as never, { what: 'reset', words, within }).finally(() => guard.close())
}

test('a command beside the program returns what it printed, and no error output', async () => {
  const code = 'for i in $(seq 20000); do echo line $i; done; echo error >&2'
  const text = await run(['sh', '-c', code], 20_000)
  expect([text.length, text.endsWith('line 20000\n')]).toEqual([208_894, true])
})

test('one that does not end in time is ended as a whole, and the message names the time', async () => {
  const code = `cd /; sleep ${id}.1; echo 1`
  await expect(run(['sh', '-c', code], 300)).rejects.toThrow(
    /^explore: reset \(.*\) did not end within 0.3 s$/,
  )
  expect(running(`sleep ${id}.1`)).toEqual([])
})

test('one whose daemon holds its output open is not waited for longer', async () => {
  const began = performance.now()
  await expect(run(['sh', '-c', `setsid sleep 5.${id} & echo 1`], 500)).rejects.toThrow(
    /did not end within 0.5 s, as a process that it left holds its output open: let that write to a file/,
  )
  expect(performance.now() - began).toBeLessThan(4_000)
})

test('a server goes on while a command runs beside it', async () => {
  const server = spawn('sleep', [`${id}.2`], { cwd: folder })
  expect(await run(['echo', '1'], 20_000, { process: server })).toBe('1\n')
  expect(running(`sleep ${id}.2`)).toHaveLength(1)
  server.kill()
})

/** A program that calls the world once, with a configuration beside it. */
const calling = (config: object) =>
  defineExploration({
    name: 'calling',
    command: ['curl', '-s', 'https://graph.facebook.com/v24.0/me'],
    stories: false,
    ...config,
  })

test('what a command of a mirror leaves behind is ended', async () => {
  const mirror = { ids: commandLines(['sh', '-c', `setsid sleep ${id}.3 >&- 2>&- & echo 1`]) }
  const story = { steps: [{ do: 'job', job: 'curl' } as const], marks: [] }
  await replayStory(calling({ mirror }), story)
  await vi.waitFor(() => expect(running(`sleep ${id}.3`)).toEqual([]))
})

test('a command that is not over when the time is over is named', async () => {
  const { warnings } = await explore(calling({ reset: ['sleep', `${id}.4`], within: '1s' }))
  expect(warnings.join()).toContain(`the time was over before reset (sleep ${id}.4) ended`)
  expect(running(`sleep ${id}.4`)).toEqual([])
})

const job = { do: 'job', job: 'sh' } as const

/** A configuration whose program runs code of a shell once, and has the token of the page. */
const shell = (code: string) =>
  calling({
    command: ['sh', '-c', code],
    env: ({ names }: { names: Starter }) => ({ TOKEN: names.pageToken }),
  })

test('the last lines that a program printed are told, without the tokens of its world', async () => {
  const code = 'for line in first "bad $TOKEN" "see below" "visit the page"; do echo "$line"; done; exit 1'
  await expect(replayStory(shell(code), { steps: [job], marks: [] })).rejects.toThrow(
    'ended with exit code 1: bad … / see below / visit the page. Run it by hand',
  )
})

test('Python is told to print at once', async () => {
  vi.stubEnv('PYTHONUNBUFFERED', undefined)
  const options = shell('curl -s https://graph.facebook.com/v24.0/me; [ "$PYTHONUNBUFFERED" = 1 ]')
  expect(await replayStory(options, { steps: [job], marks: [] })).toMatchObject({ ok: true })
  vi.unstubAllEnvs()
})

test('an exploration that is stopped before its first run ended says so', async () => {
  const { warnings } = await exploreWatched(shell('sleep 5'), ({ setup }) => {
    setup.deadline = performance.now()
  })
  expect(warnings).toContain('it was stopped before its first run ended')
})

test('a mirror that returns no list is wrong input', async () => {
  const options = calling({ mirror: { leads: () => 5 } })
  await expect(explore(options)).rejects.toThrow(WrongInput)
})

test('there are 16 workers at most', () => {
  const options = calling({})
  expect(shareTasks(options, 'file', { shard: '1/1', watchdog: '60', workers: '99' })).toHaveLength(16)
})

const isolated = (() => {
  try {
    return isolation(true)
  } catch {
    return undefined
  }
})()

test.skipIf(!isolated?.values.includes('--pid') || !existsSync('/proc/self/environ'))(
  'with --isolate, a process that has left everything ends with the command',
  () => {
    const { command = '', values = [] } = isolated ?? {}
    const code = `cd /; setsid env -i sleep ${id}.5 >/dev/null 2>&1 & sleep 0.3; ps -eo args=; exit 7`
    const { status, stdout } = spawnSync(command, [...values, 'sh', '-c', code], { encoding: 'utf8' })
    // It sees its own processes alone, and its exit code is that of the command.
    expect({ status, stdout }).toEqual({ status: 7, stdout: expect.stringContaining(`sleep ${id}.5`) })
    expect(stdout).not.toContain('vitest')
    expect(running(`sleep ${id}.5`)).toEqual([])
  },
)
