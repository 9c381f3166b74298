import { z } from 'zod'
import { instant, type RowOf, rowId, table } from '../../engine/table.ts'
import { field, type View } from '../../graph/views/fields.ts'
import { webLink } from '../../graph/values/links.ts'
import { isoTime } from '../../graph/values/times.ts'
import type { Tables } from '../tables.ts'

/** A reel of a page: a short video that stands in no feed. */
export const reels = table({
  row: z.object({ page: rowId('pages'), createdTime: instant(), description: z.string().optional() }),
  edges: { byPage: { owners: ({ page }) => [[page]], order: ({ createdTime }) => [createdTime] } },
})

/** A row of a reel. */
export type Reel = RowOf<Tables, 'reels'>

/** A reel as it is read (SIL-089). */
export const reelView = {
  name: 'Video',
  minimal: ['id', 'created_time', 'description'],
  fields: {
    id: field(z.string(), (reel: Reel) => String(reel.id)),
    created_time: field(z.string(), (reel: Reel) => isoTime(reel.createdTime)),
    description: field(z.string(), (reel: Reel) => reel.description),
    permalink_url: field(z.string(), (reel: Reel) => webLink(`/reel/${reel.id}`)),
  },
} satisfies View<Reel>
