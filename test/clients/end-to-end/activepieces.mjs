import { deepEqual, equal } from 'node:assert/strict'
import { createRequire } from 'node:module'
import { receiver } from './receiver.mjs'
import { act, authorize, codeIn, deliver, endToEnd, names, redirectUri } from './service.mjs'

const { facebookLeads: piece } = createRequire(import.meta.url)('@activepieces/piece-facebook-leads')
const { app, appSecret, appToken, page, form } = names
const trigger = piece.getTrigger('new_lead')
const answers = { full_name: 'Ken Example', email: 'ken@example.test' }
const certificatesChecked = process.env.NODE_TLS_REJECT_UNAUTHORIZED
const propsValue = { page: undefined, form }
const [listeners, received] = [[], []]
let auth
let last

const context = (payload) => ({
  ...{ auth, propsValue, payload },
  app: { createListeners: (listener) => listeners.push(listener) },
})

/** Answers a request as the server of Activepieces does: it asks the piece for the reply, or for the flow. */
async function answer({ method, url, headers, rawBody }) {
  const body = rawBody.length > 0 ? JSON.parse(rawBody.toString()) : {}
  const payload = {
    method,
    headers,
    rawBody,
    body,
    queryParams: Object.fromEntries(new URL(url).searchParams),
  }
  const { reply, event, identifierValue } = piece.events.parseAndReply({ payload })
  if (reply) return { status: 200, type: 'text/plain', body: reply.body }
  last = payload
  const isWanted = listeners.some(
    ({ events, identifierValue: listened }) => events.includes(event) && listened === identifierValue,
  )
  if (isWanted && piece.events.verify({ webhookSecret: appSecret, payload }))
    received.push(...(await trigger.run(context(payload))))
  return { status: 200, type: 'application/json', body: '{}' }
}

const { url, close } = await receiver(answer)

/** Submits a lead, and returns its id and the leads that the flow got. */
async function submitLead() {
  const { id } = await act('submitLead', { form, answers })
  const deliveries = await deliver()
  for (const { status, attempts } of deliveries) equal(status, 'delivered', JSON.stringify(attempts))
  return { id, leads: received.splice(0) }
}

/** The values of a dropdown of the trigger. */
async function valuesOf(property, given) {
  const { disabled, options } = await trigger.props[property].options(given)
  equal(disabled, false)
  return options.map(({ value }) => value)
}

await endToEnd('@activepieces/piece-facebook-leads', '0.3.7', {
  async connect() {
    const { authUrl, tokenUrl, scope } = piece.auth
    const asked = { response_type: 'code', client_id: app, redirect_uri: redirectUri, scope: scope.join(' ') }
    const code = codeIn(await authorize(`${authUrl}?${new URLSearchParams(asked)}`))
    const grant = { grant_type: 'authorization_code', code, redirect_uri: redirectUri }
    const body = new URLSearchParams({ ...grant, client_id: app, client_secret: appSecret })
    auth = await (await fetch(tokenUrl, { method: 'POST', body })).json()
    equal(typeof auth.access_token, 'string')
  },
  async 'list pages and forms'() {
    ;[propsValue.page] = await valuesOf('page', { auth })
    equal(propsValue.page.id, page)
    deepEqual(await valuesOf('form', { auth, page: propsValue.page }), ['all', form])
    if (certificatesChecked === undefined && process.env.NODE_TLS_REJECT_UNAUTHORIZED === '0')
      return 'every call turns off the check of certificates, for the whole process'
  },
  async 'subscribe (onEnable)'() {
    await trigger.onEnable(context())
    deepEqual(listeners, [{ events: ['lead'], identifierValue: page }])
  },
  async 'verify (the handshake)'() {
    const webhook = { object: 'page', callback_url: url, verify_token: 'activepieces', fields: 'leadgen' }
    const body = new URLSearchParams({ ...webhook, access_token: appToken })
    await fetch(`https://graph.facebook.com/v24.0/${app}/subscriptions`, { method: 'POST', body })
    deepEqual(
      (await deliver()).map(({ status }) => status),
      ['delivered'],
    )
  },
  async 'take a lead (run)'() {
    const { id, leads } = await submitLead()
    deepEqual(
      leads.map(({ lead_id: lead, form_id: at, data }) => ({ lead, at, data })),
      [{ lead: id, at: form, data: answers }],
    )
  },
  async 'take a lead of all forms'() {
    propsValue.form = 'all'
    const { leads } = await submitLead()
    propsValue.form = form
    if (leads.length === 0) return 'the choice "All Forms (Default)" takes no lead at all'
  },
  async 'check the signature'() {
    const rawBody = Buffer.from(last.rawBody.toString().replace('leadgen_id', 'leadgen_no'))
    equal(piece.events.verify({ webhookSecret: appSecret, payload: { ...last, rawBody } }), false)
  },
  async 'unsubscribe (onDisable)'() {
    await trigger.onDisable(context())
    const query = new URLSearchParams({ access_token: propsValue.page.accessToken })
    const answer = await fetch(`https://graph.facebook.com/v24.0/${page}/subscribed_apps?${query}`)
    const { data } = await answer.json()
    if (data.length > 0) return 'onDisable leaves the app subscribed to the page'
  },
})
close()
process.exit()
