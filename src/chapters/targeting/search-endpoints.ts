import { z } from '../../engine/schema/zod.ts'
import { type Access, adsAccessError, unownedAccess } from '../../service/access/access.ts'
import { type CallError, invalidParameter, isCallError } from '../../service/contract/errors.ts'
import { endpoint } from '../../service/routes/define.ts'
import type { ReadContext } from '../../service/routes/read-context.ts'
import { stubLine } from '../../service/stubs/stub-line.ts'
import { lastValue } from '../../service/values/sent-params.ts'
import { recordSchema } from '../../service/views/record.ts'
import { searchOptions } from './option-search.ts'
import { searchParams } from './search-params.ts'
import { targetingOptionView } from './targeting-option.ts'

/** The types of searches for pages, which no ads permission allows. */
const pageTypes: readonly unknown[] = ['page', 'place']

/**
 * The error of a search for pages. The words are those of the live service for an app without the feature
 * (https://github.com/arsduo/koala/issues/639).
 */
const pageSearchError = ({ caller }: ReadContext): CallError =>
  caller.app.publicContentAccess
    ? {
        ...invalidParameter('Unsupported get request: the search for pages is not simulated'),
        because: [
          `the search for pages is not simulated; ${stubLine({ kind: '', edge: 'search', method: 'GET' })}`,
        ],
      }
    : {
        code: 10,
        verbatim: true,
        message:
          "(#10) To use 'Page Public Content Access', your use of this endpoint must be reviewed and " +
          "approved by Facebook. To submit this 'Page Public Content Access' feature for review please " +
          'read our documentation on reviewable features: https://developers.facebook.com/docs/apps/review.',
        because: ['the app lacks the feature Page Public Content Access: createApp sets publicContentAccess'],
      }

/** Access with ads_read or ads_management. The options of targeting belong to no ad account. */
const searchesOptions: Access = {
  ...unownedAccess,
  surface: 'user',
  permissions: ['ads_read'],
  errorOf: (context, _account, _node, sent = {}) =>
    pageTypes.includes(lastValue(sent['type']))
      ? pageSearchError(context)
      : adsAccessError(context, undefined, false),
}

/**
 * Searches options of targeting: interests, other audiences, countries and some cities. The ids of audiences
 * are those of `searchTargeting`. A search by name returns the best match first. The answer has no paging:
 * `limit` is at most 1,000. A search for pages requires the feature Page Public Content Access of the app.
 */
export const searchTargetingOptions = endpoint({
  route: 'GET /search',
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
