import type { z } from 'zod'
import type { CallError } from '../../graph/contract/errors.ts'
import { invalidParameter } from '../../graph/contract/errors.ts'
import { list, object, recordOf } from '../../graph/values/compounds.ts'
import { bool, int64, numericId } from '../../graph/values/scalars.ts'
import type { AdSetRow } from '../rows.ts'
import { budgetError, campaignParams } from './campaign-params.ts'

const budgetEntry = object({
  adset_id: numericId,
  daily_budget: int64.optional(),
  lifetime_budget: int64.optional(),
})

const bidAmount = int64.refine((amount) => BigInt(amount) >= 1n, {
  error: ({ input }) => `must be 1 or more, got ${String(input)}`,
})

/** What updating a campaign takes: what creation takes, without what is fixed for good (SIL-122). */
export const updateParams = campaignParams
  .omit({ buying_type: true, source_campaign_id: true, topline_id: true })
  .extend({
    adset_bid_amounts: recordOf(bidAmount).optional(),
    adset_budgets: list(budgetEntry).optional(),
    budget_rebalance_flag: bool.optional(),
    is_ios_network_attribution: bool.optional(),
  })

/** An update that is asked for, read. */
export type UpdateParams = z.output<typeof updateParams>

/** A budget that an update gives to an ad set. */
export type BudgetEntry = z.output<typeof budgetEntry>

/** Says what is wrong with the ad sets that a parameter names: strange ones, or not all where all must be. */
function namesProblem(
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
export function entriesError(
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
  return namesProblem('adset_budgets', named, children, all)
}

/** Says what is wrong with the ad sets of `adset_bid_amounts`: a switch to manual bids names them all. */
export function bidsError(
  amounts: UpdateParams['adset_bid_amounts'],
  children: readonly AdSetRow[],
  switches: boolean,
): CallError | undefined {
  if (amounts === undefined && !switches) return undefined
  return namesProblem('adset_bid_amounts', Object.keys(amounts ?? {}), children, switches)
}
