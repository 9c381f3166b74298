import { canonical } from '../../engine/canonical.ts'
import type { Json } from '../../engine/guard.ts'
import type { Tx } from '../../graph/context.ts'
import type { CallError } from '../../graph/contract/errors.ts'
import { invalidParameter, isCallError } from '../../graph/contract/errors.ts'
import { plain, plainObject } from '../../graph/values/plain.ts'
import { creativeFieldsOf, objectiveReason } from '../ads/objective-rules.ts'
import type { AdAccountRow, AdSetRow, CampaignRow } from '../rows.ts'
import {
  adSetBidAmountsError,
  adSetBudgetsError,
  allowsSpendCap,
  budgetError,
  decimalOrNull,
  removesSpendCap,
  spendCapError,
} from './budget-rules.ts'
import type { UpdateParams } from './campaign-params.ts'
import { removeCampaign } from './delete-campaign.ts'
import { namedCategories } from './special-ad-categories.ts'

type Change<R> = { readonly [N in keyof R]?: R[N] | undefined }

/** What an update comes to: changes of the campaign, and of its ad sets by id. */
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

/** Returns the parameter that changes what stays fixed of a reach-and-frequency or premium campaign. */
function fixedParam(campaign: CampaignRow, params: UpdateParams): keyof UpdateParams | undefined {
  if (campaign.buyingType !== 'RESERVED')
    return !allowsSpendCap(campaign) && params.spend_cap !== undefined ? 'spend_cap' : undefined
  const named = fixedWhenReserved.find((name) => params[name] !== undefined)
  // A lifetime budget replaces a daily budget, which is fixed whatever parameter changes it.
  const replaces = params.lifetime_budget !== undefined && campaign.dailyBudget !== null
  return named ?? (replaces ? 'lifetime_budget' : undefined)
}

/**
 * A reach-and-frequency campaign keeps its objective, daily budget and bids; a premium one takes no cap
 * (SIL-119, SIL-120).
 */
function buyingTypeError(campaign: CampaignRow, params: UpdateParams): CallError | undefined {
  const { buyingType } = campaign
  const fixed = fixedParam(campaign, params)
  if (fixed !== undefined)
    return { code: 2625, message: `Param ${fixed} cannot be updated on a campaign bought as ${buyingType}` }
  if (buyingType === 'RESERVED' && params.objective !== undefined)
    return { code: 2634, message: `Param objective cannot be updated on a campaign bought as ${buyingType}` }
  return undefined
}

/** An archived campaign takes a name and a status alone, and only DELETED; a deleted one takes nothing. */
function statusError({ status }: CampaignRow, params: UpdateParams): CallError | undefined {
  if (status !== 'ARCHIVED' && status !== 'DELETED') return undefined
  const { execution_options: _options, ...given } = params
  const names = Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [name]))
  if (status === 'DELETED') {
    const keeps = names.length === 1 && params.status === 'DELETED'
    return keeps ? undefined : invalidParameter('A deleted campaign cannot be updated')
  }
  const strange = names.find((name) => name !== 'name' && name !== 'status')
  if (strange !== undefined)
    return invalidParameter(`An archived campaign can be given a name and a status alone, not ${strange}`)
  if (params.status === undefined || params.status === 'ARCHIVED' || params.status === 'DELETED')
    return undefined
  return invalidParameter(`An archived campaign can only become DELETED, got ${params.status}`)
}

/** A new objective admits what stands beneath the campaign already (SIL-124). */
function objectiveError(
  tx: Tx,
  { id, objective: current }: CampaignRow,
  { objective }: UpdateParams,
  children: readonly AdSetRow[],
): CallError | undefined {
  if (objective === undefined || objective === current) return undefined
  const ads = tx.list('ads', 'living', [id])
  const found = objectiveReason(objective, {
    goals: children.flatMap(({ optimizationGoal }) => optimizationGoal ?? []),
    promotedObjectKeys: children.flatMap(({ promotedObject }) => Object.keys(promotedObject ?? {})),
    placements: children.flatMap(({ placements }) => placements),
    creativeFields: ads.flatMap(({ creative }) => creativeFieldsOf(tx.find('creatives', creative) ?? {})),
  })
  return found === undefined ? undefined : invalidParameter(found)
}

const hasBudget = ({ dailyBudget, lifetimeBudget }: AdSetRow | CampaignRow): boolean =>
  (dailyBudget ?? lifetimeBudget) !== null

/** A budget of the one kind takes the place of the other. */
const budgetsOf = ({ daily_budget: daily, lifetime_budget: lifetime }: UpdateParams) => ({
  dailyBudget: decimalOrNull(daily),
  lifetimeBudget: decimalOrNull(lifetime),
})

const noBudgets = { dailyBudget: null, lifetimeBudget: null }

/** Where the budget stands after the update: on the campaign, or on each of its ad sets (SIL-118, 122). */
function budgetPlan(
  campaign: CampaignRow,
  params: UpdateParams,
  children: readonly AdSetRow[],
  now: number,
): UpdatePlan | CallError {
  const { daily_budget: daily, lifetime_budget: lifetime, adset_budgets: entries } = params
  const given = daily !== undefined || lifetime !== undefined
  const onChildren = children.some(hasBudget)
  if (given && onChildren && !entries)
    return invalidParameter('The budget is set on the ad sets: adset_budgets in the same call moves it')
  const error = entries && adSetBudgetsError(entries, children, !given)
  if (error) return error
  const toggles = entries && (given ? onChildren : hasBudget(campaign))
  const toggled = toggles ? { budgetToggledTime: now } : {}
  if (given) {
    const cleared = entries ? children.map(({ id }) => [id, noBudgets] as const) : []
    return { campaign: { ...budgetsOf(params), ...toggled }, adSets: new Map(cleared) }
  }
  const set = (entries ?? []).map((entry) => [Number(entry.adset_id), budgetsOf(entry)] as const)
  return { campaign: entries ? { ...noBudgets, ...toggled } : {}, adSets: new Map(set) }
}

function campaignChanges(params: UpdateParams, categories: string[] | undefined): Change<CampaignRow> {
  const { spend_cap: cap, promoted_object: promoted, upstream_events: upstream } = params
  return {
    name: params.name,
    objective: params.objective,
    status: params.status === 'DELETED' ? undefined : params.status,
    specialAdCategories: categories,
    specialAdCategoryCountry: params.special_ad_category_country,
    bidStrategy: params.bid_strategy,
    spendCap: cap === undefined ? undefined : removesSpendCap(cap) ? null : String(cap),
    budgetRebalance: params.budget_rebalance_flag,
    iosNetworkAttribution: params.is_ios_network_attribution,
    promotedObject: promoted && plainObject(promoted),
    labels: params.adlabels?.map(plain),
    splitTests: params.iterative_split_test_configs?.map(plain),
    upstreamEvents: upstream && plainObject(upstream),
  }
}

/** A campaign that names no bid strategy bids automatically. */
const bidsAutomatically = (strategy: string | null): boolean =>
  strategy === null || strategy === 'LOWEST_COST_WITHOUT_CAP'

const switchesToManualBids = ({ bidStrategy }: CampaignRow, { bid_strategy: next }: UpdateParams): boolean =>
  next !== undefined && bidsAutomatically(bidStrategy) && !bidsAutomatically(next)

/** What an update would change, or why it cannot be; nothing is changed yet. */
export function updatePlan(
  tx: Tx,
  campaign: CampaignRow,
  { currency }: AdAccountRow,
  params: UpdateParams,
): UpdatePlan | CallError {
  const categories = namedCategories(params)
  if (isCallError(categories)) return categories
  const children = tx.list('adSets', 'living', [campaign.id]).sort((a, b) => a.id - b.id)
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

/** Changes a row where the change says anything new, and notes when. */
function applyChange(
  tx: Tx,
  table: 'campaigns' | 'adSets',
  row: CampaignRow | AdSetRow,
  change: object,
): boolean {
  const now = new Map<string, Json>(Object.entries(row))
  const news = Object.entries(change).filter(
    ([name, value]) => value !== undefined && canonical(value) !== canonical(now.get(name) ?? null),
  )
  if (news.length === 0) return false
  const changed = { ...Object.fromEntries(news), updatedTime: tx.now }
  tx.edit(table, row.id, (draft) => {
    Object.assign(draft, changed)
  })
  return true
}

/** Carries a plan out. What is set to the value that it has is no change. */
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
