import { type CallError, invalidParameter } from '../../graph/contract/errors.ts'
import { since } from '../../graph/contract/versions.ts'
import type { CampaignParams } from './campaign-params.ts'

type CategoryParams = Pick<CampaignParams, 'special_ad_categories' | 'special_ad_category'>

/**
 * Returns the special ad categories of a new campaign, or the error. From version 7.0 the list is required
 * (CAM-089, CAM-090, CAM-117; SIL-116).
 */
export function newCampaignCategories(params: CategoryParams, version: string): string[] | CallError {
  if (params.special_ad_categories === undefined && since('specialAdCategoriesRequired', version)) {
    return invalidParameter(
      'The parameter special_ad_categories is required: send NONE or an empty list when none applies',
    )
  }
  return namedCategories(params) ?? []
}

/**
 * Returns the special ad categories that a call names, by the list or by the older single value; undefined if
 * it names none, or the error. NONE cannot be combined with another category (CAM-091, CAM-115, CAM-116).
 */
export function namedCategories({
  special_ad_categories: list,
  special_ad_category: single,
}: CategoryParams): string[] | undefined | CallError {
  const categories = list ?? (single === undefined ? undefined : [single])
  if (categories && categories.length > 1 && categories.includes('NONE'))
    return invalidParameter('Param special_ad_categories must not name NONE beside another category')
  return categories
}
