import type { ReadContext } from '../../graph/context.ts'
import { plain, plainObject } from '../../graph/values/plain.ts'
import type { AdAccountRow, CampaignRow } from '../rows.ts'
import { type CampaignParams, isNoCap } from './campaign-params.ts'

/** An amount as rows hold it. */
export const decimal = (amount: number | string | undefined): string | null =>
  amount === undefined ? null : String(amount)

/** Makes a campaign of parameters that were found right. */
export function newCampaign(
  { tx, now }: ReadContext,
  account: AdAccountRow,
  params: CampaignParams,
  categories: string[],
): CampaignRow {
  const {
    spend_cap: cap,
    promoted_object: promoted,
    upstream_events: upstream,
    source_campaign_id: source,
  } = params
  const campaign = tx.insert('campaigns', {
    adAccount: account.id,
    name: params.name ?? '',
    objective: params.objective ?? null,
    status: params.status ?? 'PAUSED',
    createdTime: now,
    updatedTime: now,
    specialAdCategories: categories,
    specialAdCategoryCountry: params.special_ad_category_country ?? [],
    buyingType: params.buying_type ?? 'AUCTION',
    bidStrategy: params.bid_strategy ?? null,
    dailyBudget: decimal(params.daily_budget),
    lifetimeBudget: decimal(params.lifetime_budget),
    spendCap: cap === undefined || isNoCap(cap) ? null : String(cap),
    spent: '0',
    budgetToggledTime: null,
    budgetRebalance: false,
    iosNetworkAttribution: false,
    promotedObject: promoted ? plainObject(promoted) : null,
    labels: (params.adlabels ?? []).map(plain),
    splitTests: (params.iterative_split_test_configs ?? []).map(plain),
    upstreamEvents: upstream ? plainObject(upstream) : null,
    source: source === undefined ? null : Number(source),
    topline: params.topline_id ?? null,
    issues: [],
    processing: false,
    platform: {},
  })
  tx.emit('campaign.created', { campaign: String(campaign.id), adAccount: String(account.id) })
  return campaign
}
