import { z } from '../../../engine/schema/zod.ts'
import { type Access, adsAccessError, unownedAccess } from '../../../graph/access/access.ts'
import { isCallError } from '../../../graph/contract/errors.ts'
import { endpoint } from '../../../graph/routes/define.ts'
import { recordSchema } from '../../../graph/views/record.ts'
import { searchOptions } from './option-search.ts'
import { searchParams } from './search-params.ts'
import { targetingOptionView } from './targeting-option.ts'

/** Access with ads_read or ads_management. The options of targeting belong to no ad account. */
const searchesOptions: Access = {
  ...unownedAccess,
  surface: 'user',
  permissions: ['ads_read'],
  errorOf: (context) => adsAccessError(context, undefined, false),
}

/**
 * Searches options of targeting: interests, other audiences and countries. The ids of audiences are those of
 * `searchTargeting`. A search by name returns the best match first. The answer has no paging: `limit` is at
 * most 1,000.
 */
export const searchTargetingOptions = endpoint({
  route: 'GET /search',
  chapter: 'Beyond the description',
  source: 'https://developers.facebook.com/docs/marketing-api/audiences/reference/targeting-search/',
  access: searchesOptions,
  params: searchParams,
  view: targetingOptionView,
  result: z.object({
    /** The options. Each type of search shows some of the members. */
    data: z.array(recordSchema(targetingOptionView).partial()),
  }),
  run({ params, tx, refuseFor, show }) {
    const found = searchOptions(tx, params)
    if (isCallError(found)) return refuseFor(found)
    return { data: found.map((option) => show(targetingOptionView, option)) }
  },
})
