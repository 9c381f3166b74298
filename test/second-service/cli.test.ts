import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { createWorld, toFetchHandler } from '../../src/index.ts'
import { listen } from '../../src/server/http/server.ts'
import { startCommand } from '../front/cli/start-command.ts'
import { tracker } from './tracker.ts'

const folder = mkdtempSync(join(tmpdir(), 'fauxgraph-second-service-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const module = join(import.meta.dirname, 'tracker.ts')
const area = ['--area', module]

/** Runs a command to its end. */
async function run(...args: string[]) {
  const { written, code } = startCommand(args)
  return { code: await code, ...written }
}

/** Adds a project to the world that a command serves, and stops the command. */
async function served(...args: string[]) {
  const { written, code, stop, started } = startCommand([...args, '--json', '--port', '0'])
  await started
  const { url, starter } = JSON.parse(written.out)
  const body = new URLSearchParams({ name: 'Site', access_token: starter.userToken })
  const answer = await fetch(`${url}/v24.0/${starter.user}/projects`, { method: 'POST', body })
  stop()
  return { code: await code, status: answer.status }
}

function write(name: string, text: string): string {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}

const scenario = write(
  'project.yaml',
  `fauxgraph: 1
title: A project and its issue
given: { starter: { publications: false } }
steps:
  - call: createProject
    as: $userToken
    with: { user: $user, name: Site }
    save: { project: $.id }
  - call: createIssue
    as: $userToken
    with: { project: $project, title: Slow }
    expect: { value: { number: 1, version: 1 } }
  - call: listIssues
    as: $userToken
    with: { project: $project, page: 1, per_page: 10 }
    expect: { value: { items: [{ title: Slow, state: open }], page: 1, pages: 1, total: 1 } }
`,
)

/** A simulator of another seed. */
const otherWorld = () => createWorld({ areas: [tracker], seed: 'the real service' })

/** Records calls at a simulator of another seed. */
async function recorded(): Promise<string> {
  const world = otherWorld()
  const { user, userToken } = world.starter({ publications: false })
  const handler = toFetchHandler(world)
  const exchanges: object[] = []
  async function call(method: string, path: string, params: Record<string, string>) {
    const form = new URLSearchParams({ ...params, access_token: userToken }).toString()
    const isRead = method === 'GET'
    const url = `${world.baseUrl}/v24.0/${path}${isRead ? `?${form}` : ''}`
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const request = { method, url, ...(!isRead && { headers, body: form }) }
    const answer = await handler(new Request(url, request))
    const body = await answer.text()
    const response = { status: answer.status, headers: Object.fromEntries(answer.headers), body }
    exchanges.push({ at: world.clock.iso, request, response })
    return JSON.parse(body)
  }
  await call('GET', 'me', { fields: 'id,name' })
  const project = (await call('POST', `${user}/projects`, { name: 'Site' })).id
  const issue = (await call('POST', `${project}/issues`, { title: 'Slow', labels: 'bug' })).id
  await call('GET', `${project}/issues`, { page: '1', per_page: '10' })
  await call('POST', issue, { version: '1', state: 'closed' })
  await call('POST', issue, { version: '1', state: 'open' })
  await call('GET', issue, { fields: 'id,number,title,state,updated_time' })
  return write('traffic.json', JSON.stringify(exchanges))
}

/** What each command does with the area: its exit code, and what it shows. */
const commands: Readonly<Record<string, () => Promise<void>>> = {
  async serve() {
    const recording = join(folder, 'serve.jsonl')
    expect(await served('serve', ...area, '--record', recording)).toEqual({ code: 0, status: 200 })
    expect(await served('serve')).toEqual({ code: 0, status: 400 })
  },
  async replay() {
    const recording = join(folder, 'replay.jsonl')
    await served('serve', ...area, '--record', recording)
    expect(await run('replay', ...area, recording)).toMatchObject({ code: 0, err: '' })
    expect(await run('replay', recording)).toMatchObject({
      code: 2,
      err: expect.stringContaining('the area tracker (version 1): pass the area'),
    })
  },
  async proxy() {
    const authority = ['--authority', join(folder, 'authority')]
    expect(await served('proxy', ...area, ...authority)).toEqual({ code: 0, status: 200 })
  },
  async run() {
    expect(await run('run', ...area, scenario)).toMatchObject({ code: 0, err: '' })
  },
  async 'run --against'() {
    const world = otherWorld()
    const names = write('names.json', JSON.stringify(world.starter({ publications: false })))
    const server = await listen(world)
    const report = join(folder, 'against.json')
    const flags = ['--against', server.url, '--names', names, '--report', report]
    expect(await run('run', ...area, scenario, ...flags)).toMatchObject({ code: 0, err: '' })
    await server.close()
    expect(JSON.stringify(JSON.parse(readFileSync(report, 'utf8')))).not.toContain('skipped":"')
    expect(world.calls.all().map(({ operation }) => operation)).toEqual([
      'createProject',
      'createIssue',
      'listIssues',
    ])
  },
  async compare() {
    const traffic = await recorded()
    expect(await run('compare', ...area, traffic)).toMatchObject({ code: 0, err: '' })
    expect(await run('compare', traffic)).toMatchObject({ code: 1 })
    const other = write(
      'other.json',
      readFileSync(traffic, 'utf8').replace('\\"number\\":1', '\\"number\\":2'),
    )
    expect(await run('compare', ...area, other)).toMatchObject({
      code: 1,
      out: expect.stringMatching(/POST \/#\/issues.*number/s),
    })
  },
  async import() {
    const imported = join(folder, 'imported.yaml')
    expect(await run('import', ...area, await recorded(), '--out', imported)).toMatchObject({
      code: 0,
      err: '7 calls\n',
    })
    expect(readFileSync(imported, 'utf8')).toMatch(/path: .v24.0.\$\{user2\}.projects/)
    expect(await run('run', ...area, imported)).toMatchObject({ code: 0, err: '' })
  },
  async scrub() {
    const traffic = await recorded()
    const scrubbed = join(folder, 'scrubbed.json')
    expect(await run('scrub', traffic, '--out', scrubbed)).toMatchObject({ code: 0 })
    const text = readFileSync(scrubbed, 'utf8')
    expect(text).not.toContain(otherWorld().starter({ publications: false }).userToken)
    expect(await run('compare', ...area, scrubbed)).toMatchObject({ code: 0, err: '' })
  },
  async openapi() {
    const { out, code } = await run('openapi', ...area)
    expect([code, Object.keys(JSON.parse(out).paths)]).toEqual([
      0,
      expect.arrayContaining(['/{version}/{project}/issues']),
    ])
  },
}

/** The command that makes no world, and those whose proofs are in test/front/cli/explore.test.ts and test/simulation. */
const others = ['init', 'explore', 'simulate']

test('the table has every command', async () => {
  const { out } = await run('--help')
  const [, list = ''] = out.split('Commands:\n')
  const names = [...list.matchAll(/^ {2}(\w+)/gm)].map(([, name = '']) => name)
  const known = [...Object.keys(commands), ...others, 'help', 'fauxgraph']
  expect(names.length).toBeGreaterThan(9)
  expect(names.filter((name) => !known.includes(name))).toEqual([])
})

describe('--area FILE', () => {
  test.each(Object.entries(commands))('%s', async (_, works) => {
    await works()
  })
})
