import { z } from 'zod'
import { readsAds } from '../../graph/access/access.ts'
import { isCallError } from '../../graph/contract/errors.ts'
import { limits } from '../../graph/contract/limits.ts'
import { endpoint } from '../../graph/define.ts'
import { list, object } from '../../graph/values/compounds.ts'
import { defaulted, integer, text } from '../../graph/values/scalars.ts'
import { pagingParams } from '../../graph/views/paging.ts'
import { recordSchema } from '../../graph/views/record.ts'
import { type Audience, audienceView, listed } from './audience.ts'
import { limitTypeParam, localeParam, searchParam } from './audience-params.ts'
import { browsedAudiences, searchAudiences } from './audience-search.ts'
import { suggestedAudiences } from './audience-suggestions.ts'
import { validatedAudiences } from './audience-validation.ts'

const chapter = 'Endpoints › Detailed targeting'
const audienceList = z.object({ data: z.array(recordSchema(audienceView)) })
const named = object({ type: text, id: text })

/**
 * Searches audiences by name and path, without regard to case and accents. Audiences of fewer than 2000
 * people are left out of four types unless `limit_type` names the type.
 */
export const searchTargeting = endpoint({
  route: 'GET /act_{adAccount}/targetingsearch',
  chapter,
  access: readsAds,
  errors: [100, 190, 200],
  params: z.object({
    q: searchParam,
    limit: pagingParams.limit,
    limit_type: limitTypeParam.optional(),
    locale: localeParam.optional(),
  }),
  view: audienceView,
  result: audienceList,
  run({ adAccount, params, tx, show }) {
    const { q, limit, limit_type: limitType, locale = adAccount.locale } = params
    const found = searchAudiences(tx, { text: q, locale, limitType, limit })
    return { data: found.map((audience) => show(audienceView, listed(audience, locale))) }
  },
})

/** Suggests audiences of the same categories as those given: 30, or as many as asked for up to 45. */
export const suggestTargeting = endpoint({
  route: 'GET /act_{adAccount}/targetingsuggestions',
  chapter,
  access: readsAds,
  errors: [100, 190, 200],
  params: z.object({
    targeting_list: list(named),
    limit: defaulted(
      integer(1, limits.targetingSuggestionsLimitMax),
      limits.targetingSuggestionsLimitDefault,
    ),
    limit_type: limitTypeParam.optional(),
    locale: localeParam.optional(),
  }),
  view: audienceView,
  result: audienceList,
  run({ adAccount, params, tx, refuse, show }) {
    const { targeting_list: given, limit, limit_type: limitType, locale = adAccount.locale } = params
    if (given.length === 0) return refuse(100, 'Param targeting_list must name an audience')
    const found = suggestedAudiences(tx, { given, limitType, limit })
    return { data: found.map((audience) => show(audienceView, listed(audience, locale))) }
  },
})

/** Shows the taxonomy, each audience with its description: everything but what only a search finds. */
export const browseTargeting = endpoint({
  route: 'GET /act_{adAccount}/targetingbrowse',
  chapter,
  access: readsAds,
  errors: [100, 190, 200],
  params: z.object({ limit_type: limitTypeParam.optional(), locale: localeParam.optional() }),
  view: audienceView,
  result: audienceList,
  run({ adAccount, params, tx, show }) {
    const { limit_type: limitType, locale = adAccount.locale } = params
    const described = (audience: Audience) => ({
      ...listed(audience, locale),
      description: audience.description,
    })
    return { data: browsedAudiences(tx, limitType).map((one) => show(audienceView, described(one))) }
  },
})

/**
 * Validates audiences: by type and id, by id alone, or by the name of an interest. An id alone must identify
 * exactly one audience, else the call is refused. Remove what is not valid from the targeting of an ad set.
 */
export const validateTargeting = endpoint({
  route: 'GET /act_{adAccount}/targetingvalidation',
  chapter,
  access: readsAds,
  errors: [100, 190, 200],
  params: z.object({
    targeting_list: list(named).optional(),
    id_list: list(text, { split: true }).optional(),
    name_list: list(text).optional(),
    locale: localeParam.optional(),
  }),
  view: audienceView,
  result: z.object({ data: z.array(recordSchema(audienceView).partial()) }),
  run({ adAccount, params, tx, refuse, refuseFor, show }) {
    const { locale = adAccount.locale, ...lists } = params
    if (!Object.values(lists).some((entries) => entries && entries.length > 0)) {
      return refuse(100, 'One of the parameters targeting_list, id_list and name_list must name an audience')
    }
    const said = validatedAudiences(tx, lists, locale)
    if (isCallError(said)) return refuseFor(said)
    return { data: said.map((audience) => show(audienceView, audience)) }
  },
})
