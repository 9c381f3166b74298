import { z } from '../../engine/schema/zod.ts'
import type { ReadContext } from '../../service/routes/read-context.ts'
import { field } from '../../service/views/fields.ts'
import type { PostRow } from '../rows.ts'
import { photoappEligibility } from './metrics/post-insights.ts'
import { fullPictureOf } from './post-attachments.ts'

const onRequest = { beyond: true, onRequest: true } as const

const Optimized = z.object({ multi_share_optimized: z.boolean() })

/** Whether the timeline of a page shows a post. A post that is not published has no place there. */
function timelineVisibility({ published, hidden }: PostRow): string {
  if (!published) return 'no timeline unit for this post'
  return hidden ? 'hidden' : 'normal'
}

/** The fields of a post that only a request shows; all beyond the description (SIL-189). */
export const livePostFields = {
  /** The URL of a picture, the same as `full_picture`. Missing without a picture. */
  picture: field(z.string(), (post: PostRow, { tx }: ReadContext) => fullPictureOf(tx, post), onRequest),
  /** The status of the promotion: always `inactive`, because nothing promotes posts. */
  promotion_status: field(z.string(), () => 'inactive', onRequest),
  /** Whether the timeline of the page shows the post: `normal`, `hidden`, or why there is none. */
  timeline_visibility: field(z.string(), timelineVisibility, onRequest),
  /** Whether the carousel of the post ends with a card of the page. Missing for other posts. */
  multi_share_end_card: field(z.boolean(), ({ endCard }: PostRow) => endCard, onRequest),
  /** Whether the service may order the items of the carousel in an ad. Missing for other posts. */
  multi_share_optimized: field(
    z.boolean(),
    ({ given }: PostRow) => Optimized.safeParse(given).data?.multi_share_optimized,
    onRequest,
  ),
  /** Whether Instagram can promote the post. */
  is_instagram_eligible: field(
    z.boolean(),
    (post: PostRow) => photoappEligibility(post) === 'eligible',
    onRequest,
  ),
}
