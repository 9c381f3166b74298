/**
 * A stand-in for the execution context of n8n. The nodes, the helpers that send their requests and the OAuth
 * client are those of n8n; this file has what n8n's server does around them.
 */
import { createRequire } from 'node:module'

const requireOf = (version) => createRequire(new URL(`n8n-${version}/`, import.meta.url))
const helpersOf2 = 'n8n-core/dist/execution-engine/node-execution-context/utils'

const coreOf = {
  '1.60.0'(require) {
    const functions = require('n8n-core/dist/NodeExecuteFunctions')
    return { request: functions.proxyRequestToAxios, ...functions }
  },
  '2.41.2': (require) => ({
    request: require(`${helpersOf2}/request-helpers/legacy-request-adapter`).proxyRequestToAxios,
    ...require(`${helpersOf2}/request-helpers/oauth`),
    ...require(`${helpersOf2}/return-json-array`),
  }),
}

const workflow = { id: 'workflow' }
const additionalData = { credentialsHelper: { runPreAuthentication: async () => undefined } }

/** The versions of n8n whose nodes run. */
export const versions = Object.keys(coreOf)

/** The OAuth client of n8n. */
export const oauthClientOf = (version) => requireOf(version)('@n8n/client-oauth2').ClientOAuth2

const moduleOf = (version, path) => requireOf(version)(`n8n-nodes-base/dist/${path}`)

/** The credential type of a node, such as `FacebookLeadAdsOAuth2Api`: default values of its properties. */
export function credentialDefaults(version, name) {
  const type = new (moduleOf(version, `credentials/${name}.credentials.js`)[name])()
  return Object.fromEntries(type.properties.map((property) => [property.name, property.default]))
}

/** Returns a node, such as `FacebookLeadAds/FacebookLeadAdsTrigger`. */
export function nodeOf(version, path) {
  const name = path.split('/')[1]
  return new (moduleOf(version, `nodes/${path}.node.js`)[name])()
}

/**
 * Returns what n8n binds to the functions of a node: its parameters, its credentials and its helpers.
 * `webhookUrl` is the address at which n8n serves the node.
 */
export function contextOf(version, { name, credentials, parameters, webhookUrl }) {
  const core = coreOf[version](requireOf(version))
  const node = { id: `id-of-${name}`, name, type: name, typeVersion: 1, parameters }
  const staticData = {}
  const context = {
    getNode: () => node,
    getNodeWebhookUrl: () => webhookUrl,
    getWorkflowStaticData: () => staticData,
    getCredentials: async () => credentials,
    getNodeParameter: (parameter, fallback) => parameters[parameter] ?? fallback,
    helpers: {
      request: (options) => core.request(workflow, additionalData, node, options),
      requestOAuth2: (type, options) => core.requestOAuth2.call(context, type, options, node, additionalData),
      returnJsonArray: core.returnJsonArray,
    },
  }
  return context
}

/** What n8n answers to a delivery that starts a workflow, or that the node ignores. */
const started = { status: 200, type: 'application/json', body: '{"message":"Workflow was started"}' }

/** The response of Express, as far as the nodes use it. `sent` is what the node answered by itself. */
function responseOf() {
  const sent = { status: 200, type: 'text/html' }
  const response = {
    sent,
    status: (status) => Object.assign(response, { sent: Object.assign(sent, { status }) }),
    type: (type) => Object.assign(response, { sent: Object.assign(sent, { type }) }),
    send: (body) => Object.assign(response, { sent: Object.assign(sent, { body }) }),
    end: () => response,
  }
  return response
}

/**
 * Gives a request to the webhook of a node, as n8n's server does: GET to the webhook `setup`, POST to
 * `default`. Returns the answer, and the items with which the workflow starts. Throws what the node throws;
 * n8n then answers 500.
 */
export async function receive(node, context, { method, url, headers, rawBody }) {
  const response = responseOf()
  const result = await node.webhook.call({
    ...context,
    getWebhookName: () => (method === 'GET' ? 'setup' : 'default'),
    getQueryData: () => Object.fromEntries(new URL(url).searchParams),
    getHeaderData: () => headers,
    getBodyData: () => (rawBody.length > 0 ? JSON.parse(rawBody.toString()) : {}),
    getRequestObject: () => ({ rawBody }),
    getResponseObject: () => response,
  })
  const items = (result.workflowData ?? []).flat().map(({ json }) => json)
  return { answer: result.noWebhookResponse ? response.sent : started, items }
}
