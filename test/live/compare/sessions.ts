import type { RecordedExchange } from '../../../src/live/compare/exchange.ts'
import type { Policy } from '../../../src/service/policy.ts'
import { createWorld } from '../../../src/world/create-world.ts'
import type { Starter } from '../../../src/world/starter/starter-names.ts'
import type { World } from '../../../src/world/world.ts'

/** Numbers from a seed, from 0 to below a limit. */
export function numbersFrom(seed: number): (below: number) => number {
  let state = (seed * 2_654_435_761 + 12_345) % 2_147_483_647
  return (below) => {
    state = (state * 48_271 + 11) % 2_147_483_647
    return Math.floor((state / 2_147_483_647) * below) % below
  }
}

/** A simulator with another seed, whose traffic is recorded as that of the real service. */
export interface Recorder {
  readonly world: World
  readonly names: Starter
  readonly exchanges: RecordedExchange[]
  ask(method: string, path: string, params?: Readonly<Record<string, string>>, token?: string): unknown
}

/** Creates a recorder. */
export function recorder(seed: number, policy: Partial<Policy> = {}): Recorder {
  const world = createWorld({
    seed: `service ${seed}`,
    policy,
    now: Date.UTC(2026, 1, 3, 4, 5, 6) + seed * 1_000,
  })
  const names = world.starter({ publications: false })
  const exchanges: RecordedExchange[] = []
  return {
    world,
    names,
    exchanges,
    ask(method, path, params = {}, token = names.pageToken) {
      const query = new URLSearchParams({ ...params, access_token: token }).toString()
      const isRead = method !== 'POST'
      const url = `https://graph.test/v26.0/${path}${isRead ? `?${query}` : ''}`
      const headers: Record<string, string> = isRead
        ? {}
        : { 'content-type': 'application/x-www-form-urlencoded' }
      const body = isRead ? '' : query
      const at = world.clock.now
      const response = world.request({ method, url, headers, ...(isRead ? {} : { body }) })
      exchanges.push({
        place: `session: ${exchanges.length}`,
        at,
        request: { method, url, headers, body },
        response: {
          status: response.status,
          headers: { ...response.headers } as Record<string, string>,
          body: String(response.body),
        },
      })
      return JSON.parse(String(response.body))
    },
  }
}

type Answer = { id?: string; data?: { id: string }[]; paging?: { cursors?: { after?: string } } }

const pageFields = 'id,name,username,category,is_published,fan_count'
const words = ['Hello', 'Opening hours', 'Order 1234567', 'Ünïcode', 'See https://shop.test/a?b=1']
const objectives = ['LINK_CLICKS', 'LEAD_GENERATION', 'POST_ENGAGEMENT']

/** Ids that the session has met, by kind. */
interface Known {
  readonly posts: string[]
  readonly campaigns: string[]
  readonly forms: string[]
  readonly leads: string[]
}

type Act = (at: Recorder, known: Known, random: (below: number) => number) => void

const pick = <T>(list: readonly T[], random: (below: number) => number): T | undefined =>
  list[random(list.length)]

function listing(
  at: Recorder,
  path: string,
  params: Record<string, string>,
  token: string,
  into: string[],
): void {
  const answer = at.ask('GET', path, params, token) as Answer
  for (const { id } of answer.data ?? []) if (!into.includes(id)) into.push(id)
}

/** Reads a list page by page. */
function walk(at: Recorder, path: string, params: Record<string, string>, token: string): void {
  let after: string | undefined
  for (let page = 0; page < 4; page++) {
    const answer = at.ask('GET', path, { ...params, ...(after !== undefined && { after }) }, token) as Answer
    after = answer.paging?.cursors?.after
    if (after === undefined) return
  }
}

const acts: readonly Act[] = [
  (at, { posts }, random) => {
    const { id } = at.ask('POST', `${at.names.page}/feed`, { message: pick(words, random) ?? '' }) as Answer
    if (id) posts.push(id)
  },
  (at, { posts }, random) => {
    const { id } = at.ask('POST', `${at.names.page}/feed`, { message: 'Draft', published: 'false' }) as Answer
    if (id && random(2)) posts.push(id)
  },
  (at, { posts }, random) =>
    void at.ask(
      'GET',
      pick(posts, random) ?? `${at.names.page}_1`,
      random(2) ? { fields: 'id,message,created_time' } : {},
    ),
  (at, { posts }, random) => void at.ask('DELETE', pick(posts, random) ?? `${at.names.page}_1`),
  (at, _, random) => walk(at, `${at.names.page}/feed`, { limit: String(1 + random(4)) }, at.names.pageToken),
  (at) => void at.ask('GET', `${at.names.page}/feed`, {}),
  (at, _, random) =>
    void at.ask('GET', `${at.names.page}/feed`, { limit: pick(['0', '-1', 'x', '101'], random) ?? '' }),
  (at) => void at.ask('POST', `${at.names.page}/feed`, {}),
  (at) => void at.ask('GET', at.names.page, { fields: pageFields }),
  (at) => void at.ask('GET', at.names.page, { fields: 'id,no_such_field' }),
  (at) => void at.ask('GET', '998877665544332', {}),
  (at) => void at.ask('GET', at.names.page, {}, 'no token at all'),
  (at) => void at.ask('GET', 'me', { fields: 'id' }, at.names.expiredToken),
  (at) => void at.ask('GET', `${at.names.page}/no_such_edge`, {}),
  (at, { campaigns }, random) => {
    const params = {
      name: pick(words, random) ?? '',
      objective: pick(objectives, random) ?? '',
      special_ad_categories: '[]',
      ...(random(2) && { status: 'PAUSED' }),
    }
    const { id } = at.ask('POST', `act_${at.names.adAccount}/campaigns`, params, at.names.userToken) as Answer
    if (id) campaigns.push(id)
  },
  (at, { campaigns }, random) =>
    void at.ask(
      'GET',
      pick(campaigns, random) ?? '1',
      { fields: 'id,name,objective,status,effective_status' },
      at.names.userToken,
    ),
  (at, { campaigns }, random) =>
    void at.ask('POST', pick(campaigns, random) ?? '1', { name: 'Renamed' }, at.names.userToken),
  (at, { campaigns }, random) =>
    void at.ask('DELETE', pick(campaigns, random) ?? '1', {}, at.names.userToken),
  (at, _, random) =>
    walk(
      at,
      `act_${at.names.adAccount}/campaigns`,
      { fields: 'id,name,status', limit: String(1 + random(3)) },
      at.names.userToken,
    ),
  (at) =>
    void at.ask('POST', `act_${at.names.adAccount}/campaigns`, { name: 'No objective' }, at.names.userToken),
  (at, { leads }) =>
    listing(
      at,
      `${at.names.form}/leads`,
      { fields: 'id,created_time,field_data' },
      at.names.userToken,
      leads,
    ),
  (at, { leads }, random) =>
    void at.ask(
      'GET',
      pick(leads, random) ?? '1',
      { fields: 'id,created_time,field_data' },
      at.names.userToken,
    ),
  (at) => void at.world.clock.advance((1 + (at.exchanges.length % 7)) * 60_000),
  (at) => void at.world.clock.advance(1_500),
]

/** Records a session of random calls, after some history that it does not show. */
export function session(seed: number, policy: Partial<Policy> = {}): Recorder {
  const random = numbersFrom(seed + 1)
  const at = recorder(seed, policy)
  const { world, names } = at
  for (let count = random(5); count > 0; count--) {
    world.as(names.pageToken).publishPost({ page: names.page, message: `Before ${count}` })
    world.clock.advance(61_000 * (1 + random(50)))
  }
  at.ask('GET', 'me', { fields: 'id,name' }, names.userToken)
  at.ask('GET', 'me/accounts', { fields: 'id,name,access_token' }, names.userToken)
  at.ask('GET', names.page, { fields: pageFields })
  const known: Known = { posts: [], campaigns: [], forms: [names.form], leads: [] }
  listing(at, `${names.page}/feed`, { limit: '100' }, names.pageToken, known.posts)
  listing(
    at,
    `act_${names.adAccount}/campaigns`,
    { fields: 'id,name,objective,status,created_time' },
    names.userToken,
    known.campaigns,
  )
  at.ask('GET', `${names.page}/leadgen_forms`, { fields: 'id,name,status' })
  listing(at, `${names.form}/leads`, { fields: 'id,created_time,field_data' }, names.userToken, known.leads)
  for (let count = 5 + random(25); count > 0; count--) acts[random(acts.length)]?.(at, known, random)
  return at
}
