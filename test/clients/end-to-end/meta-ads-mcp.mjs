/** Uses the MCP server meta-ads-mcp over stdio, as an assistant does. */
import { deepEqual, equal, ok } from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { endToEnd, names } from './service.mjs'

const { adAccount, campaign, userToken } = names
const program = fileURLToPath(new URL('../node_modules/meta-ads-mcp/build/index.js', import.meta.url))
const server = spawn(process.execPath, [program], {
  env: { ...process.env, META_ACCESS_TOKEN: userToken },
  stdio: ['pipe', 'pipe', 'ignore'],
})
const waiting = new Map()
createInterface({ input: server.stdout }).on('line', (line) => {
  const { id, result, error } = JSON.parse(line)
  waiting.get(id)?.(error ? Promise.reject(new Error(JSON.stringify(error))) : result)
  waiting.delete(id)
})
const send = (message) => server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)

let last = 0
function request(method, params) {
  last += 1
  const id = last
  return new Promise((resolve) => {
    waiting.set(id, resolve)
    send({ id, method, params })
  })
}

/** Calls a tool, and returns the JSON in its answer. Throws an error with its text if it failed. */
async function tool(name, given = {}) {
  const { content, isError } = await request('tools/call', { name, arguments: given })
  const [{ text }] = content
  if (isError) throw new Error(`${name}: ${text}`)
  return JSON.parse(text)
}

const account = `act_${adAccount.replace('act_', '')}`
let made

await endToEnd('meta-ads-mcp', '1.1.0', {
  async initialize() {
    const clientInfo = { name: 'fauxgraph', version: '1' }
    await request('initialize', { protocolVersion: '2024-11-05', capabilities: {}, clientInfo })
    send({ method: 'notifications/initialized' })
    const { tools } = await request('tools/list', {})
    ok(tools.some(({ name }) => name === 'list_campaigns'))
  },
  async 'list ad accounts'() {
    ok(JSON.stringify(await tool('get_ad_accounts')).includes(account))
  },
  async 'list campaigns'() {
    ok(JSON.stringify(await tool('list_campaigns', { account_id: account })).includes(campaign))
  },
  async 'create a campaign'() {
    const given = {
      account_id: account,
      name: 'Made by MCP',
      objective: 'OUTCOME_TRAFFIC',
      daily_budget: 1_000,
    }
    made = (await tool('create_campaign', { ...given, special_ad_categories: [] })).campaign_id
    ok(made)
  },
  async 'rename, pause and delete it'() {
    equal((await tool('update_campaign', { campaign_id: made, name: 'Renamed' })).success, true)
    equal((await tool('pause_campaign', { campaign_id: made })).success, true)
    equal((await tool('delete_campaign', { campaign_id: made })).success, true)
  },
  async 'read insights'() {
    try {
      const { insights } = await tool('get_insights', { object_id: account, level: 'campaign' })
      deepEqual(insights, [])
    } catch ({ message }) {
      // The tool asks for every field of the live service.
      if (!message.includes('nonexisting field')) throw new Error(message)
      return message
    }
  },
})
server.kill()
process.exit()
