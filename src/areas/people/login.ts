import { z } from 'zod'
import { instant, rowId, table } from '../../engine/table.ts'
import { privacyLevels } from './privacy.ts'

/** Who sits at the authorization window of an app, and what he answers there: one row of each app. */
export const consents = table({
  row: z.object({
    app: rowId('apps'),
    user: rowId('users'),
    /** Whether he lets the app in at all. */
    granted: z.boolean(),
    /** The permissions that he grants of those that are asked for; null grants them all. */
    scopes: z.array(z.string()).nullable(),
    /** The most open privacy that he grants. */
    privacy: z.enum(privacyLevels),
  }),
  edges: { byApp: { owners: ({ app }) => [[app]] } },
})

/** A code that the authorization window gave out. The exchange for a token takes it away. */
export const authorizationCodes = table({
  row: z.object({
    code: z.string(),
    app: rowId('apps'),
    user: rowId('users'),
    scopes: z.array(z.string()),
    privacy: z.enum(privacyLevels),
    /** Where it was sent: who exchanges it has to name the same address. */
    redirectUri: z.string(),
    /** Unix milliseconds. */
    expiresAt: instant(),
  }),
  edges: { byCode: { owners: ({ code }) => [[code]] } },
})
