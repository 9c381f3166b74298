import { hasRoleOn } from '../../graph/access/roles.ts'
import type { ReadContext } from '../../graph/context.ts'
import { type CallError, invalidParameter } from '../../graph/contract/errors.ts'
import { plain, plainObject } from '../../graph/values/plain.ts'
import type { AdAccountRow, CampaignRow } from '../rows.ts'
import { budgetError, decimalOrNull, removesSpendCap, spendCapError } from './budget-rules.ts'
import type { CampaignParams } from './campaign-params.ts'

/** What is wrong with the spend cap of a new campaign: a kind of campaign that takes none, or the amount. */
export function newSpendCapError(
  { spend_cap: cap, buying_type = 'AUCTION' }: CampaignParams,
  currency: string,
): CallError | undefined {
  if (cap !== undefined && buying_type !== 'AUCTION')
    return invalidParameter(`Param spend_cap is not available for a campaign bought as ${buying_type}`)
  return spendCapError(cap, currency)
}

/** What is wrong with a new campaign besides its categories. */
export function newCampaignError(
  context: ReadContext,
  account: AdAccountRow,
  params: CampaignParams,
): CallError | undefined {
  const { status, source_campaign_id: source } = params
  if (status === 'DELETED' || status === 'ARCHIVED') {
    return invalidParameter(`Param status must be ACTIVE or PAUSED on creation, got ${status}`)
  }
  const original = source === undefined ? undefined : context.tx.find('campaigns', Number(source))
  // A campaign that the caller may not read is answered like one that is not there.
  if (source !== undefined && !(original && hasRoleOn(context, original.adAccount))) {
    return invalidParameter(`Param source_campaign_id must be the id of a campaign, got ${source}`)
  }
  return budgetError(params) ?? newSpendCapError(params, account.currency)
}

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
    dailyBudget: decimalOrNull(params.daily_budget),
    lifetimeBudget: decimalOrNull(params.lifetime_budget),
    spendCap: cap === undefined || removesSpendCap(cap) ? null : String(cap),
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
