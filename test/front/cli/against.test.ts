import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { createWorld, platformPolicy } from '../../../src/index.ts'
import { listen } from '../../../src/server/http/server.ts'
import { folder as scenarios } from '../../scenario/files.ts'
import { startCommand } from './start-command.ts'

const folder = mkdtempSync(join(tmpdir(), 'fauxgraph-against-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function file(name: string, content: unknown): string {
  const path = join(folder, name)
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}

/** Runs a command of fauxgraph to its end. */
async function run(...args: string[]) {
  const { written, code } = startCommand(args)
  return { code: await code, ...written }
}

/** A simulator of another seed as the real service. */
async function realService(policy = {}) {
  const world = createWorld({ seed: 'the real service', now: Date.now(), policy })
  const names = { ...world.starter({ publications: false }) }
  const server = await listen(world)
  return { world, names, url: server.url, close: () => server.close() }
}

/** A server that answers as a function says, and remembers the requests. */
async function serverOf(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const requests: string[] = []
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`)
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { url: `http://127.0.0.1:${port}`, requests, close }
}

const story = `fauxgraph: 1
title: A post and its photo
given: { starter: { publications: false } }
steps:
  - title: The page publishes a post.
    call: publishPost
    as: $pageToken
    with: { page: $page, message: Costs 12345678 }
    save: { post: $.id }
    expect: { pending: [] }
  - title: It reads the post by a request.
    request: { method: GET, path: "/\${post}?fields=id,message&access_token=\${pageToken}" }
    expect: { value: { id: $post, message: Costs 12345678 } }
  - title: Somebody answers the form.
    action: submitLead
    with: { form: $form, answers: { full_name: Zoë, email: zoe@example.test } }
    save: { new: $.id }
  - title: The lead is read.
    call: readLead
    as: $userToken
    with: { lead: $new }
  - title: The form counts it.
    call: listFormLeads
    as: $userToken
    with: { form: $form }
    expect: { value: { data: { $contains: { id: $new } } } }
  - title: The page can be read.
    call: readPage
    as: $pageToken
    with: { page: $page, fields: id }
    expect: { value: { id: $page } }
  - title: A moment passes.
    advance: 20ms
  - title: A day passes.
    advance: 25h
  - title: The post is still there.
    call: readPost
    as: $pageToken
    with: { post: $post }
`

const played = `A post and its photo (FILE, 4 of 9 steps)
  - skipped: Somebody answers the form.
      it is an action of people or of the platform, for which the service has no call
  - skipped: The lead is read.
      it needs $new, which is saved by the skipped step "Somebody answers the form."
    and the step after it
  - skipped: A day passes.
      it needs a wait of 25h, and 1m of --wait is left
  - skipped: The post is still there.
      it comes after a wait that was skipped
  - not checked: The page publishes a post. (pending)
`

describe('a scenario at a service', () => {
  test('is played by names, and says what it skipped', async () => {
    const { names, url, world, close } = await realService()
    const path = file('story.yaml', story)
    const { pageToken, userToken, ...ids } = names
    process.env['FAUXGRAPH_TEST_TOKEN'] = String(pageToken)
    const named = file('names.json', { ...ids, userToken, pageToken: { env: 'FAUXGRAPH_TEST_TOKEN' } })
    const report = join(folder, 'report.json')
    const { code, out, err } = await run('run', path, '--against', url, '--names', named, '--report', report)
    await close()
    expect({ code, err, out }).toEqual({ code: 0, err: '', out: `✓ ${played.replace('FILE', path)}` })
    expect(world.calls.all().map(({ operation }) => operation)).toEqual([
      'publishPost',
      'readPost',
      'readPage',
    ])
    const { scenarios: told, ...rest } = JSON.parse(readFileSync(report, 'utf8'))
    expect(rest).toEqual({ fauxgraph: 'run', against: url, ok: true })
    const results = told[0].steps.map(({ result }: { result: string }) => result)
    expect(results).toEqual([
      ...['passed', 'passed', 'skipped', 'skipped', 'skipped', 'passed', 'passed', 'skipped', 'skipped'],
    ])
  })

  test.each([
    'ad-image.yaml',
    'blocked-actor.yaml',
    'campaign-copies.yaml',
    'deep-copy-limit.yaml',
    'login.yaml',
    'lost-answer.yaml',
    'post-message.yaml',
    'scheduled-post.yaml',
    'targeting.yaml',
    'threats.yaml',
    'tokens.yaml',
    'versions.yaml',
  ])('of the examples passes at a simulator of another seed: %s', async (name) => {
    const { names, url, close } = await realService()
    const args = ['--against', url, '--names', file('all.json', names), '--wait', '0s']
    const { code, out, err } = await run('run', join(scenarios, name), ...args)
    await close()
    expect([code, err]).toEqual([0, ''])
    expect(out).toMatch(/^✓ .*, [1-9]\d* of \d+ steps/)
  })

  const timed = `fauxgraph: 1
title: A time
given: { world: { policy: { postTimes: unix } }, starter: { publications: false } }
steps:
  - call: publishPost
    as: $pageToken
    with: { page: $page, message: Hello }
    save: { post: $.id }
  - call: readPost
    as: $pageToken
    with: { post: $post, fields: created_time }
    expect: { value: { created_time: { $kind: number } } }
  - call: readPage
    as: $pageToken
    with: { page: $page }
`

  test('ends with 1 at the first step that the service answers otherwise, without tokens', async () => {
    const { names, url, close } = await realService(platformPolicy)
    const path = file('time.yaml', timed)
    const report = join(folder, 'failed.json')
    const named = file('all.json', names)
    const { code, out } = await run('run', path, '--against', url, '--names', named, '--report', report)
    await close()
    expect(code).toBe(1)
    expect(out).toContain(`steps[1].expect.value.created_time.$kind: expected {"$kind":"number"}, got "20`)
    const [{ steps }] = JSON.parse(readFileSync(report, 'utf8')).scenarios
    expect(steps.map(({ result }: { result: string }) => result)).toEqual(['passed', 'failed', 'not played'])
  })

  test('has exact ids and times of the simulator compared by names', async () => {
    const simulated = createWorld()
    const names = simulated.starter({ publications: false })
    const token = String(names.pageToken)
    const made = simulated.as(token).publishPost({ page: names.page, message: 'Hello' }).unwrap()
    const read = simulated.as(token).readPost({ post: made.id, fields: 'created_time' }).unwrap()
    const exact = `fauxgraph: 1
title: Exact values
given: { starter: { publications: false } }
steps:
  - call: publishPost
    as: "${token}"
    with: { page: "${names.page}", message: Hello }
    save: { post: $.id }
    expect: { value: { id: "${made.id}" } }
  - request: { method: GET, path: "/v26.0/${made.id}?fields=id,created_time,message&access_token=\${pageToken}" }
    expect: { value: { id: "${made.id}", created_time: ${JSON.stringify(read.created_time)} } }
  - call: readPost
    as: $pageToken
    with: { post: "${made.id}" }
    expect: { value: { id: "${names.page}" } }
`
    const { names: real, url, close } = await realService()
    const path = file('exact.yaml', exact)
    const { code, out } = await run('run', path, '--against', url, '--names', file('all.json', real))
    await close()
    expect(code).toBe(1)
    expect(out).toContain('✓ call publishPost\n  ✓ GET')
    expect(out).toContain(`steps[2].expect.value.id: expected "${real.page}", got "${real.page}_`)
  })
})

const oneStep = (step: string) => `fauxgraph: 1
title: One step
given: { starter: { publications: false } }
steps:
  - ${step}
`

const readsPage = 'call: readPage\n    as: $pageToken\n    with: { page: $page }'

describe('nothing is sent, and the command ends with 2, for', () => {
  const good = () => file('one.yaml', oneStep(readsPage))
  const names = { page: '1', pageToken: 'a-token-of-a-page' }
  test.each([
    ['plain http to another host', ['--against', 'http://graph.example.com'], 'must be https: plain http'],
    ['a name that only looks local', ['--against', 'http://localhost.example.com'], 'must be https'],
    ['another scheme', ['--against', 'ftp://127.0.0.1'], 'must be a URL such as'],
    ['a user name', ['--against', 'https://me:secret@graph.example.com'], 'must not contain a user name'],
    ['a query', ['--against', 'https://graph.example.com?access_token=x'], 'must not contain a query'],
    ['no names', ['--against', 'http://127.0.0.1:1', '--names', ''], 'cannot be read'],
    ['a wait that is none', ['--against', 'http://127.0.0.1:1', '--wait', 'long'], 'A duration is'],
    ['a wait that is too long', ['--against', 'http://127.0.0.1:1', '--wait', '25h'], 'at most 24h'],
    ['names without a service', [], '--names needs --against URL'],
    [
      'a page',
      ['--against', 'http://127.0.0.1:1', '--page', 'x.html'],
      '--page shows a run of the simulator',
    ],
  ])('%s', async (_what, args, message) => {
    const own = args.includes('--names') ? [] : ['--names', file('few.json', names)]
    const { code, out, err } = await run('run', good(), ...own, ...args)
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toContain(message)
    expect(err).not.toContain('secret')
  })

  test.each([
    ['a missing name', { pageToken: 'x'.repeat(20) }, 'lacks page, which the steps of'],
    ['an unset variable', { ...names, pageToken: { env: 'FAUXGRAPH_UNSET' } }, 'FAUXGRAPH_UNSET is not set'],
    ['an inexact id', '{ "page": 122093283932000001 }', 'has too many digits: put it in quotes'],
    ['a list', '[1]', 'must be an object with ids and tokens by name'],
    ['another member', { page: { file: 'x' } }, 'must be text, a number, null, or { env: VARIABLE }'],
    ['an empty text', { page: '' }, 'write null if the service has no such object'],
    ['a name that is none', { 'a b': '1' }, 'a name must be a letter'],
  ])('%s', async (_what, given, message) => {
    const args = ['--against', 'http://127.0.0.1:1', '--names', file('wrong.json', given)]
    const { code, err } = await run('run', good(), ...args)
    expect(code).toBe(2)
    expect(err).toContain(message)
  })
})

describe('a step fails with a message, and nothing goes elsewhere, if the service', () => {
  const target = 'https://elsewhere.example.com'
  const redirect = (response: ServerResponse, status: number, location: string) =>
    response.writeHead(status, { location }).end()
  const json = { 'content-type': 'application/json' }
  test.each([
    [
      'redirects to another host',
      readsPage,
      `the service redirects to ${target}: nothing is sent there`,
      1,
      (_: IncomingMessage, response: ServerResponse) => redirect(response, 302, `${target}/x`),
    ],
    [
      'redirects in a circle',
      readsPage,
      'redirects more than 5 times: perhaps in a circle',
      6,
      ({ url = '' }: IncomingMessage, response: ServerResponse) => redirect(response, 307, url),
    ],
    [
      'redirects a write',
      'call: publishPost\n    as: $pageToken\n    with: { page: $page, message: x }',
      'redirects a POST (status 301): it is not sent again',
      1,
      (_: IncomingMessage, response: ServerResponse) => redirect(response, 301, '/x'),
    ],
    ['dies', readsPage, 'did not answer: socket hang up', 1, (request: IncomingMessage) => request.destroy()],
    [
      'ends its answer too soon',
      readsPage,
      'did not answer: ',
      1,
      (_: IncomingMessage, response: ServerResponse) => {
        response.writeHead(200, { ...json, 'content-length': 99 }).write('{')
        setTimeout(() => response.destroy(), 20)
      },
    ],
    [
      'answers no HTTP',
      readsPage,
      'did not answer: Parse Error',
      1,
      ({ socket }: IncomingMessage) => void socket.end('no HTTP at all\r\n\r\n'),
    ],
    [
      'answers more than 16 MiB',
      readsPage,
      'its answer has more than 16,777,216 bytes',
      1,
      (_: IncomingMessage, response: ServerResponse) => {
        response.writeHead(200, json)
        response.end(Buffer.alloc(17 * 1024 * 1024, 32))
      },
    ],
    [
      'answers bytes',
      `${readsPage}\n    expect: { value: { id: $page } }`,
      'expected {"id":',
      1,
      (_: IncomingMessage, response: ServerResponse) => {
        response.writeHead(200, json).end(Buffer.from([0xff, 0xfe, 0x00]))
      },
    ],
    [
      'answers what is nested too deeply',
      `${readsPage}\n    expect: { value: { id: $page } }`,
      'expected {"id":',
      1,
      (_: IncomingMessage, response: ServerResponse) => {
        response.writeHead(200, json).end('['.repeat(200_000))
      },
    ],
    [
      'is asked for by a whole URL of another host',
      'request: { method: GET, path: "https://elsewhere.example.com/me" }',
      'the request would go to https://elsewhere.example.com/me: nothing is sent anywhere but to',
      0,
      (_: IncomingMessage, response: ServerResponse) => response.end(),
    ],
  ])('%s', async (_what, step, message, requests, answer) => {
    const server = await serverOf(answer)
    const token = 'a-token-of-a-page'
    const args = ['--names', file('few.json', { page: '12345678', pageToken: token })]
    const { code, out } = await run('run', file('one.yaml', oneStep(step)), '--against', server.url, ...args)
    await server.close()
    expect(code).toBe(1)
    expect(out).toContain(message)
    expect(out).not.toContain(token)
    expect(server.requests).toHaveLength(requests)
  })

  test('follows a redirect of a read to the same origin', async () => {
    const server = await serverOf(({ url = '' }, response) => {
      if (url.startsWith('/moved')) response.writeHead(200, json).end('{"id":"12345678"}')
      else redirect(response, 302, '/moved')
    })
    const path = file('one.yaml', oneStep(`${readsPage}\n    expect: { value: { id: $page } }`))
    const args = ['--names', file('few.json', { page: '12345678', pageToken: 'x'.repeat(9) })]
    const { code, out } = await run('run', path, '--against', server.url, ...args)
    await server.close()
    expect([code, out.slice(0, 1)]).toEqual([0, '✓'])
    expect(server.requests).toHaveLength(2)
  })

  test('shows a token that it answers', async () => {
    const secret = `EAAB${'x'.repeat(30)}`
    const server = await serverOf((_, response) =>
      response.writeHead(200, json).end(JSON.stringify({ id: 'other', access_token: secret })),
    )
    const step = 'call: readPage\n    as: $pageToken\n    with: { page: $page }\n    expect: { value: [] }'
    const args = ['--names', file('few.json', { page: '12345678', pageToken: 'x'.repeat(9) })]
    const { code, out } = await run('run', file('one.yaml', oneStep(step)), '--against', server.url, ...args)
    await server.close()
    expect(code).toBe(1)
    expect(out).not.toContain(secret.slice(0, 12))
  })
})

test('a run of the simulator writes its report too', async () => {
  const report = join(folder, 'simulated.json')
  const { code } = await run('run', join(scenarios, 'post-message.yaml'), '--report', report)
  const { against, ok, scenarios: told } = JSON.parse(readFileSync(report, 'utf8'))
  expect({ code, against, ok, count: told[0].steps.length }).toEqual({
    code: 0,
    against: null,
    ok: true,
    count: 2,
  })
})
