import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { replay } from '../../../src/world/create-world.ts'
import { startCommand } from './start-command.ts'

const folder = mkdtempSync(join(tmpdir(), 'fauxgraph-history-'))
afterAll(() => rmSync(folder, { recursive: true }))

const scenario = join(folder, 'begin.yaml')
writeFileSync(
  scenario,
  'fauxgraph: 1\ntitle: Begin\ngiven: { starter: { publications: false } }\nsteps:\n  - { title: A person, action: createUser, with: { name: Ann } }\n',
)

/** Starts a command, and returns what a person of its inspector can ask. */
async function started(...args: string[]) {
  const run = startCommand([...args, '--port', '0', '--json'])
  await run.started
  if (run.written.out === '') throw new Error(run.written.err)
  const { url, starter } = JSON.parse(run.written.out)
  const at = (world: string) => `${url}${world === '' ? '' : `/_sim/w/${world}`}`
  const post = (path: string, body: object) =>
    fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  return {
    starter,
    run,
    read: async (path: string, world = '') => (await fetch(`${at(world)}/_sim/${path}`)).json(),
    post: async (path: string, body: object, world = '') =>
      (await post(`${world === '' ? '' : `/_sim/w/${world}`}/_sim/${path}`, body)).json(),
    /** Publishes a post with a token of the starter world, and returns the status. */
    async publish(message: string, token = starter.pageToken, world = ''): Promise<number> {
      const headers = { authorization: `Bearer ${token}` }
      const body = new URLSearchParams({ message })
      return (await fetch(`${at(world)}/${starter.page}/feed`, { method: 'POST', headers, body })).status
    },
    /** The first events of the stream of a page that is opened now. */
    async opened(world = ''): Promise<string> {
      const { body } = await fetch(`${at(world)}/_sim/stream`)
      let text = ''
      for await (const part of body ?? []) {
        text += new TextDecoder().decode(part)
        if (/event: steps\ndata: .*\n\n/.test(text)) return text
      }
      return text
    },
    async [Symbol.asyncDispose]() {
      run.stop()
      await run.code
    },
  }
}

type Command = Awaited<ReturnType<typeof started>>

/** The numbers of the steps of a name, the last first. */
const numbersIn = (text: string, name: string): number[] => {
  const lines = [...text.matchAll(/^data: (\[.*\])$/gm)].flatMap(([, list = '[]']) => JSON.parse(list))
  return lines.flatMap((line) => (line.name === name ? [line.sequence] : [])).reverse()
}

const numberIn = (text: string, name: string): number | undefined => numbersIn(text, name)[0]

/** Everything that the page of the inspector asks about a step that was taken before it was opened. */
async function looksBack(command: Command, world = ''): Promise<void> {
  const { starter, read, publish, opened, post } = command
  expect(await publish('first', starter.pageToken, world)).toBe(200)
  expect(await publish('refused', starter.noPermissionToken, world)).toBeGreaterThanOrEqual(400)
  // A clock that runs has steps of its own, also between the two.
  const [refused, published = 0] = numbersIn(await opened(world), 'publishPost')
  expect(refused).toBeGreaterThanOrEqual(2)
  const step = await read(`steps/${refused}`, world)
  expect(step).toMatchObject({ name: 'publishPost', ok: false, failedCheck: expect.stringMatching(/./) })
  const { checks } = await read('around', world)
  expect(checks.map(({ name }: { name: string }) => name)).toContain(step.failedCheck)
  const before = await read(`steps/${published}`, world)
  expect(before).toMatchObject({ name: 'publishPost', ok: true })
  expect(before.rows).toContainEqual(expect.objectContaining({ kind: 'posts', change: 'created' }))
  const posts = async (at: number) => (await read(`rows?kind=posts&at=${at}`, world)).rows.length
  expect(await posts(Number(refused))).toBe((await posts(published - 1)) + 1)
  const { rows } = await read(`difference?from=${published - 1}&to=${refused}`, world)
  expect(rows.map(({ change }: { change: string }) => change)).toContain('created')
  const { sequence: played, ok } = await post('again', { sequence: refused, token: starter.pageToken }, world)
  expect([played, ok]).toEqual([refused, true])
  const name = `fork-${world}-${refused}`
  expect(await post('forks', { name, at: published - 1 }, world)).toEqual({ name })
  expect((await read('trace', world)).steps.length).toBeGreaterThanOrEqual(2)
  const recording = await read(`recording?until=${refused}`, world)
  expect(replay(recording).world.as(starter.pageToken).listPageFeed({ page: starter.page }).ok).toBe(true)
  expect((await read(`scenario?until=${refused}`, world)).text).toContain('steps:')
}

const authority = ['--authority', join(folder, 'authority')]

describe('the history of a server that the command starts', () => {
  test.each<[string, readonly string[]]>([
    ['serve', ['serve']],
    ['serve --time real', ['serve', '--time', 'real']],
    ['serve --record', ['serve', '--record', join(folder, 'new.log')]],
    ['serve --scenario', ['serve', '--scenario', scenario]],
    ['serve --policy platform', ['serve', '--policy', 'platform']],
    ['proxy', ['proxy', ...authority]],
  ])('%s: calls before the page was opened are shown in full', async (_, args) => {
    await using command = await started(...args)
    await looksBack(command)
    await looksBack(command, 'named')
  })

  test('of --record goes on after a restart, with what is in the file', async () => {
    const file = join(folder, 'again.log')
    await started('serve', '--record', file).then(async (command) => {
      await using _ = command
      await command.publish('before the restart')
    })
    await using again = await started('serve', '--record', file)
    const published = numberIn(await again.opened(), 'publishPost')
    expect(await again.read(`steps/${published}`)).toMatchObject({
      ok: true,
      rows: expect.arrayContaining([expect.objectContaining({ change: 'created', kind: 'posts' })]),
    })
    await looksBack(again)
  })

  test('says what was evicted, and with which bounds', async () => {
    await using command = await started('serve', '--history', '5')
    for (let at = 0; at < 12; at++) await command.publish(`${at}`)
    const text = await command.opened()
    const { missing } = await command.read('around')
    expect(missing).toEqual({
      last: 7,
      isAll: false,
      text:
        'Steps 1 to 7 were evicted: the server keeps the last 5 steps of each world, at most 128 MiB of steps ' +
        'in all worlds, and no step for longer than 7 days.',
    })
    expect(text).toContain(`event: gone\ndata: ${JSON.stringify({ message: missing.text })}`)
    expect((await command.read('steps/3')).error.message).toBe(`Step 3 is not there. ${missing.text}`)
    expect(await command.read('steps/8')).toMatchObject({ sequence: 8, ok: true })
  })

  test('says of --record where the evicted steps are', async () => {
    const file = join(folder, 'evicted.log')
    await started('serve', '--record', file, '--history', '2').then(async (command) => {
      await using _ = command
      for (let at = 0; at < 4; at++) await command.publish(`${at}`)
      expect((await command.read('around')).missing.text).toContain(
        'The file of --record has them: a server with a copy of the file and a larger --history shows them.',
      )
    })
    // What the sentence says is true.
    await using again = await started('serve', '--record', file)
    expect(await again.read('steps/1')).toMatchObject({ name: 'publishPost', ok: true })
  })

  test('keeps 10,000 steps if nobody says otherwise', async () => {
    await using command = await started('serve', '--time', 'manual')
    const clock = { advance: '1s' }
    expect(await command.post('clock', clock)).toMatchObject({ fired: 0 })
    expect((await command.read('around')).missing).toEqual({ last: 0, isAll: false, text: '' })
    expect(command.run.written.err).toBe('')
  })

  test('is none with --history off, and the page says so', async () => {
    await using command = await started('serve', '--history', 'off')
    await command.publish('first')
    const sentence = /This world keeps no history: .*Start the server without --history off/
    expect((await command.read('around')).missing).toMatchObject({
      isAll: true,
      text: expect.stringMatching(sentence),
    })
    expect((await command.read('steps/1')).error.message).toMatch(sentence)
    const stale = { match: { operation: 'readPage' }, fault: { kind: 'staleRead', by: '1h' } }
    expect((await command.post('faults', stale)).error.message).toContain('without --history off')
  })
})
