/**
 * Runs a whole n8n server, unmodified: an owner signs up, connects the credentials of both triggers, and
 * activates a workflow for each. A lead then starts both workflows.
 */
import { deepEqual, equal, ok } from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { act, authorize, deliver, endToEnd, names } from './service.mjs'

const { app, appSecret, appToken, page, form } = names
const n8n = fileURLToPath(new URL('../n8n-server/node_modules/n8n/', import.meta.url))
const { version } = JSON.parse(readFileSync(join(n8n, 'package.json'), 'utf8'))
const folder = mkdtempSync(join(tmpdir(), 'fauxgraph-n8n-'))

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  return port
}

const port = await freePort()
const site = `http://127.0.0.1:${port}`
const server = spawn(process.execPath, [join(n8n, 'bin/n8n'), 'start'], {
  env: {
    ...process.env,
    ...{ N8N_USER_FOLDER: folder, N8N_PORT: String(port), N8N_LISTEN_ADDRESS: '127.0.0.1' },
    ...{ WEBHOOK_URL: `${site}/`, N8N_EDITOR_BASE_URL: `${site}/`, N8N_SECURE_COOKIE: 'false' },
    ...{ N8N_DIAGNOSTICS_ENABLED: 'false', N8N_VERSION_NOTIFICATIONS_ENABLED: 'false' },
    ...{ N8N_TEMPLATES_ENABLED: 'false', N8N_RUNNERS_ENABLED: 'false', N8N_EXPRESSION_ENGINE: 'legacy' },
  },
  stdio: ['ignore', 'pipe', 'pipe'],
})
let log = ''
for (const stream of [server.stdout, server.stderr])
  stream.on('data', (chunk) => {
    log = (log + chunk).slice(-4_000)
  })

let cookie = ''

/** Calls the REST interface of the editor. Throws an error with its answer if it refuses the call. */
async function rest(method, path, body) {
  const headers = { cookie, 'browser-id': 'fauxgraph', ...(body && { 'content-type': 'application/json' }) }
  const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
  const response = await fetch(`${site}/rest/${path}`, init)
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 500)}`)
  for (const set of response.headers.getSetCookie()) cookie = set.split(';')[0]
  return JSON.parse(text).data
}

/** Tries until it gets a value, for at most two minutes. */
async function until(title, find) {
  for (let tries = 0; tries < 240; tries += 1) {
    const found = await find().catch(() => undefined)
    if (found !== undefined) return found
    await wait(500)
  }
  throw new Error(`${title}: not within two minutes; the log of n8n ends with ${log.slice(-600)}`)
}

const credential = (name, type, data) => rest('POST', 'credentials', { name, type, data })

/** Makes a workflow that begins with a trigger, and activates it. Returns its id. */
async function activate(name, type, parameters, credentials) {
  const trigger = {
    ...{ id: crypto.randomUUID(), webhookId: crypto.randomUUID(), name, type, typeVersion: 1 },
    ...{ position: [0, 0], parameters, credentials },
  }
  const settings = { executionOrder: 'v1', saveDataSuccessExecution: 'all' }
  const made = await rest('POST', 'workflows', {
    name,
    active: false,
    nodes: [trigger],
    connections: {},
    settings,
  })
  const { versionId } = await rest('PATCH', `workflows/${made.id}`, {
    ...{ active: true, versionId: made.versionId },
  })
  ok(versionId)
  return made.id
}

/** Returns the text of the data of the first successful execution of a workflow. */
async function executed(workflow) {
  const filter = encodeURIComponent(JSON.stringify({ workflowId: workflow }))
  const { id } = await until('an execution', async () => {
    const { results } = await rest('GET', `executions?filter=${filter}`)
    return results.find(({ status }) => status === 'success')
  })
  return JSON.stringify(await rest('GET', `executions/${id}`))
}

const workflows = {}
const listed = (value) => ({ __rl: true, mode: 'list', value, cachedResultName: value })
let leads

await endToEnd('n8n (the server)', version, {
  async start() {
    await until('the start', async () => ((await fetch(`${site}/healthz/readiness`)).ok ? true : undefined))
    const owner = {
      firstName: 'Ada',
      lastName: 'Owner',
      email: 'ada@example.test',
      password: 'Secret-word-1',
    }
    await until('the owner', () => rest('POST', 'owner/setup', owner))
  },
  async 'log in with the scopes of the credential'() {
    const data = { clientId: app, clientSecret: appSecret }
    leads = await credential('Leads', 'facebookLeadAdsOAuth2Api', data)
    const url = await rest('GET', `oauth2-credential/auth?id=${leads.id}`)
    const answer = await fetch(await authorize(url), { headers: { cookie } })
    ok(answer.ok, await answer.text())
  },
  async 'activate the trigger for leads'() {
    workflows.leads = await activate(
      'Facebook Lead Ads Trigger',
      'n8n-nodes-base.facebookLeadAdsTrigger',
      { event: 'newLead', page: listed(page), form: listed(form), options: { simplifyOutput: true } },
      { facebookLeadAdsOAuth2Api: { id: leads.id, name: leads.name } },
    )
  },
  async 'take a lead'() {
    const { id } = await act('submitLead', { form, answers: { full_name: 'Ken', email: 'ken@example.test' } })
    for (const { status } of await deliver()) equal(status, 'delivered')
    const data = await executed(workflows.leads)
    ok(data.includes(id) && data.includes('ken@example.test'), data.slice(0, 500))
    await rest('PATCH', `workflows/${workflows.leads}`, { active: false })
  },
  async 'activate the trigger for pages'() {
    const { id, name } = await credential('Graph', 'facebookGraphAppApi', {
      ...{ accessToken: appToken, appSecret },
    })
    workflows.page = await activate(
      'Facebook Trigger',
      'n8n-nodes-base.facebookTrigger',
      { appId: app, object: 'page', fields: ['leadgen'], options: {} },
      { facebookGraphAppApi: { id, name } },
    )
  },
  async 'take the notice of a lead'() {
    await act('installApp', { app, page })
    const { id } = await act('submitLead', { form, answers: { full_name: 'Eve', email: 'eve@example.test' } })
    deepEqual([...new Set((await deliver()).map(({ status }) => status))], ['delivered'])
    ok((await executed(workflows.page)).includes(id))
    await rest('PATCH', `workflows/${workflows.page}`, { active: false })
  },
})
server.kill()
await once(server, 'exit')
rmSync(folder, { recursive: true, force: true })
process.exit()
