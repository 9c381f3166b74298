import { z } from 'zod'
import { hasRoleOn } from '../../graph/access/roles.ts'
import type { ReadContext } from '../../graph/context.ts'
import type { CallError } from '../../graph/contract/errors.ts'
import { invalidParameter } from '../../graph/contract/errors.ts'
import { limits } from '../../graph/contract/limits.ts'
import { since } from '../../graph/contract/versions.ts'
import { jsonObject, list } from '../../graph/values/compounds.ts'
import { countries } from '../../graph/values/countries.ts'
import { int64, numericId, oneOf, text } from '../../graph/values/scalars.ts'
import { fromUsdCents } from '../accounts/money.ts'
import {
  bidStrategies,
  buyingTypes,
  objectives,
  specialAdCategories,
  statuses,
} from '../ads/campaign-values.ts'
import type { AdAccountRow } from '../rows.ts'

const dictionary = jsonObject.refine(
  (events) =>
    Object.values(events).every(
      (inner) =>
        typeof inner === 'object' &&
        inner !== null &&
        !Array.isArray(inner) &&
        Object.values(inner).every((value) => typeof value === 'string'),
    ),
  { message: 'must be a dictionary of dictionaries of strings' },
)

/** What creating a campaign takes (Endpoints › Ad campaigns). */
export const campaignParams = z.object({
  name: text.optional(),
  objective: oneOf(objectives).optional(),
  status: oneOf(statuses).optional(),
  special_ad_categories: list(oneOf(specialAdCategories), { split: true }).optional(),
  special_ad_category: oneOf(specialAdCategories).optional(),
  special_ad_category_country: list(oneOf(countries), { split: true }).optional(),
  buying_type: oneOf(buyingTypes).optional(),
  bid_strategy: oneOf(bidStrategies).optional(),
  daily_budget: int64.optional(),
  lifetime_budget: int64.optional(),
  spend_cap: int64.optional(),
  adlabels: list(jsonObject).optional(),
  execution_options: list(oneOf(['validate_only', 'include_recommendations']), { split: true }).optional(),
  iterative_split_test_configs: list(jsonObject).optional(),
  promoted_object: jsonObject.optional(),
  source_campaign_id: numericId.optional(),
  topline_id: numericId.optional(),
  upstream_events: dictionary.optional(),
})

/** A campaign that is asked for, read. */
export type CampaignParams = z.output<typeof campaignParams>

type Categories = Pick<CampaignParams, 'special_ad_categories' | 'special_ad_category'>

/** The special ad categories of a new campaign, in the form that its version asks for (SIL-116). */
export function chosenCategories(params: CampaignParams, version: string): string[] | CallError {
  if (params.special_ad_categories === undefined && since('specialAdCategoriesRequired', version)) {
    return invalidParameter(
      'The parameter special_ad_categories is required: send NONE or an empty list when none applies',
    )
  }
  return namedCategories(params) ?? []
}

/**
 * The special ad categories that a call names, in whichever of the two forms; undefined when it names none.
 */
export function namedCategories({
  special_ad_categories: many,
  special_ad_category: one,
}: Categories): string[] | undefined | CallError {
  const chosen = many ?? (one === undefined ? undefined : [one])
  if (chosen && chosen.length > 1 && chosen.includes('NONE')) {
    return invalidParameter('Param special_ad_categories must not name NONE beside another category')
  }
  return chosen
}

type Budgets = Pick<CampaignParams, 'daily_budget' | 'lifetime_budget'>

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
export const isNoCap = (cap: number | string): boolean => Number(cap) === limits.spendCapNone

/** What is wrong with the spend cap of a new campaign: a kind of campaign that takes none, or the amount. */
function newCapProblem(
  { spend_cap: cap, buying_type = 'AUCTION' }: CampaignParams,
  currency: string,
): CallError | undefined {
  if (cap !== undefined && buying_type !== 'AUCTION')
    return invalidParameter(`Param spend_cap is not available for a campaign bought as ${buying_type}`)
  return spendCapError(cap, currency)
}

/** What is wrong with a spend cap: it is below the worth of 100 US dollars (SIL-119). */
export function spendCapError(cap: number | string | undefined, currency: string): CallError | undefined {
  if (cap === undefined) return undefined
  const least = fromUsdCents(limits.spendCapUsdSubunitsMin, currency)
  if (BigInt(cap) >= BigInt(least)) return undefined
  return invalidParameter(`Param spend_cap must be ${least} or more in subunits of ${currency}, got ${cap}`)
}

/** What is wrong with a new campaign besides its categories. */
export function campaignError(
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
  return budgetError(params) ?? newCapProblem(params, account.currency)
}
