import { type Access, pageAccess } from '../../service/access/access.ts'
import { alsoWith } from '../../service/access/live-access.ts'
import { pageTasks } from '../people/records.ts'

/** Access to read the Instagram account of a page, with a task on the page. */
export const readsInstagram: Access = alsoWith(
  pageAccess({ tasks: pageTasks, permissions: ['pages_read_engagement'] }),
  'instagram_basic',
)

/** Access to publish on the Instagram account of a page. */
export const publishesInstagram: Access = alsoWith(
  pageAccess({
    tasks: ['CREATE_CONTENT'],
    permissions: ['pages_read_engagement', 'pages_manage_posts'],
    writes: true,
  }),
  'instagram_content_publish',
)
