import { z } from 'zod'
import { instant, rowId, table } from '../../engine/table.ts'

/** What an app can be told of: the contract shows this one kind of event (chapter Events). */
export const webhookFields = ['leadgen'] as const

/** Where an app is told of events, and whether that was verified (SIL-162, SIL-163). */
export const webhooks = table({
  row: z.object({
    app: rowId('apps'),
    /** Null is a sink in the process of the world. */
    url: z.string().nullable(),
    verifyToken: z.string(),
    fields: z.array(z.enum(webhookFields)),
    /** Notices queue only while it is active. */
    status: z.enum(['pending', 'active', 'failed']),
    createdTime: instant(),
  }),
  edges: { byApp: { owners: ({ app }) => [[app]] } },
})

/** An app that is installed on a page, and so is told of what happens there. */
export const installations = table({
  row: z.object({ page: rowId('pages'), app: rowId('apps'), createdTime: instant() }),
  edges: {
    byPage: { owners: ({ page }) => [[page]] },
    byPageApp: { owners: ({ page, app }) => [[page, app]] },
  },
})

/** A kind of event that an app can be told of. */
export type WebhookField = (typeof webhookFields)[number]
