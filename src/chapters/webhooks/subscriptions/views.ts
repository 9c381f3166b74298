import { z } from '../../../engine/schema/zod.ts'
import { field } from '../../../service/views/fields.ts'
import type { View } from '../../../service/views/view.ts'
import type { InstallationRow } from '../../rows.ts'
import { webhookFields } from '../page-fields.ts'
import { watchedObjects } from '../user-fields.ts'

/** An app that gets the notices of a page. An app that an administrator installed gets every kind. */
export const subscribedAppView = {
  name: 'Application',
  minimal: ['id', 'name', 'subscribed_fields'],
  fields: {
    id: field(z.string(), ({ app }: InstallationRow) => String(app)),
    /** The name of the app. */
    name: field(z.string(), ({ app }: InstallationRow, { tx }) => tx.find('apps', app)?.name),
    /** The fields of the page of which the app gets notices. */
    subscribed_fields: field(z.array(z.string()), ({ fields }: InstallationRow) => [
      ...(fields ?? webhookFields),
    ]),
  },
} satisfies View<InstallationRow>

/** A webhook of an app, as the list of its subscriptions shows it. */
export const subscriptionSchema = z.object({
  /** The kind of object that is watched. */
  object: z.enum(watchedObjects),
  /** Absent for a webhook in the process of the world. */
  callback_url: z.string().optional(),
  /** Whether the handshake has succeeded. */
  active: z.boolean(),
  /** The fields that are watched. */
  fields: z.array(
    z.object({
      /** The name of the field. */
      name: z.string(),
      /** The version of the notices, such as `v19.0`. */
      version: z.string(),
    }),
  ),
})
