import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  type Answer,
  laterEndpoints,
  type Path,
  paths,
  type Sent,
  type Stage,
  send,
  stage,
  strictToken,
  tokenOf,
} from './paths.ts'
import { act } from './scene.ts'

/*
 * Every rule that concerns all calls, by every path on which a call reaches the service. Each cell is run: by
 * default the rule holds, and a cell of `exceptions` says why it does not, and fails when it does.
 */

const begun = stage()
const fresh = (policy: object = {}): Stage => ({ ...begun, world: begun.world.fork({ policy }) })

const header = ({ headers = {} }: Answer, name: string): string => headers[name] ?? ''

const account = ({ adAccount, page }: Stage, path: Path): string =>
  path.as === 'page' ? page : adAccount.replace('act_', '')

const noCalls = {
  pageCallLimit: { perEngagedUser: 0, seconds: 86_400 },
  adAccountCallLimit: { development: 0, standard: 0, perActiveAd: 0, seconds: 3_600 },
}

type Rule = (path: Path) => Promise<void>

const rules: Readonly<Record<string, Rule>> = {
  async token(path) {
    expect((await send(path, fresh())).code).toBe(0)
    expect((await send(path, fresh(), { token: 'nonsense' })).code).toBe(190)
  },
  async proof(path) {
    const at = fresh()
    const { token, secret } = strictToken(path, at)
    const proof = createHmac('sha256', secret).update(token).digest('hex')
    expect((await send(path, at, { token })).code).toBe(100)
    expect((await send(path, at, { token, params: { appsecret_proof: 'f00' } })).code).toBe(100)
    expect((await send(path, at, { token, params: { appsecret_proof: proof } })).code).toBe(0)
  },
  async version(path) {
    const answer = await send(path, fresh(), { version: 'v1.0' })
    expect(answer.code).toBe(100)
    expect((await send(path, fresh(), { version: 'v24.0' })).code).toBe(0)
  },
  async 'version header'(path) {
    const answer = await send(path, fresh(), { version: 'v24.0' })
    expect(header(answer, 'facebook-api-version')).toBe('v24.0')
  },
  async 'usage headers'(path) {
    const at = fresh()
    const usage = header(await send(path, at), 'x-business-use-case-usage')
    expect(Object.keys(JSON.parse(usage))).toEqual([account(at, path)])
  },
  async hints(path) {
    const at = fresh()
    const { headers } = await send(path, at, { params: { nonsense: '1' } })
    // Without headers, the log has the hint.
    const hint = headers ? headers['x-fauxgraph-hint'] : at.world.calls.last(path.operation)?.hint
    expect(hint).toContain('ignores the unknown parameter "nonsense"')
  },
  async faults(path) {
    const at = fresh()
    const fault = { kind: 'error', code: 613, subcode: 7, headers: { 'x-own': 'yes' } } as const
    const added = at.world.faults.add({ match: { operation: path.operation }, fault })
    const answer = await send(path, at)
    expect([answer.code, added.hits]).toEqual([613, 1])
    if (answer.headers) expect(answer.headers['x-own']).toBe('yes')
  },
  async why(path) {
    const at = fresh()
    const why = (sent: Sent) => at.world.why(path.request(at, sent))
    expect(why({}).error).toBeNull()
    expect(why({ token: 'nonsense' }).error?.code).toBe(190)
    expect(why({ token: 'nonsense' }).checks.find(({ verdict }) => verdict === 'failed')?.name).toBe('token')
    at.world.faults.add({ match: { operation: path.operation }, fault: { kind: 'error', code: 613 } })
    const { error, parts = [] } = why({})
    // The calls of a batch are explained each.
    expect(error?.code ?? parts.at(-1)?.error?.code).toBe(613)
  },
  async coverage(path) {
    const at = fresh()
    // Forks share their counts.
    const count = () => at.world.coverage().operations[path.operation]?.results['ok'] ?? 0
    const before = count()
    await send(path, at)
    expect(count() - before).toBe(1)
  },
  async 'blocked actors'(path) {
    const at = fresh()
    act(at.world, 'blockActor', { actor: path.as === 'page' ? at.page : at.user }).unwrap()
    expect((await send(path, at)).code).toBe(368)
  },
  async limits(path) {
    const at = fresh(noCalls)
    const answer = await send(path, at)
    expect(answer.code).toBe(path.as === 'page' ? 80001 : 80004)
    if (!answer.headers) return
    const [usage] = JSON.parse(header(answer, 'x-business-use-case-usage'))[account(at, path)]
    expect(usage.call_count).toBe(100)
  },
  async ETag(path) {
    const at = fresh()
    const tag = header(await send(path, at), 'etag')
    expect(tag).toMatch(/^"/)
    const again = await send(path, at, { ifNoneMatch: tag })
    expect([again.status, again.record]).toEqual([304, undefined])
  },
  async fields(path) {
    const { record, code } = await send(path, fresh(), { params: { fields: 'id' } })
    expect(code).toBe(0)
    expect(Object.keys(Object(record))).toEqual(['id'])
    expect((await send(path, fresh(), { params: { fields: 'no_such_field' } })).code).toBe(100)
  },
  async expansion(path) {
    const { record } = await send(path, fresh(), {
      params: { fields: `${path.edge}.limit(1).summary(true){id}` },
    })
    const { data } = Object(record)[path.edge ?? 'ads'] ?? {}
    // A new photo has no comment yet.
    expect(data).toEqual(path.edge === 'comments' ? [] : [{ id: expect.any(String) }])
  },
  async debug(path) {
    const answer = await send(path, fresh(), { params: { debug: 'all' } })
    expect([answer.code, header(answer, 'x-fauxgraph-hint')]).toEqual([0, ''])
  },
}

const noHeaders = { 'a typed call': 'its outcome has no headers' }
const later = { 'an async batch': 'the answer came before the call, and its result has no headers' }
const onlyReads = 'only the answer to a read has an ETag'
const noBody = { HEAD: 'its answer has no body' }
const created = { 'an async batch': 'the creation of a campaign answers its id alone' }
const mayRead = 'a blocked actor may read: only writes, and the reads that list 368, refuse it (SIL-043)'
const laterReads = Object.keys(laterEndpoints).filter((name) => name !== 'a new label')
const everyRead = (why: string) => Object.fromEntries(laterReads.map((name) => [name, why]))
const noEdge = { ...everyRead('its record has no edge'), 'a new label': 'its record has no edge' }
const byAuthor = { 'a stub': 'its author writes its parameters and its answer' }

/** The cells in which a rule does not hold, and why. */
const exceptions: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'version header': { ...noHeaders, ...later },
  'usage headers': { ...noHeaders, ...later },
  hints: byAuthor,
  why: {
    'an async batch': 'world.why explains the call that queues others, which run later: world.calls has them',
  },
  'blocked actors': {
    ...everyRead(mayRead),
    'an expansion': mayRead,
    'an area': mayRead,
  },
  ETag: { ...noHeaders, ...later, 'an upload': onlyReads, 'a new label': onlyReads },
  fields: { ...noBody, ...created, ...byAuthor, 'a preview': 'its record has its HTML alone' },
  expansion: {
    ...noBody,
    ...created,
    ...byAuthor,
    ...noEdge,
    'an area': 'its notes have no edge',
  },
}

const cells = { ...paths, ...laterEndpoints }

describe.each(Object.entries(rules))('%s', (rule, holds) => {
  test.each(Object.entries(cells))('%s', async (name, path) => {
    const why = exceptions[rule]?.[name]
    if (why === undefined) await holds(path)
    else await expect(holds(path), `It holds now, and is no exception: ${why}`).rejects.toThrow()
  })
})

test('the exceptions are cells of the table', () => {
  for (const [rule, excepted] of Object.entries(exceptions)) {
    expect(Object.keys(rules)).toContain(rule)
    for (const cell of Object.keys(excepted)) expect(Object.keys(cells)).toContain(cell)
  }
})

test.each(Object.entries(cells))('%s asks for something of its own', async (_, path) => {
  const at = fresh()
  expect(tokenOf(path, at)).not.toBe('')
})
