import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { listen } from '../../../src/server/http/server.ts'
import { openApiDocument } from '../../../src/server/openapi/document.ts'
import { createWorld } from '../../../src/world/create-world.ts'
import { starterNames } from '../../../src/world/starter/starter-names.ts'
import type { Snapshot } from '../../../src/world/world.ts'
import { startCommand } from './start-command.ts'

const shell = (...args: string[]) => startCommand(args)

async function serve(...args: string[]) {
  const run = shell('serve', '--port', '0', '--json', ...args)
  await run.started
  const output = JSON.parse(run.written.out)
  const end = async () => {
    run.stop()
    return run.code
  }
  return { ...run, output, end }
}

const read = async (url: string) => (await fetch(url)).json()

/** Splits a shell command into words, without their quotes. */
const words = (line: string) =>
  [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '')

/** Does what curl does, for the few options that the examples use. */
async function curl(line: string): Promise<Response> {
  const [, url = '', ...options] = words(line)
  const form = new FormData()
  const headers: Record<string, string> = {}
  let body: string | undefined
  for (let at = 0; at < options.length; at += 2) {
    const [option, value = ''] = [options[at], options[at + 1]]
    const cut = value.indexOf(option === '-H' ? ':' : '=')
    if (option === '-F') form.append(value.slice(0, cut), value.slice(cut + 1))
    else if (option === '-H') headers[value.slice(0, cut)] = value.slice(cut + 1).trim()
    else if (option === '-d') body = value
    else throw new Error(`curl has no option ${option} here`)
  }
  const sent = body ?? ([...form.keys()].length > 0 ? form : undefined)
  return fetch(url, sent === undefined ? {} : { method: 'POST', headers, body: sent })
}

describe('fauxgraph serve', () => {
  test('prints the variables of its world, as fauxgraph proxy does, and adds what --with names', async () => {
    const { output, end } = await serve('--with', 'business', '--with', 'instagram')
    const { environment, starter, url } = output
    expect(environment).toMatchObject({
      FAUXGRAPH_URL: url,
      FAUXGRAPH_PAGE: starter.page,
      FAUXGRAPH_PAGE_TOKEN: starter.pageToken,
      FAUXGRAPH_APP_SECRET: starter.appSecret,
      FAUXGRAPH_BUSINESS: starter.business,
      FAUXGRAPH_INSTAGRAM_ACCOUNT: starter.instagramAccount,
    })
    expect(starter.business).toMatch(/^\d+$/)
    expect(starter.instagramAccount).toMatch(/^\d+$/)
    expect(await end()).toBe(0)
    const run = shell('serve', '--port', '0')
    await run.started
    expect(run.written.out).toContain(`\n  export FAUXGRAPH_PAGE_TOKEN=${starter.pageToken}\n`)
    run.stop()
    await run.code
  })

  test('--with refuses what the starter world cannot have', async () => {
    const { written, code } = shell('serve', '--port', '0', '--with', 'shop')
    expect(await code).not.toBe(0)
    expect(written.err).toContain('--with takes business or instagram, got shop')
  })

  test('takes keys of the policy, and the address of clients', async () => {
    const flags = ['--set', 'unknownFields=ignore', '--set', 'webhook.signing=none']
    const { output, end } = await serve(...flags, '--public-url', 'https://graph.example.test')
    const { policy } = await read(`${output.url}/_sim/world`)
    expect(policy).toMatchObject({ unknownFields: 'ignore', webhook: { signing: 'none' } })
    const { page, pageToken } = output.starter
    const { paging } = await read(`${output.url}/${page}/photos?type=uploaded&access_token=${pageToken}`)
    expect(paging).toBeDefined()
    expect(await end()).toBe(0)
  })

  test('has tokens of given texts', async () => {
    const { output, end } = await serve('--token', 'pageToken=EAAB123')
    expect(output.starter['pageToken']).toBe('EAAB123')
    expect(await read(`${output.url}/me?fields=id&access_token=EAAB123`)).toEqual({
      id: output.starter['page'],
    })
    expect(await end()).toBe(0)
  })

  test('adds the stubs of --stubs, and the control plane lists them', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'fauxgraph-'))
    const path = join(folder, 'stubs.yaml')
    writeFileSync(path, '- route: GET /{page}/conversations\n  data: { data: [] }\n')
    const { output, end } = await serve('--stubs', path)
    const { page, pageToken } = output.starter
    expect(await read(`${output.url}/${page}/conversations?access_token=${pageToken}`)).toEqual({ data: [] })
    expect(await read(`${output.url}/_sim/stubs`)).toEqual({
      stubs: [{ id: expect.any(String), route: 'GET /{page}/conversations', data: { data: [] }, uses: 1 }],
    })
    expect(await end()).toBe(0)
    rmSync(folder, { recursive: true })
  })

  test('begins at the wall clock with --time real', async () => {
    const { output, end } = await serve('--time', 'real')
    const { now } = await read(`${output.url}/_sim/world`)
    expect(Math.abs(now - Date.now())).toBeLessThan(3_600_000)
    expect(await end()).toBe(0)
  })

  test('prints one line of JSON, serves the world, and exits with 0', async () => {
    const { output, written, end } = await serve()
    expect(written.out.trimEnd().split('\n')).toHaveLength(1)
    expect(Object.keys(output)).toEqual(['url', 'webUrl', 'environment', 'starter'])
    expect(Object.keys(output.starter).sort()).toEqual(
      [...starterNames, 'batch', 'carousel', 'photo', 'post'].sort(),
    )
    const { campaign, userToken } = output.starter
    expect(await read(`${output.url}/${campaign}?fields=name&access_token=${userToken}`)).toEqual({
      id: campaign,
      name: 'Starter Campaign',
    })
    const start = performance.now()
    expect(await end()).toBe(0)
    expect(performance.now() - start).toBeLessThan(2_000)
    expect(written.err).toBe('')
    await expect(fetch(output.url)).rejects.toThrow()
  })

  test('prints ids, tokens, and three commands that work as printed', async () => {
    const run = shell('serve', '--port', '0')
    await run.started
    const { out } = run.written
    const [address = ''] = /http:\/\/127\.0\.0\.1:\d+/.exec(out) ?? []
    const world = await read(`${address}/_sim/world`)
    for (const [name, value] of Object.entries(world.starter))
      expect(out).toMatch(new RegExp(`^ +${name} +${String(value).replace('|', '\\|')}$`, 'm'))
    const lines = out.split('\n').filter((line) => line.startsWith('  curl '))
    expect(lines).toHaveLength(3)
    const [campaign, photo, clock] = await Promise.all(
      lines.map(async (line) => (await curl(line.trim())).json()),
    )
    expect(campaign).toMatchObject({ id: world.starter.campaign, name: 'Starter Campaign' })
    expect(photo).toMatchObject({ id: expect.stringMatching(/^\d{15}$/) })
    expect(clock).toMatchObject({ now: world.now + 25 * 3_600_000 })
    run.stop()
    expect(await run.code).toBe(0)
  })

  test('takes seed, instant and policy', async () => {
    const { output, end } = await serve(
      '--seed',
      '7',
      '--now',
      '2027-03-04T05:06:07Z',
      '--policy',
      'platform',
    )
    const expected = createWorld({ seed: 7, now: '2027-03-04T05:06:07Z', policy: { beyond: 'serve' } })
    expect(output.starter).toEqual(expected.starter())
    const world = await read(`${output.url}/_sim/world`)
    expect(world).toMatchObject({ seed: '7', now: expected.clock.now })
    expect(world.policy).not.toEqual(expected.policy)
    await end()
  })

  test.each([
    ['serves calls beyond the description', [], 200],
    ['refuses them if it is told so', ['--beyond', 'refuse'], 400],
    ['refuses them after a scenario that does', ['--scenario', 'scenarios/lead.yaml'], 400],
    ['serves them after a scenario', ['--scenario', 'scenarios/lead.yaml', '--beyond', 'serve'], 200],
  ])('%s', async (_, flags, status) => {
    const { output, end } = await serve(...flags)
    const { page, pageToken } = output.starter
    const { status: answered } = await fetch(`${output.url}/${page}/leadgen_forms?access_token=${pageToken}`)
    expect(answered).toBe(status)
    await end()
  })

  test('allows the listed hosts and origins, if options are repeated', async () => {
    const origins = ['http://localhost:5173', 'http://localhost:5174']
    const { output, end } = await serve(
      '--cors',
      origins[0] ?? '',
      '--cors',
      origins[1] ?? '',
      '--allow-host',
      'box.test',
    )
    for (const origin of origins) {
      const { headers } = await fetch(`${output.url}/_sim/world`, { headers: { origin } })
      expect(headers.get('access-control-allow-origin')).toBe(origin)
    }
    await end()
  })

  test('calls webhooks at the hosts that are listed', async () => {
    // An address that webhooks may not call, so that nothing leaves this machine: the error is the proof.
    const { output, end } = await serve('--webhook-host', '169.254.169.254')
    const act = async (name: string, params: object) => {
      const headers = { 'content-type': 'application/json' }
      await fetch(`${output.url}/_sim/${name}`, { method: 'POST', headers, body: JSON.stringify(params) })
    }
    const { app } = output.starter
    const reasonOf = async (url: string) => {
      await act('actions/setWebhook', { app, url })
      await act('webhooks/flush', {})
      return (await read(`${output.url}/_sim/webhooks`)).deliveries.at(-1).reason
    }
    expect(await reasonOf('http://169.254.169.254/')).toMatch(/an address that webhooks may not call$/)
    expect(await reasonOf('http://203.0.113.1/')).toMatch(
      /neither a loopback host nor listed in webhookHosts \(--webhook-host HOST\)$/,
    )
    await end()
  })

  test('moves the clock faster than the wall clock if --time is a number', async () => {
    const { output, end } = await serve('--time', '86400')
    const now = async () => (await read(`${output.url}/_sim/world`)).now
    const before = await now()
    await new Promise((resolve) => setTimeout(resolve, 700))
    expect(await now()).toBeGreaterThan(before)
    await end()
  })

  test('sets the bytes of pictures that the world may store', async () => {
    const { output, end } = await serve('--picture-bytes-max', '5000')
    const { state } = (await read(`${output.url}/_sim/snapshot`)) as Snapshot
    expect(state.graph.caps.blobBytes).toBe(5_000)
    await end()
  })

  test('warns if the network can reach the server', async () => {
    const { written, output, end } = await serve('--host', '0.0.0.0')
    expect(written.err).toMatch(/^warning: .*0\.0\.0\.0.*\n$/)
    expect(output.url).toMatch(/^http:\/\/127\.0\.0\.1:/)
    await end()
  })

  test.each([
    ['a port that is not a number', ['--port', 'http']],
    ['a port too high', ['--port', '65536']],
    ['an invalid instant', ['--now', 'tomorrow']],
    ['an unknown policy', ['--policy', 'strict']],
    ['an invalid time', ['--time', 'fast']],
    ['a time of zero', ['--time', '0']],
    ['bytes that are not a number', ['--picture-bytes-max', '256MiB']],
    ['a history of no steps', ['--history', '0']],
    ['a history that is neither a number nor off', ['--history', 'full']],
    ['every origin', ['--cors', '*']],
    ['an allowed host with a scheme', ['--allow-host', 'http://x']],
    ['a host of webhooks with a path', ['--webhook-host', 'hooks.test/facebook']],
    ['an address that there cannot be', ['--port', '0', '--host', '999.1.1.1']],
    ['an unknown option', ['--scenery']],
    ['an option without its value', ['--port']],
    ['an extra argument', ['now']],
  ])('refuses %s in one line with a suggestion at most, and exits with 2', async (_, args) => {
    const { written, code } = shell('serve', ...args)
    expect(await code).toBe(2)
    expect(written.err).toMatch(/^error: [^\n]+\n(\(Did you mean [^\n]+\?\)\n)?$/)
    expect(written.out).toBe('')
  })

  test('says which port is in use and what to do, and exits with 1', async () => {
    await using server = await listen(createWorld())
    const { port } = new URL(server.url)
    const { written, code } = shell('serve', '--port', port)
    expect(await code).toBe(1)
    expect(written.err).toBe(
      `error: The port ${port} of 127.0.0.1 is in use: choose another one with --port, or take a free one with --port 0\n`,
    )
  })

  test('names a host that is no address of the machine', async () => {
    const { written, code } = shell('serve', '--port', '0', '--host', '203.0.113.1')
    expect(await code).toBe(1)
    expect(written.err).toBe('error: --host is 203.0.113.1, which is no address of this machine\n')
  })

  test('does not speak of ports if a file is the reason', async () => {
    const { written, code } = shell('serve', '--port', '0', '--record', '/nowhere/at/all.jsonl')
    expect(await code).not.toBe(0)
    expect(written.err).not.toContain('--port')
  })
})

test('fauxgraph openapi prints the document, or writes it', async () => {
  const printed = shell('openapi', '--server', 'https://graph.example.test')
  expect(await printed.code).toBe(0)
  const document = openApiDocument({ server: 'https://graph.example.test' })
  expect(printed.written.out).toBe(`${JSON.stringify(document, null, 2)}\n`)
  const folder = mkdtempSync(join(tmpdir(), 'fauxgraph-openapi-'))
  const file = join(folder, 'openapi.json')
  const saved = shell('openapi', '--out', file)
  expect(await saved.code).toBe(0)
  expect(saved.written).toEqual({ out: '', err: `wrote ${file}\n` })
  expect(JSON.parse(readFileSync(file, 'utf8')).servers).toEqual([{ url: 'http://127.0.0.1:8080' }])
  rmSync(folder, { recursive: true })
})

test.each(['nonsense', 'graph.test:8080', 'ftp://graph.test', 'http://', ''])(
  'fauxgraph openapi refuses the server %j as a wrong option',
  async (server) => {
    const { written, code } = shell('openapi', '--server', server)
    expect(await code).toBe(2)
    expect(written).toEqual({
      out: '',
      err: `error: --server must be an http or https URL, or a path that begins with / or ., got ${JSON.stringify(server)}\n`,
    })
  },
)

test.each(['/', '..', '/graph', 'https://graph.test/v26.0'])(
  'fauxgraph openapi takes the server %j',
  async (server) => {
    const { written, code } = shell('openapi', '--server', server)
    expect(await code).toBe(0)
    expect(JSON.parse(written.out).servers).toEqual([{ url: server }])
  },
)

describe('fauxgraph', () => {
  test('prints its version', async () => {
    const { written, code } = shell('--version')
    expect(await code).toBe(0)
    expect(written.out).toMatch(/^\d+\.\d+\.\d+\n$/)
  })

  test('prints its usage', async () => {
    const { written, code } = shell('serve', '--help')
    expect(await code).toBe(0)
    expect(written.out).toContain('--allow-host')
  })

  test('tells a new user the first commands, with status 2 because it did nothing', async () => {
    const { written, code } = shell()
    expect(await code).toBe(2)
    expect(written.err).toMatch(/Begin with:\n {2}fauxgraph serve .*\n {2}fauxgraph init .*\n$/)
  })

  test('refuses an unknown command, with the nearest one', async () => {
    const { written, code } = shell('server')
    expect(await code).toBe(2)
    expect(written.err).toBe("error: unknown command 'server'\n(Did you mean serve?)\n")
  })
})
