import { heldTasks } from './access.ts'
import { maySeePost } from './model/post.ts'
import type { Node, Seen } from './seen.ts'

/**
 * Whether something of a page is there for this caller. A page that is not published, and what is not
 * public, are there only for those who hold a task on the page (SIL-050, SIL-052).
 */
function seesOf(seen: Seen, page: number, isPublic: boolean): boolean {
  const owner = seen.tx.find('pages', page)
  return owner !== undefined && ((owner.published && isPublic) || heldTasks(seen, page).length > 0)
}

/** Whether a node that exists is there for this caller: if not, it is answered like one that is missing. */
export function isVisible(seen: Seen, node: Node): boolean {
  if (node.kind === 'pages') return seesOf(seen, node.id, true)
  if (node.kind === 'posts') {
    // A post with a video is for those who administer the page (SIL-057).
    if (node.video && !heldTasks(seen, node.page).includes('MANAGE')) return false
    return maySeePost(node, seen) && seesOf(seen, node.page, node.published && node.privacy === 'EVERYONE')
  }
  if (node.kind !== 'photos' || seen.tx.find('users', node.owner)) return true
  return seesOf(seen, node.owner, node.published && node.privacy === 'EVERYONE')
}
