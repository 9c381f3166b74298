import { z } from 'zod'
import { asApplication } from '../../graph/access/access.ts'
import { limits } from '../../graph/contract/limits.ts'
import { endpoint } from '../../graph/define.ts'
import { defaulted, integer, oneOf, scalar, text } from '../../graph/values/scalars.ts'
import { datetime } from '../../graph/values/times.ts'
import { listOf, pagingParams } from '../../graph/views/paging.ts'
import { recordSchema } from '../../graph/views/record.ts'
import { threatIndicatorView, threatName } from './threat-indicator.ts'
import { foundIndicators } from './threat-search.ts'

const chapter = 'Endpoints › Threat indicators'

const isTrue = scalar<boolean, boolean | string>(
  'true, or anything else for false',
  (raw) => raw === true || raw === 'true',
  { type: 'boolean' },
)

/**
 * Searches indicators of compromise with the token of an application, which sees them all. By time a search
 * lists the newest first, and by relevance, which is the standard where there is a text, the best match.
 */
export const searchThreatIndicators = endpoint({
  route: 'GET /threat_indicators',
  chapter,
  access: asApplication,
  errors: [],
  params: z.object({
    ...pagingParams,
    limit: defaulted(integer(1, limits.threatIndicatorsLimitMax), limits.listLimitDefault),
    text: text.optional(),
    strict_text: isTrue.optional(),
    type: threatName.optional(),
    threat_type: threatName.optional(),
    since: datetime.optional(),
    until: datetime.optional(),
    sort_by: defaulted(oneOf(['RELEVANCE', 'CREATE_TIME']), 'RELEVANCE'),
    sort_order: defaulted(oneOf(['ASCENDING', 'DESCENDING']), 'DESCENDING'),
  }),
  view: threatIndicatorView,
  result: listOf(recordSchema(threatIndicatorView)),
  run({ params, tx, pageOf }) {
    const { text: sought, strict_text: strict = false, type, threat_type: threatType, since, until } = params
    const found = foundIndicators(tx, {
      // An empty text seeks nothing in particular.
      text: sought || undefined,
      strict,
      type,
      threatType,
      since,
      until,
      byRelevance: params.sort_by === 'RELEVANCE',
      descending: params.sort_order === 'DESCENDING',
    })
    return pageOf(found, threatIndicatorView)
  },
})
