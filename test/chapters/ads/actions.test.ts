import { expect } from 'vitest'
import * as ads from '../../../src/chapters/ads/actions.ts'
import { act, call, rowOf } from '../../service/scene.ts'
import { describeActions, stage } from '../action-table.ts'

const { page, adAccount, campaign, adSet, creative, userToken } = stage
const elsewhere = stage.world.actions.createAdAccount({ name: 'Elsewhere' }).unwrap().id
const foreign = stage.world.actions.createCreative({ adAccount: elsewhere }).unwrap().id
const budgeted = call(stage.world, userToken, 'createCampaign', {
  adAccount,
  special_ad_categories: [],
  daily_budget: 5,
}).unwrap()['id']

describeActions(ads, {
  createAdSet: {
    params: { campaign, dailyBudget: 100, startTime: '2026-02-01', endTime: '2026-03-01' },
    names: { campaign: adSet },
    does({ world }, { id }) {
      expect(rowOf(world, String(id))).toMatchObject({
        kind: 'adSets',
        campaign: Number(campaign),
        adAccount: Number(adAccount),
        status: 'PAUSED',
        dailyBudget: '100',
        lifetimeBudget: null,
        startTime: Date.UTC(2026, 1, 1),
        endTime: Date.UTC(2026, 2, 1),
      })
    },
    refuses: [
      [{ lifetimeBudget: 100 }, /Params dailyBudget and lifetimeBudget exclude each other/],
      [{ dailyBudget: 0 }, /Param dailyBudget must be an integer of 1 or more/],
      [
        { campaign: budgeted },
        /The campaign has a budget: its ad sets cannot have dailyBudget or lifetimeBudget/,
      ],
      [{ endTime: '2026-02-01' }, /Param endTime must lie after startTime/],
      [{ status: 'DELETED' }, /Param status must be one of ACTIVE, PAUSED/],
    ],
  },
  createCreative: {
    params: { adAccount, title: 'T', objectUrl: 'https://a.test/' },
    names: { adAccount: page },
    does: ({ world }, { id }) =>
      expect(rowOf(world, String(id))).toMatchObject({
        kind: 'creatives',
        adAccount: Number(adAccount),
        title: 'T',
      }),
    refuses: [[{ objectUrl: 'x' }, /Param objectUrl must be an absolute http or https URL/]],
  },
  recordAdResults: {
    params: { ad: stage.ad, impressions: 5, spend: 7 },
    names: { ad: page },
    does({ world }) {
      expect(rowOf(world, campaign)).toMatchObject({ spent: '7' })
      expect(rowOf(world, adAccount)).toMatchObject({ spent: '7' })
    },
    refuses: [
      [{ date: '2099-01-01' }, /Param date must not lie in the future/],
      [{ clicks: -1 }, /Param clicks must be an integer from 0 to 1000000000/],
    ],
  },
  deleteCreative: {
    params: { creative },
    names: { creative: adSet },
    does({ world }) {
      const show = { adSet, creative }
      expect(act(world, 'createAdWithCreative', show)).toMatchObject({ ok: false, error: { code: 100 } })
      expect(rowOf(world, stage.ad)).toMatchObject({ creative: Number(creative), status: 'ACTIVE' })
    },
    refuses: [[{ creative: undefined }, /The parameter creative is required/]],
  },
  createAdWithCreative: {
    params: { adSet, creative, name: 'Ad' },
    names: { adSet: campaign, creative: adSet },
    does: ({ world }, { id }) =>
      expect(rowOf(world, String(id))).toMatchObject({
        kind: 'ads',
        adSet: Number(adSet),
        campaign: Number(campaign),
        creative: Number(creative),
        status: 'PAUSED',
      }),
    refuses: [
      [{ creative: foreign }, /Param creative must be of the ad account of the ad set/],
      [{ status: 'ARCHIVED' }, /Param status must be one of ACTIVE, PAUSED/],
    ],
  },
})
