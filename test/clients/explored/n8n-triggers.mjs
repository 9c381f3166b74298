import { randomUUID } from 'node:crypto'
import { contextOf, credentialDefaults, nodeOf, receive, versions } from '../n8n-node.mjs'
import { bridgeHttp } from './http-bridge.mjs'
import { platformWorld, requestParts } from './programs.mjs'

bridgeHttp()

/** The node and its settings, and the leads in an item with which a workflow starts. */
const triggers = {
  'Facebook Lead Ads Trigger': {
    path: 'FacebookLeadAds/FacebookLeadAdsTrigger',
    settings: ({ app, appSecret, userToken, page, form }, version) => ({
      credentials: {
        ...credentialDefaults(version, 'FacebookLeadAdsOAuth2Api'),
        ...{ clientId: app, clientSecret: appSecret },
        oauthTokenData: { access_token: userToken, token_type: 'bearer' },
      },
      parameters: { page, form },
    }),
    leadsOf: ({ id }) => [id],
  },
  'Facebook Trigger': {
    path: 'Facebook/FacebookTrigger',
    settings: ({ app, appSecret, appToken }) => ({
      credentials: { accessToken: appToken, appSecret },
      parameters: { authType: 'accessToken', appId: app, object: 'page', fields: ['leadgen'], options: {} },
    }),
    leadsOf: ({ changes }) => changes.map(({ value }) => value.leadgen_id),
  },
}

/** n8n as it runs a workflow: every start of the workflow is kept with the leads that it got. */
const workflow = (version, name, { path, settings, leadsOf }) => ({
  name: `n8n-nodes-base ${version}: ${name}`,
  world: platformWorld,
  sut({ names, store }) {
    const node = nodeOf(version, path)
    const context = contextOf(version, {
      name,
      ...settings(names, version),
      webhookUrl: 'https://n8n.test/webhook',
    })
    return {
      async webhook(request) {
        try {
          const { answer, items } = await receive(node, context, await requestParts(request))
          if (items.length > 0) await store.set(`run:${randomUUID()}`, items.flatMap(leadsOf))
          return new Response(answer.body, { status: answer.status })
        } catch {
          return new Response('{"message":"Error in workflow"}', { status: 500 })
        }
      },
    }
  },
  mirror: { leads: async ({ store }) => (await store.list('run:')).flatMap(([, leads]) => leads) },
})

export const options = versions.flatMap((version) =>
  Object.entries(triggers).map(([name, trigger]) => workflow(version, name, trigger)),
)
