import { deepEqual, equal } from 'node:assert/strict'
import { contextOf, credentialDefaults, nodeOf, oauthClientOf, receive, versions } from '../n8n-node.mjs'
import { receiver } from './receiver.mjs'
import { act, authorize, deliver, endToEnd, names, redirectUri } from './service.mjs'

const { app, appSecret, appToken, page, form } = names
const answers = { full_name: 'Ken Example', email: 'ken@example.test' }

/** Serves the webhook of a node. `received` collects the items with which its workflow starts. */
async function serve(node) {
  const serving = { received: [], context: undefined }
  const { url, close } = await receiver(async (request) => {
    const { answer, items } = await receive(node, serving.context, request)
    serving.received.push(...items)
    serving.last = request
    return answer
  })
  return Object.assign(serving, { url, close })
}

/** Delivers, and expects that everything arrived. Returns the number of deliveries. */
async function deliverAll() {
  const deliveries = await deliver()
  for (const { status, attempts } of deliveries) equal(status, 'delivered', JSON.stringify(attempts))
  return deliveries.length
}

/** The steps that both triggers share. n8n makes a webhook only if `checkExists` finds none. */
const stepsOf = (node, serving, { expectLead, finds }) => {
  const { checkExists, create, delete: remove } = node.webhookMethods.default
  return {
    async subscribe() {
      equal(await checkExists.call(serving.context), false)
      equal(await create.call(serving.context), true)
    },
    async 'verify (the handshake)'() {
      equal(await deliverAll(), 1)
      return finds(await checkExists.call(serving.context))
    },
    async 'take a lead'() {
      const { id } = await act('submitLead', { form, answers })
      equal(await deliverAll(), 1)
      expectLead(id, serving.received.splice(0))
    },
    async 'check the signature'() {
      const rawBody = Buffer.from(serving.last.rawBody.toString().replace('leadgen_id', 'leadgen_no'))
      const { items } = await receive(node, serving.context, { ...serving.last, rawBody })
      deepEqual(items, [])
    },
    async unsubscribe() {
      equal(await remove.call(serving.context), true)
      await act('submitLead', { form, answers })
      equal(await deliverAll(), 0)
    },
  }
}

async function leadTrigger(version) {
  const node = nodeOf(version, 'FacebookLeadAds/FacebookLeadAdsTrigger')
  const serving = await serve(node)
  const credentials = {
    ...{ clientId: app, clientSecret: appSecret },
    ...credentialDefaults(version, 'FacebookLeadAdsOAuth2Api'),
  }
  serving.context = contextOf(version, {
    ...{ name: 'Facebook Lead Ads Trigger', credentials, webhookUrl: serving.url },
    parameters: { page, form },
  })
  const { pageList, formList } = node.methods.listSearch
  const expectLead = (id, [lead, ...more]) => {
    deepEqual([lead.id, lead.data, lead.form.id, more.length], [id, answers, form, 0])
  }
  await endToEnd('n8n-nodes-base: Facebook Lead Ads Trigger', version, {
    async connect() {
      const client = new (oauthClientOf(version))({
        ...{
          clientId: app,
          clientSecret: appSecret,
          redirectUri,
          authentication: credentials.authentication,
        },
        ...{ authorizationUri: credentials.authUrl, accessTokenUri: credentials.accessTokenUrl },
        ...{ scopes: credentials.scope.split(' '), scopesSeparator: ' ' },
      })
      const { data } = await client.code.getToken(await authorize(client.code.getUri()))
      credentials.oauthTokenData = data
    },
    async 'list pages and forms'() {
      const pages = await pageList.call(serving.context, '')
      deepEqual(
        pages.results.map(({ value }) => value),
        [page],
      )
      const forms = await formList.call(serving.context, '')
      deepEqual(
        forms.results.map(({ value }) => value),
        [form],
      )
    },
    ...stepsOf(node, serving, {
      expectLead,
      finds: (exists) => (exists ? undefined : 'checkExists does not find the subscription that create made'),
    }),
  })
  serving.close()
}

async function pageTrigger(version) {
  const node = nodeOf(version, 'Facebook/FacebookTrigger')
  const serving = await serve(node)
  serving.context = contextOf(version, {
    ...{ name: 'Facebook Trigger', credentials: { accessToken: appToken, appSecret } },
    webhookUrl: serving.url,
    parameters: { authType: 'accessToken', appId: app, object: 'page', fields: ['leadgen'], options: {} },
  })
  const expectLead = (id, [entry, ...more]) => {
    deepEqual([entry.id, entry.changes.map(({ value }) => value.leadgen_id), more.length], [page, [id], 0])
  }
  await act('installApp', { app, page })
  await endToEnd('n8n-nodes-base: Facebook Trigger', version, {
    ...stepsOf(node, serving, {
      expectLead,
      finds: (exists) =>
        exists
          ? undefined
          : 'checkExists never finds its subscription: it reads `status`, the service answers `active`',
    }),
    async 'subscribe to every field'() {
      const { parameters } = serving.context.getNode()
      parameters.fields = ['*']
      equal(await node.webhookMethods.default.create.call(serving.context), true)
      equal(await deliverAll(), 1)
      equal(await node.webhookMethods.default.delete.call(serving.context), true)
    },
  })
  serving.close()
}

for (const version of versions) await leadTrigger(version)
for (const version of versions) await pageTrigger(version)
process.exit()
