import { readBy } from '../../engine/schema/schema.ts'
import { type CallError, invalidParameter, parameterError } from '../../service/contract/errors.ts'
import { since } from '../../service/contract/versions.ts'
import { oneOf } from '../../service/values/scalars.ts'
import { specialAdCategories } from '../ads/campaign-values.ts'
import type { CampaignParams, UpdateParams } from './campaign-params.ts'

type CategoryParams = Pick<UpdateParams, 'special_ad_categories' | 'special_ad_category'>

const oldCategory = oneOf(specialAdCategories)

/**
 * Returns the special ad categories of a new campaign, or the error. From version 7.0 the list is required,
 * and the older single value is ignored, whatever it is (CAM-089, CAM-090, CAM-117; SIL-116).
 */
export function newCampaignCategories(params: CampaignParams, version: string): string[] | CallError {
  const { special_ad_categories: list, special_ad_category: single } = params
  if (since('specialAdCategoriesRequired', version)) {
    const required =
      'The parameter special_ad_categories is required: send NONE or an empty list when none applies'
    return list === undefined
      ? invalidParameter(required)
      : (namedCategories({ special_ad_categories: list }) ?? [])
  }
  const read = readBy(oldCategory.optional(), single)
  if (!read.success)
    return parameterError({
      issues: read.error.issues.map(({ message }) => ({ path: ['special_ad_category'], message })),
    })
  return namedCategories({ special_ad_categories: list, special_ad_category: read.data }) ?? []
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
