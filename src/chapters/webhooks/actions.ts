import { z } from '../../engine/schema/zod.ts'
import { servesBeyond, takenByPlatform } from '../../service/contract/beyond.ts'
import type { Policy } from '../../service/policy.ts'
import { action } from '../../service/routes/define.ts'
import { list } from '../../service/values/compounds.ts'
import { nodeId } from '../../service/values/references.ts'
import { boolean, defaulted, httpUrl, oneOf, text } from '../../service/values/scalars.ts'
import { sampleLeadChange } from '../leads/new-lead.ts'
import { dropWebhook, install, putWebhook } from './app-webhook.ts'
import { webhookOf } from './attempt.ts'
import { samplePost } from './feed-changes.ts'
import { webhookFields } from './page-fields.ts'
import { fieldsError, userFields, type WatchedObject, watchedObjects } from './user-fields.ts'

const chapter = 'Events'

/** The error of a field that an object lacks, or whose notices the contract does not describe (HOK-021). */
function watchError(policy: Policy, object: WatchedObject, fields: readonly string[]): string | undefined {
  const isBeyond = servesBeyond(policy)
  if (object === 'user' && !isBeyond) return `Param object must be page, got user: ${takenByPlatform}`
  const error = fieldsError(object, fields, webhookFields)
  if (error || isBeyond || fields.every((name) => name === 'leadgen')) return error
  return `Param fields must be leadgen, got feed: ${takenByPlatform}`
}

/**
 * Sets the webhook of an app: its URL and the kinds of notices (HOK-003). It queues a handshake, and notices
 * are queued only after the handshake has made the webhook active (SIL-163). `verify: false` skips the
 * handshake. Without `url`, notices go to the transport that is connected in the same process, which needs no
 * handshake.
 */
export const setWebhook = action({
  chapter,
  params: z.object({
    app: nodeId,
    /** The URL that receives the deliveries. */
    url: httpUrl.optional(),
    /** The text that the verification request carries. */
    verifyToken: defaulted(text, ''),
    /** The kind of object to watch: `page`, or `user` in a world with the policy `beyond: 'serve'`. */
    object: oneOf(watchedObjects).optional(),
    /** The fields to watch. Only a world with the policy `beyond: 'serve'` has others than `leadgen`. */
    fields: defaulted(list(oneOf([...new Set([...webhookFields, ...userFields])]), { split: true }), [
      'leadgen',
    ]),
    /** `true` adds the new values to notices of people, which else have the names of the fields alone. */
    includeValues: boolean.optional(),
    /** Whether the URL must answer a verification request before it gets notices. */
    verify: boolean.optional(),
  }),
  result: z.object({
    /** The id of the webhook. */
    id: z.string(),
    /** `active`, or `pending` until the URL passed its verification. */
    status: z.enum(['pending', 'active']),
  }),
  run({ params, tx, policy, refuse, outbox }) {
    const { url = null, fields, verify = url !== null } = params
    const error = watchError(policy, params.object ?? 'page', fields)
    if (error !== undefined) return refuse(error)
    const { id } = putWebhook(tx, outbox, { ...params, url, verify })
    return { id: String(id), status: verify ? ('pending' as const) : ('active' as const) }
  },
})

/** Removes the webhook of an app. Its queued deliveries are dropped, and listed as dropped. */
export const removeWebhook = action({
  chapter,
  params: z.object({
    app: nodeId,
    /** The kind of object that it watches: `page`, if left out. */
    object: oneOf(watchedObjects).optional(),
  }),
  run({ params, tx, refuse, outbox }) {
    const { app, object = 'page' } = params
    const webhook = webhookOf(tx, app, object)
    if (!webhook)
      return refuse(`Param app must be an app with a webhook for the object ${object}, got ${app}`)
    dropWebhook(tx, outbox, webhook)
    return { success: true }
  },
})

/** Installs an app on a page: its webhook gets the notices of later events there (HOK-004). */
export const installApp = action({
  chapter,
  params: z.object({ page: nodeId, app: nodeId }),
  run({ params, tx }) {
    const { page, app } = params
    install(tx, page, app)
    return { success: true }
  },
})

/** Uninstalls an app from a page. Notices that are queued already are still delivered. */
export const uninstallApp = action({
  chapter,
  params: z.object({ page: nodeId, app: nodeId }),
  run({ params, tx, refuse }) {
    const { page, app } = params
    const installation = tx.first('installations', 'byPageApp', [page, app])
    if (!installation) return refuse(`Param app must be an app installed on the page, got ${app}`)
    tx.remove(installation.id)
    return { success: true }
  },
})

/**
 * Makes a delivery due now: one that waits, one that failed and would be retried later, or one that has
 * ended, whose notices are then queued once more in one payload. Nothing is sent before the next flush. A
 * handshake that has ended is started again by `setWebhook`.
 */
export const resendDelivery = action({
  chapter,
  params: z.object({
    /** The id of the delivery, as `world.webhooks.outbox` lists it. */
    delivery: text,
  }),
  result: z.object({
    /**
     * The id under which the delivery is sent: another one if it had ended, or if its notices are sent
     * together with earlier ones.
     */
    id: z.string(),
  }),
  run({ params: { delivery }, refuse, outbox }) {
    const sent = outbox.resend(delivery)
    if (sent.ok) return { id: sent.id }
    return refuse(`Param delivery must be a delivery that can be sent, got ${delivery}: ${sent.reason}`)
  },
})

/** The values of test notices by their fields. */
const samples = { leadgen: sampleLeadChange, feed: samplePost }

/** The page of a test notice, which is none. */
const NO_PAGE = 0

/**
 * Queues a test notice for the webhook of an app, as the button *Test* in the app dashboard of the live
 * service does: a notice of a lead, a form and a page that do not exist, or of a post. The app need not be
 * installed on a page.
 */
export const sendTestNotice = action({
  chapter,
  params: z.object({
    app: nodeId,
    /** The field of the notice. */
    field: defaulted(oneOf(webhookFields), 'leadgen'),
  }),
  run({ params: { app, field }, tx, refuse, outbox }) {
    const webhook = webhookOf(tx, app)
    if (webhook?.status !== 'active')
      return refuse(
        `Param app must be an app with an active webhook for the object page, got ${app}: ` +
          'set one with setWebhook',
      )
    if (!webhook.fields.includes(field))
      return refuse(`Param field must be a field that the webhook of the app watches, got ${field}`)
    outbox.notifyApp({ app, page: NO_PAGE, field, value: samples[field](tx.now) })
    return { success: true }
  },
})
