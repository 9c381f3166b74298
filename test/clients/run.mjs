/**
 * Explores small programs that use published clients, unmodified: `npm run test:clients`, or
 * `npm run test:clients -- fb n8n` for some of them, with `--runs 200` and `--seed 3`.
 *
 * It installs the clients into this folder, and builds the project. It prints what explore finds in each; a
 * finding is no failure of this script. It ends with status 1 if a client could not be explored.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { install, prepareClients } from './install.mjs'

const here = fileURLToPath(new URL('.', import.meta.url))
const clients = ['business-sdk', 'fb', 'fbgraph', 'n8n']
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { runs: { type: 'string', default: '300' }, seed: { type: 'string', default: '1' } },
})

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

prepareClients()
for (const version of ['1.60.0', '2.41.2']) unpackNodes(version)
const chosen = positionals.length > 0 ? positionals : clients
const ended = chosen.map((client) => {
  const args = [join(here, 'play.mjs'), client, values.runs, values.seed]
  return spawnSync(process.execPath, args, { cwd: here, stdio: 'inherit' }).status
})
process.exitCode = ended.every((status) => status === 0) ? 0 : 1
