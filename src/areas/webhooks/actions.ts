import { z } from 'zod'
import { action } from '../../graph/define.ts'
import { list } from '../../graph/values/compounds.ts'
import { missing, reference } from '../../graph/values/references.ts'
import { bool, defaulted, httpUrl, oneOf, text } from '../../graph/values/scalars.ts'
import { webhookFields } from './records.ts'

const chapter = 'Events'
const done = z.object({ success: z.boolean() })

/**
 * Sets the webhook of an app: where notices go, and of which events. A handshake is queued, and notices queue
 * only once its result made the webhook active; `verify: false` skips it. Without `url` the webhook is a sink
 * in the process of the world, which needs no handshake.
 */
export const setWebhook = action({
  chapter,
  params: z.object({
    app: reference,
    url: httpUrl.optional(),
    verifyToken: defaulted(text, ''),
    fields: defaulted(list(oneOf(webhookFields), { split: true }), [...webhookFields]),
    verify: bool.optional(),
  }),
  result: z.object({ id: z.string(), status: z.enum(['pending', 'active']) }),
  run({ params, tx, refuse, outbox }) {
    const { app, url = null, verifyToken, fields, verify = url !== null } = params
    const error = missing(tx, ['app', 'apps', app])
    if (error) return refuse(error)
    const status: 'pending' | 'active' = verify ? 'pending' : 'active'
    const row = { app, url, verifyToken, fields: [...new Set(fields)], status, createdTime: tx.now }
    const known = tx.first('webhooks', 'byApp', [app])
    const webhook = known ? tx.patch('webhooks', known.id, row) : tx.insert('webhooks', row)
    if (verify) outbox.verify(webhook)
    else outbox.skipVerification(app)
    return { id: String(webhook.id), status }
  },
})

/** Removes the webhook of an app. What it was still to get is dropped, and listed as such. */
export const removeWebhook = action({
  chapter,
  params: z.object({ app: reference }),
  result: done,
  run({ params, tx, refuse, outbox }) {
    const error = missing(tx, ['app', 'apps', params.app])
    if (error) return refuse(error)
    const webhook = tx.first('webhooks', 'byApp', [params.app])
    if (!webhook) return refuse(`Param app must be an app with a webhook, got ${params.app}`)
    tx.remove(webhook.id)
    outbox.cancel(params.app, 'The webhook was removed')
    return { success: true }
  },
})

/** Installs an app on a page: from now on its webhook is told of what happens there. */
export const installApp = action({
  chapter,
  params: z.object({ page: reference, app: reference }),
  result: done,
  run({ params, tx, refuse }) {
    const { page, app } = params
    const error = missing(tx, ['page', 'pages', page], ['app', 'apps', app])
    if (error) return refuse(error)
    if (!tx.first('installations', 'byPageApp', [page, app]))
      tx.insert('installations', { page, app, createdTime: tx.now })
    return { success: true }
  },
})

/** Takes an app off a page. What was queued before is still delivered. */
export const uninstallApp = action({
  chapter,
  params: z.object({ page: reference, app: reference }),
  result: done,
  run({ params, tx, refuse }) {
    const { page, app } = params
    const error = missing(tx, ['page', 'pages', page], ['app', 'apps', app])
    if (error) return refuse(error)
    const installed = tx.first('installations', 'byPageApp', [page, app])
    if (!installed) return refuse(`Param app must be an app installed on the page, got ${app}`)
    tx.remove(installed.id)
    return { success: true }
  },
})
