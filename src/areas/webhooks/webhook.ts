import type { webhookFields } from './records.ts'
/** A kind of event that an app can be told of. */
export type WebhookField = (typeof webhookFields)[number]
