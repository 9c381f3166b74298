import { z } from '../../engine/schema/zod.ts'
import { readsAds } from '../../service/access/access.ts'
import { isCallError } from '../../service/contract/errors.ts'
import { limits } from '../../service/contract/limits.ts'
import { endpoint } from '../../service/routes/define.ts'
import { list, object } from '../../service/values/compounds.ts'
import { defaulted, integer, text } from '../../service/values/scalars.ts'
import { pagingParams } from '../../service/views/paging.ts'
import { recordSchema } from '../../service/views/record.ts'
import { audienceView, listedAudience, type TargetingAudience } from './audience.ts'
import { limitTypeParam, localeParam, searchParam } from './audience-params.ts'
import { validateAudiences } from './audience-validation.ts'
import { browseAudiences, searchAudiences, suggestAudiences } from './audiences.ts'

// The four operations of TGT-001.
const chapter = 'Endpoints › Detailed targeting'
// TGT-012: the lists have no paging.
const audienceList = z.object({
  /** The audiences. */
  data: z.array(recordSchema(audienceView)),
})
const targetingEntry = object({
  /** The kind of the audience. */
  type: text,
  /** The id of the audience. */
  id: text,
})

/**
 * Searches audiences by name and path, without regard to case and accents (TGT-016). Audiences of four types
 * with fewer than 2,000 people are left out unless `limit_type` names their type.
 */
export const searchTargeting = endpoint({
  route: 'GET /act_{adAccount}/targetingsearch', // TGT-011
  chapter,
  access: readsAds,
  errors: [100, 190, 200], // TGT-048
  params: z.object({
    /** The text to search for. */
    q: searchParam, // TGT-017, TGT-018
    /** The most audiences to return. */
    limit: pagingParams.limit, // TGT-019, SIL-136
    /** The only kind of audience to return. */
    limit_type: limitTypeParam.optional(), // TGT-020, TGT-021
    /** The locale of names and categories. By default that of the ad account. */
    locale: localeParam.optional(), // TGT-022
  }),
  view: audienceView,
  result: audienceList,
  run({ adAccount, params, tx, show }) {
    // TGT-023: the default is the locale of the ad account.
    const { q, limit, limit_type: limitType, locale = adAccount.locale } = params
    const found = searchAudiences(tx, { text: q, locale, limitType, limit })
    return { data: found.map((audience) => show(audienceView, listedAudience(audience, locale))) }
  },
})

/** Suggests audiences of the same categories as those of a list (TGT-024): 30 unless `limit` is given. */
export const suggestTargeting = endpoint({
  route: 'GET /act_{adAccount}/targetingsuggestions', // TGT-011
  chapter,
  access: readsAds,
  errors: [100, 190, 200], // TGT-048
  params: z.object({
    /** The audiences to find similar ones for. */
    targeting_list: list(targetingEntry), // TGT-025, TGT-026
    // TGT-027, TGT-028, TGT-029, LIM-004, LIM-005; a larger limit is refused (SIL-136).
    /** The most audiences to return. */
    limit: defaulted(
      integer(1, limits.targetingSuggestionsLimitMax),
      limits.targetingSuggestionsLimitDefault,
    ),
    /** The only kind of audience to return. */
    limit_type: limitTypeParam.optional(), // TGT-030
    /** The locale of names and categories. By default that of the ad account. */
    locale: localeParam.optional(), // TGT-031
  }),
  view: audienceView,
  result: audienceList,
  run({ adAccount, params, tx, refuse, show }) {
    const { targeting_list: targetingList, limit, limit_type: limitType, locale = adAccount.locale } = params
    if (targetingList.length === 0) return refuse(100, 'Param targeting_list must name an audience')
    const suggestions = suggestAudiences(tx, { targetingList, limitType, limit })
    return { data: suggestions.map((audience) => show(audienceView, listedAudience(audience, locale))) }
  },
})

/**
 * Shows the taxonomy, each audience with its description, without those that only a search finds (TGT-032).
 */
export const browseTargeting = endpoint({
  route: 'GET /act_{adAccount}/targetingbrowse', // TGT-011
  chapter,
  access: readsAds,
  errors: [100, 190, 200], // TGT-048
  params: z.object({
    /** The only kind of audience to return. */
    limit_type: limitTypeParam.optional(), // TGT-033
    /** The locale of names and categories. By default that of the ad account. */
    locale: localeParam.optional(), // TGT-034
  }),
  view: audienceView,
  result: audienceList,
  run({ adAccount, params, tx, show }) {
    const { limit_type: limitType, locale = adAccount.locale } = params
    const describedAudience = (audience: TargetingAudience) => ({
      ...listedAudience(audience, locale),
      description: audience.description, // TGT-008
    })
    const audiences = browseAudiences(tx, limitType)
    return { data: audiences.map((audience) => show(audienceView, describedAudience(audience))) }
  },
})

/**
 * Validates audiences (TGT-036): by type and id, by id alone, or by the name of an interest. An id alone
 * must identify exactly one audience, otherwise the call is refused. Remove invalid audiences from the
 * targeting of an ad set (TGT-047).
 */
export const validateTargeting = endpoint({
  route: 'GET /act_{adAccount}/targetingvalidation', // TGT-011
  chapter,
  access: readsAds,
  errors: [100, 190, 200], // TGT-048
  params: z.object({
    /** The audiences to validate. One of the three lists is required; this one is preferred. */
    targeting_list: list(targetingEntry).optional(), // TGT-037
    /** The ids of audiences to validate. Each must identify one audience. */
    id_list: list(text, { split: true }).optional(), // TGT-038
    /** The names of interests to validate, in any letter case. */
    name_list: list(text).optional(), // TGT-040
    /** The locale of names and categories. By default that of the ad account. */
    locale: localeParam.optional(), // TGT-043
  }),
  view: audienceView,
  result: z.object({
    /** The audiences with `valid`. One that is not valid may have only `id`, `type` and `valid`. */
    data: z.array(recordSchema(audienceView).partial()),
  }),
  run({ adAccount, params, tx, refuse, refuseFor, show }) {
    const { locale = adAccount.locale, ...lists } = params
    // TGT-044
    if (!Object.values(lists).some((entries) => entries && entries.length > 0)) {
      return refuse(100, 'One of the parameters targeting_list, id_list and name_list must name an audience')
    }
    const items = validateAudiences(tx, lists, locale)
    if (isCallError(items)) return refuseFor(items)
    return { data: items.map((audience) => show(audienceView, audience)) }
  },
})
