import { z } from '../../engine/schema/zod.ts'
import { asApplication } from '../../service/access/access.ts'
import { limits } from '../../service/contract/limits.ts'
import { endpoint } from '../../service/routes/define.ts'
import { defaulted, integer, oneOf, scalar, text } from '../../service/values/scalars.ts'
import { datetime } from '../../service/values/times.ts'
import { listOf, pagingParams } from '../../service/views/paging.ts'
import { recordSchema } from '../../service/views/record.ts'
import { searchCostError } from './search-cost.ts'
import { threatIndicatorView, threatName } from './threat-indicator.ts'
import { foundIndicators } from './threat-search.ts'

const chapter = 'Endpoints › Threat indicators'

// THR-022: every value but true, such as TRUE, is false (SIL-176).
const isTrue = scalar<boolean, boolean | string>(
  'true, or anything else for false',
  (raw) => raw === true || raw === 'true',
  { type: 'boolean' },
)

/**
 * Searches indicators of compromise with an application token, which sees all of them (THR-016, SIL-180). A
 * search with a text lists the best match first, any other search the newest indicator first (SIL-175).
 */
export const searchThreatIndicators = endpoint({
  route: 'GET /threat_indicators',
  chapter,
  access: asApplication, // THR-001, THR-017; the contract lists no errors (THR-034)
  params: z.object({
    ...pagingParams,
    // THR-018, THR-019, LIM-003; a larger limit is refused and not cut (SIL-178).
    /** The most indicators on a page of the list: at most 1,000. */
    limit: defaulted(integer(1, limits.threatIndicatorsLimitMax), limits.listLimitDefault),
    /** The text to search for, in any field; such as the hash of a file. */
    text: text.optional(), // THR-020
    /** `true` finds no approximate matches of `text`. */
    strict_text: isTrue.optional(), // THR-021
    /** The type of the indicators to find, such as IP_ADDRESS. */
    type: threatName.optional(), // THR-027
    /** The broad type of threat to find. */
    threat_type: threatName.optional(), // THR-026
    /** Finds indicators collected after this time. */
    since: datetime.optional(), // THR-028
    /** Finds indicators collected before this time. */
    until: datetime.optional(), // THR-029
    /** The order: by similarity to `text`, or by the time of collection. */
    sort_by: defaulted(oneOf(['RELEVANCE', 'CREATE_TIME']), 'RELEVANCE'), // THR-024, THR-025
    /** The direction of the order. */
    sort_order: defaulted(oneOf(['ASCENDING', 'DESCENDING']), 'DESCENDING'), // THR-023, THR-031
  }),
  view: threatIndicatorView, // THR-030
  result: listOf(recordSchema(threatIndicatorView)), // THR-032
  run({ params, tx, pageOf, refuseFor }) {
    const { strict_text: strict = false, type, threat_type: threatType, since, until } = params
    // An empty text counts as no text.
    const sought = params.text || undefined
    const found = foundIndicators(tx, {
      text: sought,
      strict,
      type,
      threatType,
      since,
      until,
      byRelevance: params.sort_by === 'RELEVANCE',
      descending: params.sort_order === 'DESCENDING',
    })
    const page = pageOf(found, threatIndicatorView)
    // A search by time looks through indicators while its page is read, so the error is known only now.
    const error = sought === undefined ? undefined : searchCostError(tx)
    return error ? refuseFor(error) : page
  },
})
