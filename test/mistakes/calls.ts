import { createWorld } from '../../src/index.ts'
import { clientTime, type SentCall } from './doors.ts'

/** A mistake in a call, which each way to make the call answers with the same message and hint. */
export interface CallMistake {
  readonly mistake: string
  /** Returns the call, for a client whose clock has this time in Unix milliseconds. */
  readonly call: (now: number) => SentCall
  /** Words of the message of the error; nothing for a call that succeeds. */
  readonly says?: readonly string[]
  /** Words of the hint. */
  readonly hints?: readonly string[]
}

/** The world in which the mistakes are made. */
export const start = createWorld()
const { page, pageToken, userToken, campaign, form, adAccount } = start.starter()
const strange = createWorld({ seed: 'another' }).starter()

const form_ = { 'content-type': 'application/x-www-form-urlencoded' }

const get = (path: string, token = pageToken) => ({
  path: `${path}${path.includes('?') ? '&' : '?'}access_token=${encodeURIComponent(token)}`,
})

const post = (path: string, params: Readonly<Record<string, string>>): SentCall => ({
  method: 'POST',
  path,
  headers: form_,
  body: new URLSearchParams({ ...params, access_token: pageToken }).toString(),
})

const onPage = (query: string) => () => get(`/${page}/tagged?${query}`)

const seconds = (milliseconds: number): number => Math.floor(milliseconds / 1000)
const HOUR = 3_600_000

const leadsSince = (value: number): string =>
  `/${form}/leads?filtering=${encodeURIComponent(
    JSON.stringify([{ field: 'time_created', operator: 'GREATER_THAN', value }]),
  )}`

const scheduled = (time: number): SentCall =>
  post(`/${page}/feed`, {
    message: 'Hi',
    published: 'false',
    unpublished_content_type: 'SCHEDULED',
    scheduled_publish_time: String(time),
  })

const platform = "policy: 'platform'"
const clocks = ['near the clock of this machine', "now: 'real'", '--time real', 'clock.follow(vi)']

const spelling: readonly CallMistake[] = [
  {
    mistake: 'an unknown field',
    call: () => get(`/${campaign}?fields=nmae`, userToken),
    says: ['nmae', 'Campaign'],
    hints: ['did you mean name?'],
  },
  {
    mistake: 'an unknown parameter',
    call: () => post(`/${page}/feed`, { mesage: 'Hi', link: 'https://example.test/' }),
    hints: ['publishPost', '"mesage"', 'did you mean message?'],
  },
  {
    mistake: 'an unknown parameter in place of a required one',
    call: () => post(`/${page}/feed`, { mesage: 'Hi' }),
    says: ['message'],
    hints: ['"mesage"', 'did you mean message?'],
  },
  {
    mistake: 'JSON with the content type of a form',
    call: () => ({
      method: 'POST',
      path: `/${page}/feed?access_token=${pageToken}`,
      headers: form_,
      body: '{"message":"Hi"}',
    }),
    says: ['message'],
    hints: ['the body is JSON', 'content-type: application/json'],
  },
  {
    mistake: 'a request without a token',
    call: () => ({ path: `/${campaign}` }),
    says: ['access_token'],
  },
  {
    mistake: 'a token that has no value',
    call: () => get(`/${page}`, 'undefined'),
    says: ['Invalid OAuth access token'],
    hints: ['the token is the text undefined'],
  },
  {
    mistake: 'a token of another world',
    call: () => get(`/${page}`, strange.pageToken),
    says: ['Invalid OAuth access token'],
    hints: ['this world has issued no such token', 'starter()', 'issueToken', 'another world'],
  },
  {
    mistake: 'a token with the word Bearer in a parameter',
    call: () => get(`/${page}`, `Bearer ${pageToken}`),
    says: ['Invalid OAuth access token'],
    hints: ['begins with the word Bearer', 'send the token alone'],
  },
  {
    mistake: 'a token with the end of its line',
    call: () => get(`/${page}`, `${pageToken}\n`),
    says: ['Invalid OAuth access token'],
    hints: ['white space around it', 'send the token alone'],
  },
  {
    mistake: 'the id of a page in place of its token',
    call: () => get(`/${page}`, page),
    says: ['Invalid OAuth access token'],
    hints: ['the id of an object', 'pageToken'],
  },
  {
    mistake: 'an app token with another secret',
    call: () => get(`/${page}`, '1|secret'),
    says: ['Invalid OAuth access token'],
    hints: ['ID|SECRET'],
  },
  {
    mistake: 'an unknown version',
    call: () => get(`/v99.0/${campaign}`, userToken),
    says: ['v99.0', 'v2.0 to v26.0'],
    hints: ['leave the version out', 'the policy versions'],
  },
  {
    mistake: 'a version without its last part',
    call: () => get(`/v24/${campaign}`, userToken),
    says: ['"v24"'],
    hints: ['send v24.0'],
  },
  {
    mistake: 'a version without v',
    call: () => get(`/24.0/${campaign}`, userToken),
    says: ['Unsupported get request'],
    hints: ['send v24.0'],
  },
  {
    mistake: 'an id that has no value',
    call: () => get('/undefined/feed'),
    says: ['Unsupported get request'],
    hints: ['the id in the path is the text undefined', 'the variable that holds it has no id'],
  },
  {
    mistake: 'an ad account with act_ twice',
    call: () => get(`/act_act_${adAccount.replace('act_', '')}/campaigns`, userToken),
    says: ['Unsupported get request'],
    hints: [`send act_${adAccount.replace('act_', '')}`],
  },
  {
    mistake: 'an ad account without act_',
    call: () => get(`/${adAccount.replace('act_', '')}/campaigns`, userToken),
    says: ['Unsupported get request'],
    hints: ['is spelled act_'],
  },
  {
    mistake: 'an edge that no object has',
    call: () => get(`/${page}/leadgen_form`),
    says: ['Unsupported get request'],
    hints: ['its edges are', 'world.stub('],
  },
  {
    mistake: 'a path that no endpoint has',
    call: () => get('/debug_tokens'),
    says: ['Unsupported get request'],
    hints: ['the paths without an id are', 'world.stub('],
  },
]

const filters: readonly CallMistake[] = [
  {
    mistake: 'a cursor of another list',
    call: onPage('after=abc'),
    says: ['after', 'cursor of this list', 'abc'],
  },
  {
    mistake: 'a filter that a list does not have',
    call: onPage('since=1768467600'),
    says: ['since', 'listTaggedPosts', 'limit, after, before'],
  },
  {
    mistake: 'single quotes in JSON',
    call: () => get(`/${form}/leads?filtering=[{'field':'time_created','operator':'LESS_THAN','value':1}]`),
    says: ['filtering', 'JSON has double quotes'],
    hints: [platform],
  },
  {
    mistake: 'a wrong appsecret_proof',
    call: onPage('appsecret_proof=abc'),
    says: ['appsecret_proof', 'HMAC-SHA256', 'app secret'],
  },
  {
    mistake: 'a late appsecret_time',
    call: onPage('appsecret_proof=abc&appsecret_time=1'),
    says: ['appsecret_time', '300 seconds', '"1"'],
  },
]

const times: readonly CallMistake[] = [
  {
    mistake: 'leads of the last hour by Date.now()',
    call: (now) => get(leadsSince(seconds(now - HOUR))),
    hints: ['filtering is', 'the world is at 2026-01-15T09:00Z', ...clocks],
  },
  {
    mistake: 'a filter in milliseconds',
    call: () => get(leadsSince(1_768_467_600_000)),
    hints: ['filtering has 1768467600000', 'in milliseconds', 'send seconds, 1768467600'],
  },
  {
    mistake: 'a scheduled time by Date.now()',
    call: (now) => scheduled(seconds(now + HOUR)),
    says: ['scheduled_publish_time', 'at 1768467600, the time of the service'],
    hints: ['scheduled_publish_time is', ...clocks],
  },
  {
    mistake: 'a scheduled time in milliseconds',
    call: () => scheduled(1_768_471_200_000),
    says: ['scheduled_publish_time', 'got "1768471200000"', 'in milliseconds: send seconds, 1768471200'],
  },
  {
    mistake: 'a scheduled time as text, which only the live service takes',
    call: () => ({
      ...scheduled(0),
      body: String(scheduled(0).body).replace('time=0', 'time=2026-01-15T10:00:00Z'),
    }),
    says: ['scheduled_publish_time', 'Unix time'],
    hints: [platform],
  },
]

const live: readonly CallMistake[] = [
  {
    mistake: 'an edge of the live service',
    call: () => get(`/${page}/leadgen_forms`),
    says: ['Unsupported get request'],
    hints: ['beyond the description', platform, "beyond: 'serve'"],
  },
  {
    mistake: 'the login dialog of the live service',
    call: () => ({ path: '/dialog/oauth?client_id=1&redirect_uri=https%3A%2F%2Fapp.test%2F' }),
    says: ['An access token is required'],
    hints: [platform],
  },
  {
    mistake: 'a field of the live service',
    call: () => get(`/${page}?fields=category_list`),
    says: ['category_list'],
    hints: [platform],
  },
  {
    mistake: 'a scheduled post without unpublished_content_type',
    call: () =>
      post(`/${page}/feed`, { message: 'Hi', published: 'false', scheduled_publish_time: '1768474800' }),
    says: ['requires unpublished_content_type SCHEDULED'],
    hints: [platform],
  },
]

/** The mistakes in calls, by subject. */
export const callMistakes: readonly CallMistake[] = [...spelling, ...filters, ...times, ...live]

/** The call of a mistake, at the time at which the page of mistakes is written. */
export const writtenCall = ({ call }: CallMistake): SentCall => call(clientTime)
