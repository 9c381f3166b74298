import { describe, expect, test } from 'vitest'
import { listen } from '../../src/adapters/node/server.ts'
import { main } from '../../src/cli/command.ts'
import { starterNames } from '../../src/world/starter.ts'
import { createWorld, type Snapshot } from '../../src/world/world.ts'

/** Runs a command as a shell does: `line` resolves once something is written, `stop` is the signal. */
function shell(...args: string[]) {
  const written = { out: '', err: '' }
  let said = () => {}
  let stop: (value?: unknown) => void = () => {}
  const line = new Promise<void>((resolve) => {
    said = resolve
  })
  const stopped = new Promise((resolve) => {
    stop = resolve
  })
  const code = main(args, {
    out(text) {
      written.out += text
      said()
    },
    err(text) {
      written.err += text
    },
    stopped: () => stopped,
  })
  return { written, code, stop, started: Promise.race([line, code]) }
}

async function served(...args: string[]) {
  const run = shell('serve', '--port', '0', '--json', ...args)
  await run.started
  const said = JSON.parse(run.written.out)
  const end = async () => {
    run.stop()
    return run.code
  }
  return { ...run, said, end }
}

const read = async (url: string) => (await fetch(url)).json()

/** The words of a line for a shell: quoted ones lose their quotes. */
const words = (line: string) =>
  [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '')

/** Does what curl does with the few options that the examples use. */
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
  test('prints one line of JSON, serves what it says, and ends with 0', async () => {
    const { said, written, end } = await served()
    expect(written.out.trimEnd().split('\n')).toHaveLength(1)
    expect(Object.keys(said)).toEqual(['url', 'webUrl', 'starter'])
    expect(Object.keys(said.starter).sort()).toEqual([...starterNames, 'batch', 'photo', 'post'].sort())
    const { campaign, userToken } = said.starter
    expect(await read(`${said.url}/${campaign}?fields=name&access_token=${userToken}`)).toEqual({
      id: campaign,
      name: 'Starter Campaign',
    })
    const start = performance.now()
    expect(await end()).toBe(0)
    expect(performance.now() - start).toBeLessThan(2_000)
    expect(written.err).toBe('')
    await expect(fetch(said.url)).rejects.toThrow()
  })

  test('prints ids, tokens, and three lines that work as printed', async () => {
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
    const { said, end } = await served('--seed', '7', '--now', '2027-03-04T05:06:07Z', '--policy', 'platform')
    const expected = createWorld({ seed: 7, now: '2027-03-04T05:06:07Z' })
    expect(said.starter).toEqual(expected.starter())
    const world = await read(`${said.url}/_sim/world`)
    expect(world).toMatchObject({ seed: '7', now: expected.clock.now })
    expect(world.policy).not.toEqual(expected.policy)
    await end()
  })

  test('lets in the hosts and origins that are listed, each option repeated', async () => {
    const origins = ['http://localhost:5173', 'http://localhost:5174']
    const { said, end } = await served(
      '--cors',
      origins[0] ?? '',
      '--cors',
      origins[1] ?? '',
      '--allow-host',
      'box.test',
    )
    for (const origin of origins) {
      const { headers } = await fetch(`${said.url}/_sim/world`, { headers: { origin } })
      expect(headers.get('access-control-allow-origin')).toBe(origin)
    }
    await end()
  })

  test('calls webhooks at the hosts that are listed', async () => {
    // An address that is never called, so that nothing leaves this machine: what is told of it is the proof.
    const { said, end } = await served('--webhook-host', '169.254.169.254')
    const act = async (name: string, params: object) => {
      const headers = { 'content-type': 'application/json' }
      await fetch(`${said.url}/_sim/${name}`, { method: 'POST', headers, body: JSON.stringify(params) })
    }
    const { app } = said.starter
    const told = async (url: string) => {
      await act('actions/setWebhook', { app, url })
      await act('webhooks/flush', {})
      return (await read(`${said.url}/_sim/webhooks`)).deliveries.at(-1).reason
    }
    expect(await told('http://169.254.169.254/')).toMatch(/an address that webhooks may not call$/)
    expect(await told('http://203.0.113.1/')).toMatch(
      /neither a loopback host nor listed in webhookHosts \(--webhook-host HOST\)$/,
    )
    await end()
  })

  test('moves the clock with the wall, faster if asked', async () => {
    const { said, end } = await served('--time', '86400')
    const now = async () => (await read(`${said.url}/_sim/world`)).now
    const before = await now()
    await new Promise((resolve) => setTimeout(resolve, 700))
    expect(await now()).toBeGreaterThan(before)
    await end()
  })

  test('stores as many bytes of pictures as it is told', async () => {
    const { said, end } = await served('--picture-bytes-max', '5000')
    const { state } = (await read(`${said.url}/_sim/snapshot`)) as Snapshot
    expect(state.graph.caps.blobBytes).toBe(5_000)
    await end()
  })

  test('warns when the network is let in', async () => {
    const { written, said, end } = await served('--host', '0.0.0.0')
    expect(written.err).toMatch(/^warning: .*0\.0\.0\.0.*\n$/)
    expect(said.url).toMatch(/^http:\/\/127\.0\.0\.1:/)
    await end()
  })

  test.each([
    ['a port that is none', ['--port', 'http']],
    ['a port too high', ['--port', '65536']],
    ['an instant that is none', ['--now', 'tomorrow']],
    ['a policy that is none', ['--policy', 'strict']],
    ['a time that is none', ['--time', 'fast']],
    ['no time', ['--time', '0']],
    ['bytes that are no number', ['--picture-bytes-max', '256MiB']],
    ['every origin', ['--cors', '*']],
    ['an unknown option', ['--scenery']],
    ['an option without its value', ['--port']],
    ['a word too many', ['now']],
  ])('refuses %s in one line, and ends with 2', async (_, args) => {
    const { written, code } = shell('serve', ...args)
    expect(await code).toBe(2)
    expect(written.err).toMatch(/^error: [^\n]+\n$/)
    expect(written.out).toBe('')
  })

  test('says in one line that the port is taken, and ends with 1', async () => {
    const server = await listen(createWorld())
    const { written, code } = shell('serve', '--port', new URL(server.url).port)
    expect(await code).toBe(1)
    expect(written.err).toMatch(/^error: the address is in use[^\n]*\n$/)
    await server.close()
  })
})

describe('fauxgraph', () => {
  test('says its version', async () => {
    const { written, code } = shell('--version')
    expect(await code).toBe(0)
    expect(written.out).toMatch(/^\d+\.\d+\.\d+\n$/)
  })

  test('says how it is used', async () => {
    const { written, code } = shell('serve', '--help')
    expect(await code).toBe(0)
    expect(written.out).toContain('--allow-host')
  })

  test('refuses an unknown command in one line', async () => {
    const { written, code } = shell('server')
    expect(await code).toBe(2)
    expect(written.err).toMatch(/^error: [^\n]+\n$/)
  })
})
