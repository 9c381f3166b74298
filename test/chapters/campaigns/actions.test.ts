import { expect } from 'vitest'
import * as campaigns from '../../../src/chapters/campaigns/actions.ts'
import { call, rowOf } from '../../service/scene.ts'
import { describeActions, stage } from '../action-table.ts'

const { user, page, adAccount, campaign, adSet, userToken } = stage
const idsOn = (edge: string, world: typeof stage.world) => {
  const { data } = call(world, userToken, edge, { campaign }).unwrap() as { data: { id: string }[] }
  return data.map(({ id }) => id)
}

describeActions(campaigns, {
  createAdStudy: {
    params: { adAccount, campaigns: [campaign, campaign] },
    names: { adAccount: user, campaigns: [adSet] },
    does: ({ world }, { id }) => expect(idsOn('listCampaignAdStudies', world)).toEqual([id]),
    refuses: [[{ campaigns: undefined }, /The parameter campaigns is required/]],
  },
  createAdRule: {
    params: { adAccount, entityType: 'CAMPAIGN' },
    names: { adAccount: user, campaigns: [adSet] },
    does: ({ world }, { id }) => expect(idsOn('listCampaignAdRules', world)).toEqual([id]),
    refuses: [[{ entityType: 'PAGE' }, /Param entityType must be one of CAMPAIGN, ADSET, AD/]],
  },
  setCampaignPlatformFields: {
    params: { campaign, recommendations: { title: 'T' } },
    before: ({ world }) =>
      void world.actions.setCampaignPlatformFields({ campaign, ad_strategy_id: '7' }).unwrap(),
    names: { campaign: page },
    does: ({ world }) =>
      expect(rowOf(world, campaign)).toMatchObject({
        platform: { ad_strategy_id: '7', recommendations: { title: 'T' } },
      }),
    refuses: [
      [{ ad_strategy_id: 'x' }, /Param ad_strategy_id must be a numeric id/],
      [{ recommendations: [{}] }, /Param recommendations must be a JSON object, got \[{}\]/],
    ],
  },
  recordSpend: {
    params: { campaign, amount: 5 },
    before: ({ world }) => void world.actions.recordSpend({ campaign, amount: 4 }).unwrap(),
    names: { campaign: page },
    does: (_, { spent }) => expect(spent).toBe('9'),
    refuses: [[{ amount: -1 }, /Param amount must be an integer of 0 or more/]],
  },
  recordReach: {
    params: { adSet, users: [user, user] },
    names: { adSet: campaign, users: [page] },
    does: (_, value) => expect(value).toEqual({ adSet: 1, campaign: 1 }),
    refuses: [[{ users: undefined }, /The parameter users is required/]],
  },
})
