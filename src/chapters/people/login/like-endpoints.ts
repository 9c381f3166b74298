import { z } from '../../../engine/schema/zod.ts'
import { alsoByApp, lists, ownAccess } from '../../../service/access/ownership.ts'
import { endpoint } from '../../../service/routes/define.ts'
import type { ReadContext } from '../../../service/routes/read-context.ts'
import { isoTime } from '../../../service/values/times.ts'
import { borrowedFields } from '../../../service/views/borrowed-fields.ts'
import { field } from '../../../service/views/fields.ts'
import { listResult } from '../../../service/views/results.ts'
import type { View } from '../../../service/views/view.ts'
import type { PageLikeRow } from '../../rows.ts'
import { pageView } from '../views.ts'

/** A page in the list of those that a person likes. */
const likedPageView = {
  name: 'Page',
  minimal: ['name', 'id', 'created_time'],
  fields: {
    ...borrowedFields(pageView.fields, ({ page }: PageLikeRow, { tx }: ReadContext) =>
      tx.find('pages', page),
    ),
    /** When the person liked the page. */
    created_time: field(z.string(), ({ createdTime }: PageLikeRow) => isoTime(createdTime)),
  },
} satisfies View<PageLikeRow>

/**
 * Lists the pages that a person likes, the newest like first. Requires their user token, or the application
 * token of an app that they use. Without the permission user_likes, the list is empty.
 */
export const listUserLikes = endpoint({
  route: 'GET /{user}/likes',
  source: 'https://developers.facebook.com/docs/graph-api/reference/user/likes/',
  access: alsoByApp(ownAccess()),
  ...listResult(likedPageView),
  run(context) {
    const { user, pageOf } = context
    if (!lists(context, 'user_likes')) return { data: [], paging: {} }
    return pageOf({ table: 'pageLikes', edge: 'byUser', owner: [user.id] }, likedPageView)
  },
})
