import type { AnyRow, RowOf } from '../engine/table.ts'
import { heldTasks } from './access.ts'
import type { Photo } from './model/photo.ts'
import { maySeePost, type Post } from './model/post.ts'
import type { Tables } from './model/tables.ts'
import type { Seen } from './seen.ts'

type Page = RowOf<Tables, 'pages'>

/** A page that is not published is there only for those who hold a task on it (SIL-050). */
const seesPage = (seen: Seen, page: Page | undefined): boolean =>
  page !== undefined && (page.published || heldTasks(seen, page.id).length > 0)

/** What is not public is there only for those who hold a task on the page (SIL-052). */
const seesUnpublished = (seen: Seen, page: number, published: boolean): boolean =>
  published || heldTasks(seen, page).length > 0

const rules: Readonly<Record<string, (seen: Seen, row: AnyRow) => boolean>> = {
  pages: (seen, row) => seesPage(seen, row as Page),
  photos(seen, row) {
    const { owner, published, privacy } = row as Photo
    if (!seen.tx.find('pages', owner)) return true
    return (
      seesPage(seen, seen.tx.find('pages', owner)) &&
      seesUnpublished(seen, owner, published && privacy === 'EVERYONE')
    )
  },
  posts(seen, row) {
    const post = row as Post
    if (!maySeePost(post, seen)) return false
    return (
      seesPage(seen, seen.tx.find('pages', post.page)) && seesUnpublished(seen, post.page, post.published)
    )
  },
}

/** Whether a node that exists is there for this caller: if not, it is answered like one that is missing. */
export function isVisible(seen: Seen, row: AnyRow): boolean {
  return rules[row.kind]?.(seen, row) ?? true
}
