import { hasRoleIn } from '../../graph/access/roles.ts'
import { seesContentOf } from '../../graph/access/tasks.ts'
import type { Node, ReadContext } from '../../graph/context.ts'
import { seesPost } from './post.ts'

/** Whether the caller may see a node. A node that they may not see is answered like a missing one. */
export function isVisible(context: ReadContext, node: Node): boolean {
  if (node.kind === 'pages') return seesContentOf(context, node.id, true)
  if (node.kind === 'businesses') return hasRoleIn(context, node.id)
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
