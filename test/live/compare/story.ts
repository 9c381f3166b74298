import type { Policy } from '../../../src/service/policy.ts'
import { type Recorder, recorder } from './sessions.ts'

type Answer = { id: string; data: { id: string }[]; paging: { cursors: { after: string } } }

/** Records a fixed story: reads, lists of several pages, writes, and errors of each kind. */
export function story(policy: Partial<Policy> = {}): Recorder {
  const at = recorder(77, policy)
  const { world, names } = at
  for (const count of [1, 2, 3]) {
    world
      .as(names.pageToken)
      .publishPost({ page: names.page, message: `Before ${count}` })
      .unwrap()
    world.clock.advance(60_000)
  }
  const feed = `${names.page}/feed`
  const campaigns = `act_${names.adAccount}/campaigns`
  at.ask('GET', 'me', { fields: 'id,name' }, names.userToken)
  at.ask('GET', 'me/accounts', { fields: 'id,name,access_token' }, names.userToken)
  at.ask('GET', names.page, { fields: 'id,name,category,is_published,fan_count' })
  at.ask('GET', feed)
  const { paging } = at.ask('GET', feed, { limit: '1' }) as Answer
  const second = at.ask('GET', feed, { limit: '1', after: paging.cursors.after }) as Answer
  at.ask('GET', feed, { limit: '1', after: second.paging.cursors.after })
  const { id: post } = at.ask('POST', feed, { message: 'Hello' }) as Answer
  at.ask('GET', post)
  at.ask('POST', feed)
  at.ask('GET', campaigns, { fields: 'id,name,objective,status,created_time' }, names.userToken)
  const params = {
    name: 'A campaign',
    objective: 'LINK_CLICKS',
    special_ad_categories: '[]',
    status: 'PAUSED',
  }
  const { id: campaign } = at.ask('POST', campaigns, params, names.userToken) as Answer
  at.ask(
    'GET',
    campaign,
    { fields: 'id,name,objective,status,effective_status,created_time' },
    names.userToken,
  )
  at.ask('POST', campaign, { name: 'Renamed' }, names.userToken)
  at.ask('GET', `${names.page}/leadgen_forms`, { fields: 'id,name,status' })
  at.ask('GET', `${names.form}/leads`, { fields: 'id,created_time,field_data' }, names.userToken)
  at.ask('GET', '998877665544332')
  at.ask('GET', names.page, {}, 'no token at all')
  at.ask('DELETE', post)
  at.ask('GET', names.page, { fields: 'id,no_such_field' })
  return at
}

/** The places of the calls of the story. */
export const calls = {
  me: 0,
  accounts: 1,
  page: 2,
  feed: 3,
  firstPage: 4,
  secondPage: 5,
  thirdPage: 6,
  publish: 7,
  post: 8,
  publishNothing: 9,
  campaigns: 10,
  createCampaign: 11,
  campaign: 12,
  updateCampaign: 13,
  forms: 14,
  leads: 15,
  unknownId: 16,
  badToken: 17,
  deletePost: 18,
  unknownField: 19,
} as const
