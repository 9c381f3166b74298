import { heldTasks, instagramAccountOf, seesContentOf } from '../../service/access/access.ts'
import { hasRoleIn } from '../../service/access/roles.ts'
import type { Node } from '../../service/routes/context.ts'
import type { ReadContext } from '../../service/routes/read-context.ts'
import type { VideoRow } from '../rows.ts'
import { seesPost } from './post.ts'

/** Whether everyone sees a video: a scheduled one from its time on. */
export const isPublicVideo = ({ publishTime }: VideoRow, now: number): boolean =>
  publishTime !== null && publishTime <= now

/** Whether the caller sees a video. Nobody does before it is uploaded. */
const seesVideo = (context: ReadContext, video: VideoRow): boolean =>
  video.upload === undefined && seesContentOf(context, video.page, isPublicVideo(video, context.now))

/** Whether the caller may see a node. A node that they may not see is answered like a missing one. */
export function isVisible(context: ReadContext, node: Node): boolean {
  if (node.kind === 'users' || node.kind === 'catalogs') return node.deleted !== true
  if (node.kind === 'eventSources') return node.type === 'pixel'
  if (node.kind === 'pages') return seesContentOf(context, node.id, true)
  const account = instagramAccountOf(context.tx, node)
  if (account) return heldTasks(context, account.page).length > 0
  if (node.kind === 'businesses') return hasRoleIn(context, node.id)
  if (node.kind === 'videos') return seesVideo(context, node)
  if (node.kind === 'albums') return seesContentOf(context, node.page, true)
  if (node.kind === 'posts') return seesPost(context, node)
  if (node.kind === 'comments' || node.kind === 'likes') {
    const post = context.tx.find('posts', node.post)
    const isHidden = node.kind === 'comments' && node.hidden === true
    return post !== undefined && seesPost(context, post) && (!isHidden || context.caller.kind === 'page')
  }
  if (node.kind !== 'photos' || context.tx.find('users', node.owner)) return true
  return seesContentOf(context, node.owner, node.published && node.privacy === 'EVERYONE')
}
