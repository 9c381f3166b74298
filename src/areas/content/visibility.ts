import { seesOf } from '../../graph/access/tasks.ts'
import type { Node, Seen } from '../../graph/seen.ts'
import { seesPost } from './post.ts'

/** Whether a node that exists is there for this caller: if not, it is answered like one that is missing. */
export function isVisible(seen: Seen, node: Node): boolean {
  if (node.kind === 'pages') return seesOf(seen, node.id, true)
  if (node.kind === 'posts') return seesPost(seen, node)
  if (node.kind !== 'photos' || seen.tx.find('users', node.owner)) return true
  return seesOf(seen, node.owner, node.published && node.privacy === 'EVERYONE')
}
