import { z } from '../../../engine/schema/zod.ts'
import { type Access, asApplication, permissionError, withCheck } from '../../../service/access/access.ts'
import { endpoint } from '../../../service/routes/define.ts'
import { list } from '../../../service/values/compounds.ts'
import { boolean, httpUrl, oneOf, secretText } from '../../../service/values/scalars.ts'
import { listResult } from '../../../service/views/results.ts'
import { needsPageToken, pageTokenAccess } from '../../people/page-access.ts'
import { dropWebhook, install, putWebhook } from '../app-webhook.ts'
import { webhookOf } from '../attempt.ts'
import { pageFields } from '../page-fields.ts'
import { fieldsError, userFields, watchedObjects } from '../user-fields.ts'
import { subscribedAppView, subscriptionSchema } from './views.ts'

// The live service also requires pages_manage_metadata. Here no permission is needed (SIL-190).
const subscribes = { tasks: ['MANAGE', 'MODERATE', 'CREATE_CONTENT'], permissions: [] } as const
const readsSubscribers = pageTokenAccess(subscribes, needsPageToken)
const changesSubscribers = pageTokenAccess({ ...subscribes, writes: true }, needsPageToken)
const subscribedAppsSource = 'https://developers.facebook.com/docs/graph-api/reference/page/subscribed_apps/'

/** Lists the apps that get the notices of a page. Requires a page token. */
export const listSubscribedApps = endpoint({
  route: 'GET /{page}/subscribed_apps',
  source: subscribedAppsSource,
  access: readsSubscribers,
  ...listResult(subscribedAppView),
  run: ({ page, pageOf }) =>
    pageOf({ table: 'installations', edge: 'byPage', owner: [page.id] }, subscribedAppView),
})

/**
 * Installs the app of the token on a page, as the action `installApp` does. Its webhook gets the notices of
 * the page that are among `subscribed_fields`.
 */
export const subscribeApp = endpoint({
  route: 'POST /{page}/subscribed_apps',
  source: subscribedAppsSource,
  access: changesSubscribers,
  params: z.object({
    /** The fields of the page of which the app gets notices. */
    subscribed_fields: list(oneOf(pageFields), { split: true }),
  }),
  run({ page, params, caller, tx, refuse }) {
    const fields = [...new Set(params.subscribed_fields)]
    if (fields.length === 0) return refuse(100, 'Param subscribed_fields must have at least 1 item, got 0')
    tx.patch('installations', install(tx, page.id, caller.app.id).id, { fields })
    return { success: true }
  },
})

/** Uninstalls the app of the token from a page, if it is installed, as the action `uninstallApp` does. */
export const unsubscribeApp = endpoint({
  route: 'DELETE /{page}/subscribed_apps',
  source: subscribedAppsSource,
  access: changesSubscribers,
  run({ page, caller, tx }) {
    const installation = tx.first('installations', 'byPageApp', [page.id, caller.app.id])
    if (installation) tx.remove(installation.id)
    return { success: true }
  },
})

const subscriptionsSource = 'https://developers.facebook.com/docs/graph-api/reference/app/subscriptions'

/** Access to the webhook of an app, with its application token only. */
const readsOwnWebhook = withCheck(asApplication, ({ caller }, _account, node) =>
  node?.id === caller.app.id
    ? undefined
    : permissionError('Requires the application token of this app', 'the token is that of another app'),
)
const changesOwnWebhook: Access = { ...readsOwnWebhook, writes: true }

const watchedFields = list(oneOf([...new Set([...pageFields, ...userFields])]), { split: true })

/** Lists the webhooks of an app, one for each kind of object, which are inactive until their handshake. */
export const listSubscriptions = endpoint({
  route: 'GET /{app}/subscriptions',
  source: subscriptionsSource,
  access: readsOwnWebhook,
  result: z.object({
    /** The subscriptions of the app: one for each kind of object that it watches. */
    data: z.array(subscriptionSchema),
  }),
  run({ app, tx, version }) {
    const data = watchedObjects.flatMap((object) => {
      const webhook = webhookOf(tx, app.id, object)
      if (!webhook) return []
      const { url, status, fields } = webhook
      const shown = { object, ...(url !== null && { callback_url: url }), active: status === 'active' }
      return [{ ...shown, fields: fields.map((name) => ({ name, version })) }]
    })
    return { data }
  },
})

/**
 * Sets the webhook of an app for a kind of object, as the action `setWebhook` does, but keeps the fields
 * that are already watched. It queues the handshake, and notices are queued only after the handshake has
 * succeeded. The live service makes the handshake before it answers. Notices are of pages that have
 * installed the app, and of people who use it.
 */
export const subscribe = endpoint({
  route: 'POST /{app}/subscriptions',
  source: subscriptionsSource,
  access: changesOwnWebhook,
  params: z.object({
    /** The kind of object to watch. */
    object: oneOf(watchedObjects),
    /** The URL that receives the notices. It must answer the verification request. */
    callback_url: httpUrl,
    /** The text that the verification request carries. */
    verify_token: secretText,
    /** The fields to watch. Fields that are already watched stay, and are enough. */
    fields: watchedFields.optional(),
    /** `true` adds the new values to notices of people. Notices of pages always have them. */
    include_values: boolean.optional(),
  }),
  logged: ({ verify_token: _token, ...params }) => params,
  run({ app, params, tx, outbox, refuse }) {
    const { object, callback_url: url, verify_token: verifyToken, include_values: includeValues } = params
    const watched = webhookOf(tx, app.id, object)?.fields ?? []
    if (!params.fields && watched.length === 0) return refuse(100, 'The parameter fields is required')
    const added = params.fields ?? []
    if (params.fields?.length === 0) return refuse(100, 'Param fields must have at least 1 item, got 0')
    const error = fieldsError(object, added, pageFields)
    if (error) return refuse(100, error)
    const fields = [...watched, ...added]
    putWebhook(tx, outbox, { app: app.id, object, url, verifyToken, fields, includeValues, verify: true })
    return { success: true }
  },
})

/**
 * Removes the webhooks of an app, or that for a kind of object, as the action `removeWebhook` does. With
 * `fields`, it removes only these, and a webhook with its last one.
 */
export const unsubscribe = endpoint({
  route: 'DELETE /{app}/subscriptions',
  source: subscriptionsSource,
  access: changesOwnWebhook,
  params: z.object({
    /** The kind of object to stop watching. Without it, all. */
    object: oneOf(watchedObjects).optional(),
    /** The fields to stop watching. Without them, the whole subscription ends. */
    fields: watchedFields.optional(),
  }),
  run({ app, params, tx, outbox }) {
    for (const object of params.object ? [params.object] : watchedObjects) {
      const webhook = webhookOf(tx, app.id, object)
      if (!webhook) continue
      const removed = params.fields ?? webhook.fields
      const fields = webhook.fields.filter((field) => !removed.includes(field))
      if (fields.length === 0) dropWebhook(tx, outbox, webhook)
      else tx.patch('webhooks', webhook.id, { fields })
    }
    return { success: true }
  },
})
