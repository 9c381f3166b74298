import { type CallError, invalidParameter } from '../../service/contract/errors.ts'
import { limits } from '../../service/contract/limits.ts'
import { fromUsdCents } from '../accounts/money.ts'
import type { AdSetRow, CampaignRow } from '../rows.ts'
import type { BudgetEntry, CampaignParams, UpdateParams } from './campaign-params.ts'

type Budgets = Pick<CampaignParams, 'daily_budget' | 'lifetime_budget'>

/** The error if both kinds of budget are set, or one is below 1 (SIL-118). */
export function budgetError({ daily_budget, lifetime_budget }: Budgets): CallError | undefined {
  if (daily_budget !== undefined && lifetime_budget !== undefined)
    return invalidParameter('Params daily_budget and lifetime_budget exclude each other')
  for (const [name, value] of Object.entries({ daily_budget, lifetime_budget })) {
    if (value !== undefined && BigInt(value) < 1n)
      return invalidParameter(`Param ${name} must be 1 or more, got ${value}`)
  }
  return undefined
}

/** Returns an amount as rows store it: decimal text, null if it is unset. */
export const decimalOrNull = (amount: number | string | undefined): string | null =>
  amount === undefined ? null : String(amount)

/** Whether a campaign can have a spend cap: not a reach-and-frequency or premium one (CAM-105, CAM-106). */
export const allowsSpendCap = ({ buyingType }: Pick<CampaignRow, 'buyingType'>): boolean =>
  buyingType === 'AUCTION'

/** The error if a spend cap is worth less than 100 US dollars (CAM-103; SIL-119). */
export function spendCapError(cap: number | string | undefined, currency: string): CallError | undefined {
  if (cap === undefined) return undefined
  const minimum = fromUsdCents(limits.spendCapUsdSubunitsMin, currency)
  if (BigInt(cap) >= BigInt(minimum)) return undefined
  return invalidParameter(`Param spend_cap must be ${minimum} or more in subunits of ${currency}, got ${cap}`)
}

/** Returns a spend cap as rows store it: decimal text, null for the value that removes the cap (CAM-104). */
export const spendCapOrNull = (cap: number | string | undefined): string | null =>
  Number(cap) === limits.spendCapNone ? null : decimalOrNull(cap)

/**
 * The error if a parameter names ad sets of other campaigns, one ad set twice, or, with `needsAll`, not every
 * ad set of the campaign.
 */
function adSetIdsError(
  parameter: string,
  ids: readonly string[],
  adSets: readonly AdSetRow[],
  needsAll: boolean,
): CallError | undefined {
  const own = new Set(adSets.map(({ id }) => String(id)))
  const foreign = ids.find((id) => !own.has(id))
  if (foreign !== undefined)
    return invalidParameter(`Param ${parameter} must name ad sets of the campaign, got ${foreign}`)
  if (new Set(ids).size < ids.length) return invalidParameter(`Param ${parameter} must name each ad set once`)
  const omitted = needsAll ? [...own].find((id) => !ids.includes(id)) : undefined
  return omitted === undefined
    ? undefined
    : invalidParameter(`Param ${parameter} must name every ad set of the campaign, and leaves out ${omitted}`)
}

/**
 * The error of `adset_budgets`: each entry must have exactly one budget, of 1 or more (CAM-158). With
 * `needsAll`, the budget moves from the campaign to its ad sets: the entries must name all of them, and at
 * least one.
 */
export function adSetBudgetsError(
  entries: readonly BudgetEntry[],
  adSets: readonly AdSetRow[],
  needsAll: boolean,
): CallError | undefined {
  for (const [index, entry] of entries.entries()) {
    const error = budgetError(entry)
    if (error) return { ...error, message: `${error.message}, in adset_budgets.${index}` }
    if (entry.daily_budget === undefined && entry.lifetime_budget === undefined)
      return invalidParameter(`Param adset_budgets.${index} must have daily_budget or lifetime_budget`)
  }
  const ids = entries.map(({ adset_id: id }) => id)
  if (needsAll && ids.length === 0)
    return invalidParameter(
      'Param adset_budgets must name an ad set unless daily_budget or lifetime_budget is given',
    )
  return adSetIdsError('adset_budgets', ids, adSets, needsAll)
}

/** The error of `adset_bid_amounts`: a switch to manual bids must name every ad set (CAM-155; SIL-122). */
export function adSetBidAmountsError(
  amounts: UpdateParams['adset_bid_amounts'],
  adSets: readonly AdSetRow[],
  switchesToManualBids: boolean,
): CallError | undefined {
  if (amounts === undefined && !switchesToManualBids) return undefined
  return adSetIdsError('adset_bid_amounts', Object.keys(amounts ?? {}), adSets, switchesToManualBids)
}
