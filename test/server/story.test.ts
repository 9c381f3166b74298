import { beforeAll, describe, expect, test } from 'vitest'
import { createWorld } from '../../src/world/create-world.ts'
import type { World } from '../../src/world/world.ts'
import { jpegWith } from '../chapters/pictures/samples.ts'
import { headersThatMatter, type Move, tell } from './story.ts'
import { type Received, type Transport, transports } from './transports.ts'

/** The result of one step: the response, and the hash of the whole state. */
interface StepResult {
  readonly move: string
  readonly status: number
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: string
  readonly hash: string
}

const newWorld = () => createWorld({ seed: 'story', validateAnswers: true })
const text = (body: Uint8Array) => new TextDecoder().decode(body)
const nothing: Received = { status: 200, headers: {}, body: new Uint8Array(), dropped: false }
const json = { 'content-type': 'application/json' }

/** Runs a step by the handle of the world, as a test in process does. */
async function byHand(world: World, transport: Transport, move: Move): Promise<Received> {
  if (move.kind === 'request') return transport.send(move)
  if (move.kind === 'clock') world.clock.advance(move.advance)
  else world.actions.submitLead(move.params as Parameters<typeof world.actions.submitLead>[0]).unwrap()
  return nothing
}

/** Runs a step from outside: actions and time by the control plane. */
async function byControl(_: World, transport: Transport, move: Move): Promise<Received> {
  if (move.kind === 'request') return transport.send(move)
  const [path, body] =
    move.kind === 'clock'
      ? ['/_sim/clock', { advance: move.advance }]
      : [`/_sim/actions/${move.name}`, move.params]
  const answered = await transport.send({ method: 'POST', path, headers: json, body: JSON.stringify(body) })
  expect(answered.status, text(answered.body)).toBe(200)
  return nothing
}

async function played(
  name: keyof typeof transports,
  carry: typeof byHand,
  picture: Uint8Array,
): Promise<StepResult[]> {
  const world = newWorld()
  const transport = await transports[name](world)
  const seen: StepResult[] = []
  await tell(world, picture, async (move) => {
    const received = await carry(world, transport, move)
    const { status, headers, body } = received
    const matter = headersThatMatter.map((header) => [header, headers[header]])
    const step = move.kind === 'request' ? `${move.method} ${move.path}` : JSON.stringify(move)
    seen.push({
      move: step,
      status,
      headers: Object.fromEntries(matter),
      body: text(body),
      hash: world.hash('full'),
    })
    return received
  })
  await transport.close()
  return seen
}

describe('the same story', () => {
  let expected: StepResult[]
  let picture: Uint8Array

  beforeAll(async () => {
    picture = await jpegWith({ width: 1600, height: 1200, orientation: 6, located: true })
    expected = await played('in process', byHand, picture)
  })

  test('is long, and has steps that succeed and steps that fail', () => {
    expect(expected.length).toBeGreaterThan(20)
    expect(new Set(expected.map(({ status }) => status))).toEqual(new Set([200, 400]))
    expect(new Set(expected.map(({ hash }) => hash)).size).toBe(expected.length)
  })

  test.each([
    ['by fetch', byControl],
    ['by socket', byControl],
  ] as const)('runs %s with equal statuses, headers, bodies and full hashes', async (name, carry) => {
    expect(await played(name, carry, picture)).toEqual(expected)
  })
})

describe('a typed call', () => {
  test('leads to the same state as the equivalent request', () => {
    const [typed, asked] = [newWorld(), newWorld()]
    const { page, pageToken, userToken, adAccount, campaign } = typed.starter()
    asked.starter()
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const post = (path: string, params: Record<string, string>) =>
      asked.request({ method: 'POST', url: path, headers: form, body: String(new URLSearchParams(params)) })
    const get = (path: string, params: Record<string, string>) =>
      asked.request({ method: 'GET', url: `${path}?${new URLSearchParams(params)}` })
    const pages = typed.as(pageToken, { version: 'v9.0' })
    const ads = typed.as(userToken, { version: 'v9.0' })

    const rows: [string, () => { ok: boolean; value?: unknown }, () => { body: unknown }][] = [
      [
        'a photo by url',
        () => pages.uploadPagePhoto({ page, url: 'https://img.test/a.png', published: false }),
        () =>
          post(`/v9.0/${page}/photos`, {
            url: 'https://img.test/a.png',
            published: 'false',
            access_token: pageToken,
          }),
      ],
      [
        'a post',
        () => pages.publishPost({ page, message: 'Hi' }),
        () => post(`/v9.0/${page}/feed`, { message: 'Hi', access_token: pageToken }),
      ],
      [
        'a campaign',
        () =>
          ads.createCampaign({ adAccount, name: 'C', special_ad_categories: ['NONE'], daily_budget: 500 }),
        () =>
          post(`/v9.0/act_${adAccount}/campaigns`, {
            name: 'C',
            special_ad_categories: '["NONE"]',
            daily_budget: '500',
            access_token: userToken,
          }),
      ],
      [
        'a list',
        () => pages.listPageFeed({ page, limit: 1 }),
        () => get(`/v9.0/${page}/feed`, { limit: '1', access_token: pageToken }),
      ],
      [
        'a refusal',
        () => ads.copyCampaign({ campaign, status_option: 'GONE' as 'ACTIVE' }),
        () => post(`/v9.0/${campaign}/copies`, { status_option: 'GONE', access_token: userToken }),
      ],
    ]
    for (const [what, byType, byRequest] of rows) {
      const outcome = byType()
      const { body } = byRequest()
      if (outcome.ok)
        expect(JSON.parse(String(body)), what).toEqual(JSON.parse(JSON.stringify(outcome.value)))
      expect(asked.hash('full'), what).toBe(typed.hash('full'))
    }
  })
})
