import { expect } from 'vitest'
import { type Ad, type AdSet, adsOf, type Campaign, effectiveStatus, setsOf } from './campaign-model.ts'
import { calls, numberOf, type Stage } from './campaign-stage.ts'

const iso = (seconds: number | undefined): string | undefined =>
  seconds === undefined ? undefined : new Date(seconds * 1000).toISOString().replace('.000Z', '+0000')

const earliest = (times: readonly (number | undefined)[]): number | undefined =>
  times.reduce(
    (least, time) => (time !== undefined && (least === undefined || time < least) ? time : least),
    undefined,
  )

const latest = (times: readonly (number | undefined)[]): number | undefined => {
  const least = earliest(times.map((time) => (time === undefined ? undefined : -time)))
  return least === undefined ? undefined : -least
}

/** The expected result of reading a campaign (Resources › Campaign). */
function seen({ model }: Stage, campaign: Campaign, version: number): Record<string, unknown> {
  const { id, account, name, objective, status, buyingType, categories, daily, lifetime } = campaign
  const sets = setsOf(model, campaign)
  return {
    ...{ id, account_id: account, name, objective, status, configured_status: status },
    effective_status: effectiveStatus(campaign, version),
    buying_type: buyingType,
    bid_strategy: campaign.strategy,
    ...{ daily_budget: daily, lifetime_budget: lifetime, budget_remaining: daily ?? lifetime ?? '0' },
    spend_cap: campaign.cap,
    can_use_spend_cap: buyingType === 'AUCTION',
    special_ad_category: categories[0] ?? 'NONE',
    special_ad_category_country: campaign.countries,
    source_campaign_id: campaign.source?.id,
    start_time: iso(earliest(sets.map(({ start }) => start))),
    stop_time: iso(latest(sets.map(({ end }) => end))),
    updated_time: iso(campaign.updated),
    last_budget_toggling_time: iso(campaign.toggled),
  }
}

const fields = [
  ...['account_id', 'name', 'objective', 'status', 'configured_status', 'effective_status', 'buying_type'],
  ...[
    'bid_strategy',
    'daily_budget',
    'lifetime_budget',
    'budget_remaining',
    'spend_cap',
    'can_use_spend_cap',
  ],
  ...['special_ad_category', 'special_ad_category_country', 'source_campaign_id', 'start_time', 'stop_time'],
  ...['updated_time', 'last_budget_toggling_time'],
].join()

const reader = { token: 'userToken' } as const

/** Reads a campaign and compares it with the model. A foreign one must not be readable. */
export function expectSame(stage: Stage, campaign: Campaign | undefined, version = 'v26.0'): void {
  if (!campaign || campaign.account === stage.accounts['foreign']) return
  const who = { ...reader, version: version as 'v26.0' }
  const shown = calls(stage, 'readCampaign', who, { campaign: campaign.id, fields }).unwrap()
  expect(shown).toEqual(seen(stage, campaign, numberOf(version)))
}

const without = (values: object): object => JSON.parse(JSON.stringify(values)) as object

const expectedAdSet = ({ id, campaign, name, status, daily, lifetime, start, end, bid }: AdSet): object => ({
  ...{ id, name, status, configured_status: status, account_id: campaign.account, campaign_id: campaign.id },
  ...{
    daily_budget: daily,
    lifetime_budget: lifetime,
    bid_amount: bid,
    start_time: iso(start),
    end_time: iso(end),
  },
})

/** The effective status of an ad (SIL-114); undefined under a paused ad set, for which no rule exists. */
function effectiveAd({ adSet, status }: Ad): string | undefined {
  if (adSet.campaign.status === 'PAUSED') return 'CAMPAIGN_PAUSED'
  return adSet.campaign.status === 'ACTIVE' && adSet.status === 'ACTIVE' ? status : undefined
}

function expectedAd(stage: Stage, ad: Ad): object {
  const { id, adSet, name, status } = ad
  const { account, id: campaign } = adSet.campaign
  return {
    ...{
      id,
      name,
      status,
      configured_status: status,
      account_id: account,
      campaign_id: campaign,
      adset_id: adSet.id,
    },
    ...{
      creative: expect.objectContaining({ id: stage.creatives[account] }),
      effective_status: effectiveAd(ad) ?? expect.any(String),
    },
  }
}

const setFields =
  'name,status,configured_status,account_id,campaign_id,daily_budget,lifetime_budget,bid_amount,start_time,end_time'
const adFields = 'name,status,configured_status,account_id,campaign_id,adset_id,creative,effective_status'

/** Reads all readable objects and compares them with the model. */
export function expectSameWorld(stage: Stage): void {
  const { model } = stage
  const who = { ...reader, version: 'v26.0' } as const
  for (const campaign of model.campaigns) {
    if (campaign.account === stage.accounts['foreign']) continue
    expectSame(stage, campaign)
    const list = (operation: string, fields: string) =>
      calls(stage, operation, who, { campaign: campaign.id, limit: 1_000, fields }).unwrap()['data']
    const sets = setsOf(model, campaign).reverse()
    expect(list('listCampaignAdSets', setFields)).toEqual(sets.map((set) => without(expectedAdSet(set))))
    const ads = adsOf(model, campaign).reverse()
    // The many ads of the stage never change, and only their copies are compared.
    if (ads.length > 20 && !campaign.source) continue
    expect(list('listCampaignAds', adFields)).toEqual(ads.map((ad) => expectedAd(stage, ad)))
  }
}
