import { z } from '../../engine/zod.ts'
import { webLink } from '../../graph/values/links.ts'
import { isoTime } from '../../graph/values/times.ts'
import { field, type View } from '../../graph/views/fields.ts'
import type { ReelRow } from '../rows.ts'

/** The record of a reel (SIL-089). */
export const reelView = {
  name: 'Video',
  minimal: ['id', 'created_time', 'description'],
  fields: {
    id: field(z.string(), (reel: ReelRow) => String(reel.id)),
    created_time: field(z.string(), (reel: ReelRow) => isoTime(reel.createdTime)),
    description: field(z.string(), (reel: ReelRow) => reel.description),
    permalink_url: field(z.string(), (reel: ReelRow) => webLink(`/reel/${reel.id}`)),
  },
} satisfies View<ReelRow>
