import { type CallError, invalidParameter } from '../../graph/contract/errors.ts'
import { limits } from '../../graph/contract/limits.ts'
import { fromUsdCents } from '../accounts/money.ts'
import type { AdSetRow, CampaignRow } from '../rows.ts'
import type { BudgetEntry, CampaignParams, UpdateParams } from './campaign-params.ts'

/** Says what is wrong with the ad sets that a parameter names: strange ones, or not all where all must be. */
export function adSetIdsError(
  parameter: string,
  named: readonly string[],
  children: readonly AdSetRow[],
  all: boolean,
): CallError | undefined {
  const known = new Set(children.map(({ id }) => String(id)))
  const strange = named.find((id) => !known.has(id))
  if (strange !== undefined)
    return invalidParameter(`Param ${parameter} must name ad sets of the campaign, got ${strange}`)
  if (new Set(named).size < named.length)
    return invalidParameter(`Param ${parameter} must name each ad set once`)
  const left = all ? [...known].find((id) => !named.includes(id)) : undefined
  return left === undefined
    ? undefined
    : invalidParameter(`Param ${parameter} must name every ad set of the campaign, and leaves out ${left}`)
}

/**
 * Says what is wrong with `adset_budgets`: each entry has exactly one budget, of 1 or more. With `all` the ad
 * sets take the budget over from the campaign, so every one of them is named, and there is one.
 */
export function adSetBudgetsError(
  entries: readonly BudgetEntry[],
  children: readonly AdSetRow[],
  all: boolean,
): CallError | undefined {
  for (const [place, entry] of entries.entries()) {
    const error = budgetError(entry)
    if (error) return { ...error, message: `${error.message}, in adset_budgets.${place}` }
    if (entry.daily_budget === undefined && entry.lifetime_budget === undefined)
      return invalidParameter(`Param adset_budgets.${place} must have daily_budget or lifetime_budget`)
  }
  const named = entries.map(({ adset_id: id }) => id)
  if (all && named.length === 0)
    return invalidParameter(
      'Param adset_budgets must name an ad set unless daily_budget or lifetime_budget is given',
    )
  return adSetIdsError('adset_budgets', named, children, all)
}

/** Says what is wrong with the ad sets of `adset_bid_amounts`: a switch to manual bids names them all. */
export function adSetBidAmountsError(
  amounts: UpdateParams['adset_bid_amounts'],
  children: readonly AdSetRow[],
  switches: boolean,
): CallError | undefined {
  if (amounts === undefined && !switches) return undefined
  return adSetIdsError('adset_bid_amounts', Object.keys(amounts ?? {}), children, switches)
}

export type Budgets = Pick<CampaignParams, 'daily_budget' | 'lifetime_budget'>

/** What is wrong with a budget: one of the two kinds at most, and of at least 1 (SIL-118). */
export function budgetError({ daily_budget, lifetime_budget }: Budgets): CallError | undefined {
  if (daily_budget !== undefined && lifetime_budget !== undefined) {
    return invalidParameter('Params daily_budget and lifetime_budget exclude each other')
  }
  for (const [name, value] of Object.entries({ daily_budget, lifetime_budget })) {
    if (value !== undefined && BigInt(value) < 1n)
      return invalidParameter(`Param ${name} must be 1 or more, got ${value}`)
  }
  return undefined
}

/** Whether this amount takes a spend cap away. */
export const removesSpendCap = (cap: number | string): boolean => Number(cap) === limits.spendCapNone

/** What is wrong with a spend cap: it is below the worth of 100 US dollars (SIL-119). */
export function spendCapError(cap: number | string | undefined, currency: string): CallError | undefined {
  if (cap === undefined) return undefined
  const least = fromUsdCents(limits.spendCapUsdSubunitsMin, currency)
  if (BigInt(cap) >= BigInt(least)) return undefined
  return invalidParameter(`Param spend_cap must be ${least} or more in subunits of ${currency}, got ${cap}`)
}

/** An amount as rows hold it. */
export const decimalOrNull = (amount: number | string | undefined): string | null =>
  amount === undefined ? null : String(amount)

/** Whether a spend cap may be set: never for reach-and-frequency and premium campaigns (SIL-119). */
export const allowsSpendCap = ({ buyingType }: Pick<CampaignRow, 'buyingType'>): boolean =>
  buyingType === 'AUCTION'
