import { hasRoleOn } from '../../service/access/roles.ts'
import { type CallError, invalidParameter } from '../../service/contract/errors.ts'
import type { ReadContext } from '../../service/routes/read-context.ts'
import { plain, plainObject } from '../../service/values/plain.ts'
import type { AdAccountRow, CampaignRow } from '../rows.ts'
import { allowsSpendCap, budgetError, decimalOrNull, spendCapError, spendCapOrNull } from './budget-rules.ts'
import type { CampaignParams } from './campaign-params.ts'
import { objectiveError } from './objective.ts'

const defaultBuyingType = 'AUCTION' // CAM-094

/** The error of the parameters of a new campaign, except its special ad categories. */
export function newCampaignError(
  context: ReadContext,
  account: AdAccountRow,
  params: CampaignParams,
): CallError | undefined {
  const { status, source_campaign_id: source, spend_cap: cap, buying_type = defaultBuyingType } = params
  // CAM-086 (SIL-111)
  if (status === 'DELETED' || status === 'ARCHIVED')
    return invalidParameter(`Param status must be ACTIVE or PAUSED on creation, got ${status}`)
  const unserved = objectiveError(params.objective, context.policy)
  if (unserved) return unserved
  const original = source === undefined ? undefined : context.tx.find('campaigns', Number(source))
  // A campaign that the caller may not read gets the same error as an unknown id.
  if (source !== undefined && !(original && hasRoleOn(context, original.adAccount)))
    return invalidParameter(`Param source_campaign_id must be the id of a campaign, got ${source}`)
  const error = budgetError(params)
  if (error) return error
  if (cap !== undefined && !allowsSpendCap({ buyingType: buying_type }))
    return invalidParameter(`Param spend_cap is not available for the buying_type ${buying_type}`)
  return spendCapError(cap, account.currency)
}

/** Adds a campaign to an ad account. The parameters must have been checked. */
export function newCampaign(
  { tx, now }: ReadContext,
  account: AdAccountRow,
  params: CampaignParams,
  categories: string[],
): CampaignRow {
  const {
    promoted_object: promotedObject,
    upstream_events: upstreamEvents,
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
    buyingType: params.buying_type ?? defaultBuyingType,
    bidStrategy: params.bid_strategy ?? null,
    dailyBudget: decimalOrNull(params.daily_budget),
    lifetimeBudget: decimalOrNull(params.lifetime_budget),
    spendCap: spendCapOrNull(params.spend_cap),
    spent: '0',
    budgetToggledTime: null,
    budgetRebalance: false,
    iosNetworkAttribution: false,
    promotedObject: promotedObject ? plainObject(promotedObject) : null,
    labels: (params.adlabels ?? []).map(plain),
    splitTests: (params.iterative_split_test_configs ?? []).map(plain),
    upstreamEvents: upstreamEvents ? plainObject(upstreamEvents) : null,
    source: source === undefined ? null : Number(source),
    topline: params.topline_id ?? null,
    issues: [],
    processing: false,
    platform: {},
  })
  tx.emit('campaign.created', { campaign: String(campaign.id), adAccount: String(account.id) })
  return campaign
}
