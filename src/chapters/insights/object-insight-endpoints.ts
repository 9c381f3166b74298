import { alsoWith } from '../../service/access/live-access.ts'
import { isCallError } from '../../service/contract/errors.ts'
import { endpoint } from '../../service/routes/define.ts'
import { postId } from '../../service/values/ids.ts'
import { mustBePageToken, pageTokenAccess } from '../people/page-access.ts'
import { ObjectInsights, objectInsightParams, objectInsights } from './object-insights.ts'

const source = 'https://developers.facebook.com/docs/graph-api/reference/insights/'

const readsInsights = alsoWith(
  pageTokenAccess(
    {
      tasks: ['MANAGE', 'CREATE_CONTENT', 'MODERATE', 'ADVERTISE'],
      permissions: ['pages_read_engagement'],
    },
    mustBePageToken,
  ),
  'read_insights',
)

/**
 * Reads insights of a page, as `recordInsights` recorded them: a value for each day, which counts the day,
 * the week or the 28 days before its end. Days are those of UTC. Requires a page token.
 */
export const listPageInsights = endpoint({
  route: 'GET /{page}/insights',
  source,
  access: readsInsights,
  params: objectInsightParams,
  result: ObjectInsights,
  run(context) {
    const { page, params, refuseFor } = context
    const insights = objectInsights(context, { id: page.id, name: String(page.id) }, 'page', params)
    return isCallError(insights) ? refuseFor(insights) : insights
  },
})

/** Reads insights of a post, as `recordInsights` recorded them: by default of its lifetime. */
export const listPostInsights = endpoint({
  route: 'GET /{post}/insights',
  source,
  access: readsInsights,
  params: objectInsightParams,
  result: ObjectInsights,
  run(context) {
    const { post, params, refuseFor } = context
    const insights = objectInsights(context, { id: post.id, name: postId(post) }, 'post', params)
    return isCallError(insights) ? refuseFor(insights) : insights
  },
})
