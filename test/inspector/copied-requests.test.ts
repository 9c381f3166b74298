import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { curlOf, fetchOf, stepCode } from '../../src/inspector/copies.ts'
import { testOf } from '../../src/inspector/test-copies.ts'
import { type Listening, listen } from '../../src/server/node/index.ts'
import type { CallOutcome } from '../../src/service/typed-call.ts'
import { createWorld, replay } from '../../src/world/create-world.ts'
import type { WorldStep } from '../../src/world/history/world-step.ts'
import type { Starter } from '../../src/world/starter/starter-names.ts'
import type { World } from '../../src/world/world.ts'
import { sample } from '../chance.ts'
import { png } from '../chapters/ad-images/ad-image-world.ts'
import { runTest } from './run-copied.ts'

const run = promisify(execFile)

/** What a client got: the status and the body. */
interface Answer {
  readonly status: number
  readonly body: string
}

const form = (params: Record<string, string>): RequestInit => ({
  method: 'POST',
  body: new URLSearchParams(params),
})

const json = (body: object): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

function parts(fields: Record<string, string>, ...files: [part: string, name: string][]): RequestInit {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.append(name, value)
  for (const [part, name] of files) body.append(part, new Blob([new Uint8Array(png(8, part.length))]), name)
  return { method: 'POST', body }
}

type Call = (names: Starter) => readonly [path: string, init?: RequestInit]

/** Calls, and how each is written as code: by its method, or as a request. */
const calls: readonly (readonly [string, Call, code: string])[] = [
  [
    'a token in the query',
    (n) => [`/v26.0/${n.page}?fields=name&access_token=${n.pageToken}`],
    '.readPage({',
  ],
  [
    'a token in a header',
    (n) => [`/v26.0/${n.page}?fields=name`, { headers: { authorization: `Bearer ${n.pageToken}` } }],
    '.readPage({',
  ],
  [
    'a token in a form',
    (n) => [
      `/v26.0/${n.page}/feed`,
      form({ message: "it's & so\non", published: 'false', access_token: n.pageToken }),
    ],
    '  "message": "it\'s & so\\non",\n  "published": false\n})',
  ],
  [
    'a token in the query of a form',
    (n) => [`/v26.0/${n.page}/feed?access_token=${n.pageToken}`, form({ message: 'Grüße, \u202e 100 %' })],
    '.publishPost({',
  ],
  [
    'a token in JSON',
    (n) => [`/${n.page}/feed`, json({ message: '{"a": [1]}', access_token: n.pageToken })],
    `.publishPost({`,
  ],
  [
    'a token in multipart',
    (n) => [
      `/v26.0/${n.page}/photos`,
      parts({ caption: 'a\nb', access_token: n.pageToken }, ['source', 'my photo.png']),
    ],
    '.uploadPagePhoto({',
  ],
  [
    'a file whose name has quotes',
    (n) => [`/v26.0/${n.page}/photos?access_token=${n.pageToken}`, parts({}, ['source', `it"s 'a' ü.png`])],
    '.uploadPagePhoto({',
  ],
  [
    'several files',
    (n) => [
      `/v26.0/act_${n.adAccount}/adimages`,
      parts({ access_token: n.userToken }, ['first.png', 'first.png'], ['other.png', 'other.png']),
    ],
    '.uploadAdImage({',
  ],
  [
    'a batch with two tokens',
    (n) => [
      '/v26.0/',
      form({
        access_token: n.userToken,
        batch: JSON.stringify([
          { method: 'GET', relative_url: 'me?fields=name' },
          {
            method: 'POST',
            relative_url: `${n.page}/feed`,
            body: 'message=hi%20there',
            access_token: n.pageToken,
          },
          { method: 'GET', relative_url: '1' },
        ]),
      }),
    ],
    'world.request({',
  ],
  [
    'a batch in JSON',
    (n) => ['/', json({ access_token: n.userToken, batch: [{ method: 'GET', relative_url: 'me' }] })],
    'world.request({',
  ],
  ['several ids', (n) => [`/v26.0/?ids=${n.page},${n.post}&access_token=${n.pageToken}`], '.readMany({'],
  [
    'an edge of several ids',
    (n) => [`/v26.0/feed?ids=${n.page}&access_token=${n.pageToken}`],
    'world.request({',
  ],
  [
    'a DELETE',
    (n) => [`/v26.0/${n.post}?access_token=${n.pageToken}`, { method: 'DELETE' }],
    '.deletePost({',
  ],
  [
    'a DELETE with a token in its body',
    (n) => [
      `/v26.0/${n.post}`,
      { method: 'DELETE', body: new URLSearchParams({ access_token: n.pageToken }) },
    ],
    '.deletePost({',
  ],
  [
    'a DELETE by a POST',
    (n) => [`/v26.0/${n.post}`, form({ method: 'delete', access_token: n.pageToken })],
    '.deletePost({',
  ],
  [
    'an expansion, with brackets',
    (n) => [`/v26.0/${n.page}?fields=id,feed.limit(1){id,message}&x[a]=1&access_token=${n.pageToken}`],
    '.readPage({',
  ],
  ['a call without a token', (n) => [`/v26.0/${n.page}`], '.readPage({'],
  [
    'a call with two tokens',
    (n) => [
      `/v26.0/${n.page}?access_token=${n.pageToken}`,
      { headers: { authorization: `Bearer ${n.userToken}` } },
    ],
    'world.request({',
  ],
  [
    'a token that is not allowed to do it',
    (n) => [`/v26.0/${n.page}/feed`, form({ message: 'hi', access_token: n.noPermissionToken })],
    '.publishPost({',
  ],
  [
    'a path that there is not',
    (n) => [`/v26.0/${n.page}/nothing?access_token=${n.pageToken}`],
    'world.request({',
  ],
  ['a version that there is not', (n) => [`/v1.0/${n.page}?access_token=${n.pageToken}`], 'world.request({'],
  [
    'a body of a type that is not read',
    (n) => [
      `/v26.0/${n.page}/feed`,
      { method: 'POST', headers: { 'content-type': 'text/xml' }, body: '<a>\'"</a>' },
    ],
    'world.request({',
  ],
  [
    'bytes that are no text',
    (n) => [
      `/v26.0/${n.page}/feed?access_token=${n.pageToken}`,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: new Uint8Array([0xff, 0, 0xfe]),
      },
    ],
    'world.request({',
  ],
  [
    'parameters that stand twice',
    (n) => [
      `/v26.0/${n.page}/feed`,
      {
        method: 'POST',
        body: new URLSearchParams([
          ['message', 'a'],
          ['message', 'b'],
          ['access_token', n.pageToken],
        ]),
      },
    ],
    'world.request({',
  ],
  [
    'a redirect',
    (n) => [`/v26.0/${n.page}/picture?type=large&access_token=${n.pageToken}`],
    '.readPagePicture({\n  "page": "',
  ],
  [
    'an entity tag',
    (n) => [
      `/v26.0/${n.page}?fields=id`,
      { headers: { 'if-none-match': '"x"', authorization: `Bearer ${n.pageToken}` } },
    ],
    '.readPage({',
  ],
  ['me, as a user', (n) => [`/me/accounts?limit=1&access_token=${n.userToken}`], '.listManagedPages({'],
]

describe('every copy of a call answers as the call did', () => {
  let server: Listening
  let names: Starter
  let folder: string
  const world = createWorld({ policy: { beyond: 'serve' } })
  let forks = 0

  beforeAll(async () => {
    names = world.starter()
    server = await listen(world)
    folder = mkdtempSync(join(tmpdir(), 'fauxgraph-curl-'))
    writeFileSync(join(folder, '.curlrc'), 'silent\nshow-error\nwrite-out = "\\n%{http_code}"\n')
  })
  afterAll(async () => {
    await server.close()
    rmSync(folder, { recursive: true })
  })

  /** A body without the origins of its links, which begin with the address of the world that made them. */
  const withoutOrigins = (body: string) =>
    [server.url, world.baseUrl, world.webUrl].reduce((text, origin) => text.replaceAll(origin, ''), body)

  const control = async <T>(path: string, body?: object): Promise<T> => {
    const init = body && {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }
    const response = await fetch(`${server.url}/_sim/${path}`, init)
    expect(response.status).toBe(200)
    return (await response.json()) as T
  }

  /** Makes a named world of the world before a step, and returns its address and a reader of its answers. */
  async function worldBefore(sequence: number) {
    forks += 1
    const name = `copy-${forks}`
    await control('forks', { name, at: sequence - 1 })
    const url = `${server.url}/_sim/w/${name}`
    const read = (status: number, body: string) => ({
      status,
      body: withoutOrigins(body.replaceAll(url, server.url)),
    })
    return { url, read }
  }

  async function byCurl(step: WorldStep, shell: string): Promise<Answer> {
    const { url, read } = await worldBefore(step.sequence)
    const { stdout } = await run(shell, ['-c', curlOf(step, url)], {
      env: { ...process.env, CURL_HOME: folder },
    })
    const end = stdout.lastIndexOf('\n')
    return read(Number(stdout.slice(end + 1)), stdout.slice(0, end))
  }

  async function byFetch(step: WorldStep): Promise<Answer> {
    const { url, read } = await worldBefore(step.sequence)
    const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor
    const response: Response = await new AsyncFunction(
      fetchOf(step, url).replace('await fetch', 'return await fetch'),
    )()
    return read(response.status, await response.text())
  }

  // Each starts curl.
  test.each(sample(calls, calls.length / 2))('%s', async (_, call, expected) => {
    world.reset()
    const [path, init] = call(names)
    const response = await fetch(server.url + path, { ...init, redirect: 'manual' })
    const answer = { status: response.status, body: withoutOrigins(await response.text()) }
    const step = await control<WorldStep>(`steps/${world.seq}`)
    expect(await byCurl(step, 'sh')).toEqual(answer)
    expect(await byFetch(step)).toEqual(answer)
    const written = stepCode(step) ?? expect.unreachable('the step has code')
    expect(written).toContain(expected)
    expect(written).not.toMatch(/\$base64|step\(/)
    const recording = await control<object>(`recording?until=${step.sequence - 1}`)
    const { world: before } = replay(recording)
    const outcome = new Function('world', `return ${written}`)(before)
    if (!expected.startsWith('world.request(')) expect(outcome.ok).toBe(step.ok)
    else expect({ status: outcome.status, body: withoutOrigins(outcome.body) }).toEqual(answer)
    const title = step.ok ? `${step.name} succeeds` : `${step.name} is refused with code ${step.code}`
    for (const runner of ['vitest', 'node'] as const)
      expect(runTest(testOf(step, JSON.parse(JSON.stringify(recording)), runner))).toEqual([title])
  })
  const bytes = png()
  const typedCalls: readonly (readonly [string, (own: World, n: Starter) => CallOutcome<unknown>])[] = [
    ['a read', (own, n) => own.as(n.pageToken).readPage({ page: n.page, fields: 'id,name' })],
    ['no token', (own, n) => own.as('').readPage({ page: n.page })],
    [
      'texts with what a shell reads',
      (own, n) => own.as(n.pageToken).publishPost({ page: n.page, message: `'"$(id)\n!` }),
    ],
    [
      'lists and objects',
      (own, n) =>
        own.as(n.userToken).createCampaign({
          adAccount: n.adAccount,
          name: 'A',
          objective: 'OUTCOME_LEADS',
          special_ad_categories: ['NONE'],
        } as never),
    ],
    [
      'a file',
      (own, n) => own.as(n.pageToken).uploadPagePhoto({ page: n.page, source: bytes, caption: 'a\nb' }),
    ],
    [
      'files',
      (own, n) =>
        own.as(n.userToken).uploadAdImage({
          adAccount: n.adAccount,
          files: [
            { part: 'a', name: 'a.png', bytes },
            { part: 'b "', name: 'b c.png', bytes: png(9) },
          ],
        }),
    ],
    ['a DELETE', (own, n) => own.as(n.pageToken).deletePost({ post: n.post ?? '' })],
    ['a version', (own, n) => own.as(n.pageToken, { version: 'v24.0' }).readPage({ page: n.page })],
  ]

  test.each(typedCalls)('of a typed client: %s', async (_, call) => {
    world.reset()
    const outcome = call(world, names)
    const step = await control<WorldStep>(`steps/${world.seq}`)
    for (const { status, body } of [await byCurl(step, 'sh'), await byFetch(step)]) {
      expect(status).toBe(outcome.ok ? 200 : 400)
      const answered = JSON.parse(body)
      if (outcome.ok) expect(answered).toEqual(JSON.parse(withoutOrigins(JSON.stringify(outcome.value))))
      else expect(answered.error.code).toBe(outcome.error.code)
    }
  })

  test('of a world with a name: its address is that of the world', async () => {
    await control('forks', { name: 'other', at: 0 })
    const path = `/_sim/w/other/v26.0/${names.page}?fields=name&access_token=${names.pageToken}`
    const answer = await (await fetch(server.url + path)).text()
    const step: WorldStep = await (await fetch(`${server.url}/_sim/w/other/_sim/steps/1`)).json()
    const { stdout } = await run('sh', ['-c', curlOf(step, `${server.url}/_sim/w/other`)], {
      env: { ...process.env, CURL_HOME: folder },
    })
    expect(stdout).toBe(`${answer}\n200`)
  })
  const batch = JSON.stringify([{ method: 'GET', relative_url: 'me?fields=id' }])
  const again: readonly (readonly [string, Call])[] = [
    ['a query', (n) => [`/v26.0/${n.page}/feed?access_token=bad`, form({ message: 'hi' })]],
    ['a form', (n) => [`/v26.0/${n.page}/feed`, form({ message: 'hi', access_token: 'bad' })]],
    ['JSON', (n) => [`/v26.0/${n.page}/feed`, json({ message: 'hi', access_token: 'bad' })]],
    ['multipart', (n) => [`/v26.0/${n.page}/photos`, parts({ access_token: 'bad' }, ['source', 'a.png'])]],
    ['a header', (n) => [`/v26.0/${n.page}?fields=id`, { headers: { authorization: 'Bearer bad' } }]],
    ['the form of a batch', () => ['/v26.0/', form({ access_token: 'bad', batch })]],
    ['the JSON of a batch', () => ['/v26.0/', json({ access_token: 'bad', batch })]],
  ]

  test.each(again)('a call is played again with another token in place of that in %s', async (_, call) => {
    world.reset()
    const [path, init] = call(names)
    await (await fetch(server.url + path, init)).text()
    const sequence = world.seq
    const other = await control<WorldStep>('again', { sequence, token: names.pageToken })
    const results = (step: WorldStep) => JSON.stringify(step.value ?? step.error)
    expect([other.ok, results(other)]).toEqual([true, expect.not.stringContaining('190')])
    // With another version it keeps the token that it had, and is refused as before.
    const older = await control<WorldStep>('again', { sequence, version: 'v24.0' })
    expect(results(older)).toContain('190')
    expect(older.version).toBe('v24.0')
  })
})
