import { z } from '../../engine/schema/zod.ts'
import { webLink } from '../../service/values/links.ts'
import { isoTime } from '../../service/values/times.ts'
import { field } from '../../service/views/fields.ts'
import type { View } from '../../service/views/view.ts'
import type { ReelRow } from '../rows.ts'

/** The record of a reel (SIL-089). */
export const reelView = {
  name: 'Video',
  minimal: ['id', 'created_time', 'description'],
  fields: {
    id: field(z.string(), (reel: ReelRow) => String(reel.id)),
    /** When the reel was added. */
    created_time: field(z.string(), (reel: ReelRow) => isoTime(reel.createdTime)),
    /** The text of the reel. Missing without one. */
    description: field(z.string(), (reel: ReelRow) => reel.description),
    /** The permanent URL of the reel. */
    permalink_url: field(z.string(), (reel: ReelRow) => webLink(`/reel/${reel.id}`)),
  },
} satisfies View<ReelRow>
