/**
 * Runs published clients, unmodified, and prints one table of what was run and found: `npm run check -- clients`,
 * or `npm run check -- clients fb go` for the clients whose names contain one of these words, with
 * `--runs 200` and `--seed 3` for explorations.
 *
 * - End to end: the client talks to a world through `fauxgraph proxy -- COMMAND`.
 * - Recorded requests: an HTTP client sends what SDKs were observed to send, through the same proxy.
 * - Explore: `explore` searches for a story that breaks a small program that uses the client.
 *
 * It installs the clients into this folder, and builds the project. It ends with status 1 if a client could
 * not be run. What is found in a client is no failure of this script.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { install, prepareClients } from './install.mjs'
import { rowsIn, tableOf } from './rows.mjs'
import { senders, versionOf } from './senders.mjs'

const here = fileURLToPath(new URL('.', import.meta.url))
const command = fileURLToPath(new URL('../../dist/cli.js', import.meta.url))
const endToEnd = ['business-sdk', 'fb', 'fbgraph', 'n8n', 'activepieces', 'meta-ads-mcp']
const logins = [
  ...['passport-facebook', 'passport-facebook-token', 'arctic', '@auth/core', 'better-auth', 'simple-oauth2'],
  ...['openid-client', 'grant'],
]
const explored = ['business-sdk', 'fb', 'fbgraph', 'n8n-lists', 'n8n-triggers', 'activepieces']
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { runs: { type: 'string', default: '300' }, seed: { type: 'string', default: '1' } },
})

const isChosen = (name) =>
  positionals.length === 0 || positionals.some((word) => name.toLowerCase().includes(word.toLowerCase()))

/** Unpacks the nodes of n8n without the hundreds of packages that its other nodes need. */
function unpackNodes(version) {
  const folder = join(here, `n8n-${version}`)
  const target = join(folder, 'node_modules/n8n-nodes-base')
  if (existsSync(target)) return
  install(folder)
  const options = { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }
  const file = execFileSync('npm', ['pack', '--silent', `n8n-nodes-base@${version}`], options).trim()
  mkdirSync(target, { recursive: true })
  execFileSync('tar', ['-xzf', file, '-C', target, '--strip-components=1'], { cwd: folder })
  rmSync(join(folder, file))
}

const rows = []

/** Runs a program of this folder, prints its output, and collects its rows. */
function run(name, args) {
  const stdio = ['ignore', 'pipe', 'inherit']
  const { stdout, status } = spawnSync(process.execPath, args, { cwd: here, encoding: 'utf8', stdio })
  const { rows: added, rest } = rowsIn(stdout)
  if (rest.trim() !== '') console.log(rest)
  rows.push(...added)
  if (status !== 0 || added.length === 0)
    rows.push({ client: name, ran: args.join(' '), result: 'fails', found: `it ended with status ${status}` })
}

const authority = mkdtempSync(join(tmpdir(), 'fauxgraph-clients-'))

/** Runs a program of this folder with the proxy, which has no setting but the folder of its authority. */
const throughProxy = (name, args) =>
  run(name, [command, 'proxy', '--authority', authority, '--', 'node', ...args])

function send(name) {
  const version = versionOf(name)
  if (version === undefined)
    rows.push({ client: name, result: 'skipped', found: `${senders[name].program} is not installed` })
  else throughProxy(name, ['end-to-end/recorded.mjs', name, version, '--', ...senders[name].command])
}

prepareClients()
for (const version of ['1.60.0', '2.41.2']) unpackNodes(version)
try {
  for (const name of endToEnd.filter(isChosen)) throughProxy(name, [`end-to-end/${name}.mjs`])
  // A whole server is about 2 GB, and its database needs a compiler: install it in its folder beforehand.
  if (isChosen('n8n-server') && existsSync(join(here, 'n8n-server/node_modules/n8n')))
    throughProxy('n8n-server', ['end-to-end/n8n-server.mjs'])
  else if (isChosen('n8n-server'))
    rows.push({ client: 'n8n-server', result: 'skipped', found: 'it is not installed in n8n-server' })
  for (const name of logins.filter(isChosen)) throughProxy(name, ['end-to-end/login.mjs', name])
  for (const name of Object.keys(senders).filter(isChosen)) send(name)
  for (const name of explored.filter(isChosen))
    run(name, ['explored/play.mjs', name, values.runs, values.seed])
} finally {
  rmSync(authority, { recursive: true })
}
console.log(tableOf(rows))
process.exitCode = rows.some(({ result }) => result === 'fails') ? 1 : 0
