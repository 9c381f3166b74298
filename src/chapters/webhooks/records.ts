import { z } from '../../engine/schema/zod.ts'
import { by, instant, rowId, table } from '../../engine/store/table.ts'
import { pageFields } from './page-fields.ts'
import { userFields } from './user-fields.ts'

/** The webhook of an app for a kind of object: its endpoint and its verification (SIL-162, SIL-163). */
export const webhooks = table({
  row: z.object({
    app: rowId('apps'),
    /** Null for a transport in the same process. */
    url: z.string().nullable(),
    verifyToken: z.string(),
    fields: z.array(z.enum([...pageFields, ...userFields])),
    /** The kind of object that it watches; absent for pages. */
    object: z.literal('user').optional(),
    /** `true` adds the new values to notices of people, which else have the names of the fields alone. */
    includeValues: z.boolean().optional(),
    /** Notices are queued only while it is active. */
    status: z.enum(['pending', 'active', 'failed']),
    createdTime: instant(),
  }),
  edges: {
    byApp: { owners: ({ app, object = 'page' }) => [[app, object]] },
    byObject: { owners: ({ object = 'page' }) => [[object]] },
    byField: { owners: ({ object = 'page', fields }) => fields.map((name) => [object, name]) },
  },
})

/** An app that is installed on a page, and so gets the notices of the page (HOK-004). */
export const installations = table({
  row: z.object({
    page: rowId('pages'),
    app: rowId('apps'),
    createdTime: instant(),
    /** The fields that the app subscribed to on the page; without them, all. */
    fields: z.array(z.enum(pageFields)).optional(),
  }),
  edges: {
    byPage: { owners: by('page') },
    byPageApp: { owners: by('page', 'app') },
    byField: { owners: ({ fields = [] }) => fields.map((name) => [name]) },
  },
})
