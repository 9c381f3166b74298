import { canonical } from '../../engine/values/canonical.ts'
import type { Json } from '../../engine/values/guard.ts'
import type { CallError } from '../../service/contract/errors.ts'
import { invalidParameter, isCallError } from '../../service/contract/errors.ts'
import type { Tx } from '../../service/routes/context.ts'
import { plain, plainObject } from '../../service/values/plain.ts'
import { creativeFieldsOf, objectiveErrorMessage } from '../ads/objective-rules.ts'
import { statusMessage } from '../ads/status.ts'
import type { AdAccountRow, AdSetRow, CampaignRow } from '../rows.ts'
import {
  adSetBidAmountsError,
  adSetBudgetsError,
  allowsSpendCap,
  budgetError,
  decimalOrNull,
  spendCapError,
  spendCapOrNull,
} from './budget-rules.ts'
import type { UpdateParams } from './campaign-params.ts'
import { removeCampaign } from './delete-campaign.ts'
import { namedCategories } from './special-ad-categories.ts'

type Change<R> = { readonly [N in keyof R]?: R[N] | undefined }

/** The changes of an update: those of the campaign, and those of its ad sets by their ids. */
interface UpdatePlan {
  readonly campaign: Change<CampaignRow>
  readonly adSets: ReadonlyMap<number, Change<AdSetRow>>
}

const fixedWhenReserved = [
  'spend_cap',
  'bid_strategy',
  'daily_budget',
  'adset_budgets',
  'adset_bid_amounts',
] as const

/** Returns the parameter that a campaign of this buying type does not accept, if the call has one. */
function fixedParam(campaign: CampaignRow, params: UpdateParams): keyof UpdateParams | undefined {
  if (campaign.buyingType !== 'RESERVED')
    return !allowsSpendCap(campaign) && params.spend_cap !== undefined ? 'spend_cap' : undefined
  const fixed = fixedWhenReserved.find((name) => params[name] !== undefined)
  // A lifetime budget would replace the daily budget, which is fixed.
  const replacesDaily = params.lifetime_budget !== undefined && campaign.dailyBudget !== null
  return fixed ?? (replacesDaily ? 'lifetime_budget' : undefined)
}

/**
 * The error if an update changes fields that the buying type fixes: bids, daily budget and objective of a
 * reach-and-frequency campaign, the spend cap of a premium one (CAM-105, CAM-106, CAM-181, CAM-185; SIL-119,
 * SIL-120).
 */
function buyingTypeError(campaign: CampaignRow, params: UpdateParams): CallError | undefined {
  const { buyingType } = campaign
  const fixed = fixedParam(campaign, params)
  if (fixed !== undefined)
    return { code: 2625, message: `Param ${fixed} cannot be updated with the buying_type ${buyingType}` }
  if (buyingType === 'RESERVED' && params.objective !== undefined)
    return { code: 2634, message: `Param objective cannot be updated with the buying_type ${buyingType}` }
  return undefined
}

/** The error if the status of the campaign does not allow the update (CAM-063; SIL-112). */
function statusError(campaign: CampaignRow, params: UpdateParams): CallError | undefined {
  const { execution_options: _options, ...changes } = params
  const message = statusMessage('campaign', campaign, changes)
  return message === undefined ? undefined : invalidParameter(message)
}

/** The error if a new objective does not allow the present ad sets and ads (CAM-055; SIL-124). */
function objectiveError(
  tx: Tx,
  { id, objective: current }: CampaignRow,
  { objective }: UpdateParams,
  adSets: readonly AdSetRow[],
): CallError | undefined {
  if (objective === undefined || objective === current) return undefined
  const ads = tx.list('ads', 'living', [id])
  const message = objectiveErrorMessage(objective, {
    goals: adSets.flatMap(({ optimizationGoal }) => optimizationGoal ?? []),
    promotedObjectKeys: adSets.flatMap(({ promotedObject }) => Object.keys(promotedObject ?? {})),
    placements: adSets.flatMap(({ placements }) => placements),
    creativeFields: ads.flatMap(({ creative }) => creativeFieldsOf(tx.find('creatives', creative) ?? {})),
  })
  return message === undefined ? undefined : invalidParameter(message)
}

const hasBudget = ({ dailyBudget, lifetimeBudget }: AdSetRow | CampaignRow): boolean =>
  (dailyBudget ?? lifetimeBudget) !== null

/** Returns the budget columns. The kind of budget that is not set becomes null. */
const budgetsOf = ({ daily_budget: daily, lifetime_budget: lifetime }: UpdateParams) => ({
  dailyBudget: decimalOrNull(daily),
  lifetimeBudget: decimalOrNull(lifetime),
})

const noBudgets = { dailyBudget: null, lifetimeBudget: null }

/**
 * Returns the changes of budgets. After the update either the campaign or each of its ad sets has one: a
 * change between the two needs `adset_budgets` (CAM-099, CAM-101, CAM-159; SIL-118, SIL-122).
 */
function budgetPlan(
  campaign: CampaignRow,
  params: UpdateParams,
  adSets: readonly AdSetRow[],
  now: number,
): UpdatePlan | CallError {
  const { daily_budget: daily, lifetime_budget: lifetime, adset_budgets: entries } = params
  const setsCampaignBudget = daily !== undefined || lifetime !== undefined
  const adSetsHaveBudget = adSets.some(hasBudget)
  if (setsCampaignBudget && adSetsHaveBudget && !entries)
    return invalidParameter(
      'The ad sets have budgets: send adset_budgets in the same call to move the budget to the campaign',
    )
  const error = entries && adSetBudgetsError(entries, adSets, !setsCampaignBudget)
  if (error) return error
  const toggles = entries && (setsCampaignBudget ? adSetsHaveBudget : hasBudget(campaign))
  const toggled = toggles ? { budgetToggledTime: now } : {}
  if (setsCampaignBudget) {
    const cleared = entries ? adSets.map(({ id }) => [id, noBudgets] as const) : []
    return { campaign: { ...budgetsOf(params), ...toggled }, adSets: new Map(cleared) }
  }
  const newBudgets = (entries ?? []).map((entry) => [Number(entry.adset_id), budgetsOf(entry)] as const)
  return { campaign: entries ? { ...noBudgets, ...toggled } : {}, adSets: new Map(newBudgets) }
}

function campaignChanges(params: UpdateParams, categories: string[] | undefined): Change<CampaignRow> {
  const { spend_cap: cap, promoted_object: promotedObject, upstream_events: upstreamEvents } = params
  return {
    name: params.name,
    objective: params.objective,
    status: params.status === 'DELETED' ? undefined : params.status,
    specialAdCategories: categories,
    specialAdCategoryCountry: params.special_ad_category_country,
    bidStrategy: params.bid_strategy,
    spendCap: cap === undefined ? undefined : spendCapOrNull(cap),
    budgetRebalance: params.budget_rebalance_flag,
    iosNetworkAttribution: params.is_ios_network_attribution,
    promotedObject: promotedObject && plainObject(promotedObject),
    labels: params.adlabels?.map(plain),
    splitTests: params.iterative_split_test_configs?.map(plain),
    upstreamEvents: upstreamEvents && plainObject(upstreamEvents),
  }
}

/** Whether bids are automatic, which they also are without a bid strategy. */
const hasAutomaticBids = (strategy: string | null): boolean =>
  strategy === null || strategy === 'LOWEST_COST_WITHOUT_CAP'

const switchesToManualBids = ({ bidStrategy }: CampaignRow, { bid_strategy: next }: UpdateParams): boolean =>
  next !== undefined && hasAutomaticBids(bidStrategy) && !hasAutomaticBids(next)

/** Checks an update and returns its changes, or the error. It changes no row. */
export function updatePlan(
  tx: Tx,
  campaign: CampaignRow,
  { currency }: AdAccountRow,
  params: UpdateParams,
): UpdatePlan | CallError {
  const categories = namedCategories(params)
  if (isCallError(categories)) return categories
  const children = tx.list('adSets', 'living', [campaign.id])
  const error =
    budgetError(params) ??
    spendCapError(params.spend_cap, currency) ??
    buyingTypeError(campaign, params) ??
    statusError(campaign, params) ??
    adSetBidAmountsError(params.adset_bid_amounts, children, switchesToManualBids(campaign, params)) ??
    objectiveError(tx, campaign, params, children)
  if (error) return error
  const plan = budgetPlan(campaign, params, children, tx.now)
  if (isCallError(plan)) return plan
  const adSets = new Map(plan.adSets)
  for (const [id, amount] of Object.entries(params.adset_bid_amounts ?? {}))
    adSets.set(Number(id), { ...adSets.get(Number(id)), bidAmount: String(amount) })
  return { campaign: { ...campaignChanges(params, categories), ...plan.campaign }, adSets }
}

/** Writes the changed values of a row and the time of the change. Returns whether any value differs. */
function applyChange(
  tx: Tx,
  table: 'campaigns' | 'adSets',
  row: CampaignRow | AdSetRow,
  change: object,
): boolean {
  const current = new Map<string, Json | undefined>(Object.entries(row))
  const differences = Object.entries(change).filter(
    ([name, value]) => value !== undefined && canonical(value) !== canonical(current.get(name) ?? null),
  )
  if (differences.length === 0) return false
  const changed = { ...Object.fromEntries(differences), updatedTime: tx.now }
  tx.edit(table, row.id, (draft) => {
    Object.assign(draft, changed)
  })
  return true
}

/** Applies an update. Setting a field to its current value changes nothing and emits no event. */
export function applyUpdate(tx: Tx, campaign: CampaignRow, plan: UpdatePlan, deletes: boolean): void {
  let changed = applyChange(tx, 'campaigns', campaign, plan.campaign)
  for (const [id, change] of plan.adSets) {
    const adSet = tx.find('adSets', id)
    if (adSet && applyChange(tx, 'adSets', adSet, change)) changed = true
  }
  if (changed)
    tx.emit('campaign.updated', { campaign: String(campaign.id), adAccount: String(campaign.adAccount) })
  if (deletes) removeCampaign(tx, campaign)
}
