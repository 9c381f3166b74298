import { expect, test } from 'vitest'
import { compareRecording } from '../../../src/live/compare/report.ts'
import { type Recorder, recorder } from './sessions.ts'

/** What the service has before the recording begins, and the reads that show it. */
type Row = readonly [what: string, before: (at: Recorder) => Record<string, string | undefined>, reads: Reads]
type Reads = (at: Recorder, ids: Record<string, string | undefined>) => void

const user = ({ names }: Recorder) => names.userToken

const rows: readonly Row[] = [
  [
    'comments of a post',
    ({ world, names }) => {
      const { id: post } = world
        .as(names.pageToken)
        .publishPost({ page: names.page, message: 'Hello' })
        .unwrap()
      world.clock.advance('1h')
      for (const message of ['One', 'Two'])
        world.actions.commentOnPost({ post, user: names.user, message }).unwrap()
      return { post }
    },
    (at, { post }) => {
      at.ask('GET', post ?? '', { fields: 'id,message,created_time' })
      at.ask('GET', `${post}/comments`, { fields: 'id,message,created_time' })
    },
  ],
  [
    'photos of a page',
    ({ world, names }) => {
      for (const caption of ['A harbour', 'A hill'])
        world
          .as(names.pageToken)
          .uploadPagePhoto({ page: names.page, url: `https://img.test/${caption.length}.png`, caption })
          .unwrap()
      return {}
    },
    (at) => {
      at.ask('GET', `${at.names.page}/photos`, { type: 'uploaded', fields: 'id,name,created_time' })
    },
  ],
  [
    'an ad set and its ad',
    ({ world, names }) => {
      const { id: campaign } = world
        .as(names.userToken)
        .createCampaign({
          adAccount: names.adAccount,
          name: 'Spring',
          objective: 'LINK_CLICKS',
          special_ad_categories: [],
        })
        .unwrap()
      const { id: adSet } = world.actions
        .createAdSet({ campaign: campaign ?? '', name: 'Set', dailyBudget: 500 })
        .unwrap()
      const { id: creative } = world.actions.createCreative({ adAccount: names.adAccount }).unwrap()
      const { id: ad } = world.actions.createAdWithCreative({ adSet, creative, name: 'Ad' }).unwrap()
      return { campaign, adSet, ad }
    },
    (at, { campaign, adSet, ad }) => {
      at.ask('GET', campaign ?? '', { fields: 'id,name,objective,status' }, user(at))
      at.ask(
        'GET',
        adSet ?? '',
        { fields: 'id,name,campaign_id,daily_budget,status,optimization_goal' },
        user(at),
      )
      at.ask('GET', ad ?? '', { fields: 'id,name,adset_id,campaign_id,status' }, user(at))
    },
  ],
  [
    'campaigns that are an edge of several ids, page by page',
    ({ world, names }) => {
      for (const name of ['Spring', 'Summer', 'Autumn']) {
        world
          .as(names.userToken)
          .createCampaign({
            adAccount: names.adAccount,
            name,
            objective: 'LINK_CLICKS',
            special_ad_categories: [],
          })
          .unwrap()
        world.clock.advance('1h')
      }
      return {}
    },
    (at) => {
      const { adAccount } = at.names
      type Page = { readonly paging: { readonly next?: string } }
      const query = { ids: `act_${adAccount}`, fields: 'id,name', limit: '2' }
      const pages = at.ask('GET', 'campaigns', query, user(at)) as Readonly<Record<string, Page>>
      const next = new URL(pages[`act_${adAccount}`]?.paging.next ?? '')
      const { access_token: _, ...params } = Object.fromEntries(next.searchParams)
      at.ask('GET', next.pathname.replace(/^\/v[\d.]+\//, ''), params, user(at))
    },
  ],
  [
    'ads of an ad account, of which nothing but names is read',
    ({ world, names }) => {
      const { id: campaign } = world
        .as(names.userToken)
        .createCampaign({
          adAccount: names.adAccount,
          name: 'Spring',
          objective: 'LINK_CLICKS',
          special_ad_categories: [],
        })
        .unwrap()
      const { id: adSet } = world.actions.createAdSet({ campaign: campaign ?? '', name: 'Set' }).unwrap()
      const { id: creative } = world.actions.createCreative({ adAccount: names.adAccount }).unwrap()
      for (const name of ['One', 'Two'])
        world.actions.createAdWithCreative({ adSet, creative, name }).unwrap()
      return {}
    },
    (at) => {
      at.ask('GET', `act_${at.names.adAccount}/ads`, { fields: 'id,name' }, user(at))
    },
  ],
  [
    'ad sets of an ad account, of which nothing but names is read',
    ({ world, names }) => {
      const { id: campaign } = world
        .as(names.userToken)
        .createCampaign({
          adAccount: names.adAccount,
          name: 'Spring',
          objective: 'LINK_CLICKS',
          special_ad_categories: [],
        })
        .unwrap()
      for (const name of ['One', 'Two'])
        world.actions.createAdSet({ campaign: campaign ?? '', name }).unwrap()
      return {}
    },
    (at) => {
      at.ask('GET', `act_${at.names.adAccount}/adsets`, { fields: 'id,name' }, user(at))
    },
  ],
]

test.each(rows)('the facts of %s are made', (_, before, reads) => {
  const policy = { beyond: 'serve' } as const
  const at = recorder(3, policy)
  const ids = before(at)
  at.world.clock.advance('1h')
  at.ask('GET', 'me', { fields: 'id,name' }, at.names.userToken)
  at.ask('GET', 'me/accounts', { fields: 'id,name,access_token' }, at.names.userToken)
  reads(at, ids)
  expect(at.exchanges.map(({ response }) => response.status)).toEqual(at.exchanges.map(() => 200))
  const { differences, lacking } = compareRecording(at.exchanges, { policy })
  expect(lacking).toEqual([])
  expect(differences.map(({ key, first }) => [key, first.recorded, first.simulated])).toEqual([])
})
