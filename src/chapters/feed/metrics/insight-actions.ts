import { z } from '../../../engine/schema/zod.ts'
import { bounds } from '../../../service/contract/bounds.ts'
import { action } from '../../../service/routes/define.ts'
import { nodeId } from '../../../service/values/references.ts'
import { integer, oneOf } from '../../../service/values/scalars.ts'
import { datetime, dayOf } from '../../../service/values/times.ts'
import { isMetric, metrics } from './metrics.ts'

/**
 * Adds to a metric of a page or a post on a day, today unless `date` names another. The insights of the page
 * or the post show it.
 */
export const recordInsights = action({
  chapter: 'Beyond the description',
  params: z.object({
    /** The id of the page or the post. */
    object: nodeId,
    /** The metric, such as `page_impressions` or `post_clicks`. */
    metric: oneOf(metrics),
    /** The day, in UTC. */
    date: datetime.optional(),
    /** The number that the metric rises by. */
    value: integer(0, bounds.adCountMax),
  }),
  run({ params, tx, refuse }) {
    const { object, metric, date = tx.now, value } = params
    const node = tx.node(object)
    if (node?.kind !== 'pages' && node?.kind !== 'posts')
      return refuse(`Param object must be the id of an existing page or post, got ${object}`)
    const kind = node.kind === 'pages' ? 'page' : 'post'
    if (!isMetric(kind, metric)) return refuse(`Param metric must be a metric of a ${kind}, got ${metric}`)
    if (date > tx.now) return refuse('Param date must not lie in the future')
    const day = dayOf(date)
    const range = { from: [day], below: [day + 1], limit: 1 }
    const [known] = tx.list('metricValues', 'byMetric', [object, metric], range)
    if (known) tx.patch('metricValues', known.id, { value: known.value + value })
    else tx.insert('metricValues', { object, metric, day, value })
    return { success: true }
  },
})
