import { type CallError, invalidParameter } from '../../graph/contract/errors.ts'
import { since } from '../../graph/contract/versions.ts'
import type { CampaignParams } from './campaign-params.ts'

export type CategoryParams = Pick<CampaignParams, 'special_ad_categories' | 'special_ad_category'>

/** The special ad categories of a new campaign, in the form that its version asks for (SIL-116). */
export function newCampaignCategories(params: CampaignParams, version: string): string[] | CallError {
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
}: CategoryParams): string[] | undefined | CallError {
  const chosen = many ?? (one === undefined ? undefined : [one])
  if (chosen && chosen.length > 1 && chosen.includes('NONE')) {
    return invalidParameter('Param special_ad_categories must not name NONE beside another category')
  }
  return chosen
}
