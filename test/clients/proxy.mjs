/**
 * Lets clients whose host is fixed reach a world: through `fauxgraph proxy -- COMMAND`, and by `intercept` in
 * their process: `npm run check -- proxy`, or `npm run check -- proxy --nodes 20,22,24` for other versions of Node.
 *
 * It installs the clients into this folder, and builds the project. It ends with status 1 if a check fails.
 * Programs that are not installed, such as curl or java, are skipped and named.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { installNode } from '../node-versions.mjs'
import { prepareClients } from './install.mjs'
import { requests } from './requests.mjs'

const here = fileURLToPath(new URL('.', import.meta.url))
const root = fileURLToPath(new URL('../..', import.meta.url))
const { values } = parseArgs({ options: { nodes: { type: 'string', default: '' } } })
const folder = mkdtempSync(join(tmpdir(), 'fauxgraph-proxy-'))
const name = 'Starter Campaign'

/** Clients of other languages: a program that must be installed, and the command. */
const others = {
  curl: [
    'curl',
    'sh',
    '-c',
    'W=$(curl -sS $FAUXGRAPH_URL/_sim/world); F() { echo "$W" | sed "s/.*\\"$1\\":\\"\\([^\\"]*\\)\\".*/\\1/"; }; ' +
      'curl -sS -G "https://graph.facebook.com/v26.0/$(F campaign)" -d fields=name ' +
      '--data-urlencode "access_token=$(F userToken)" | sed "s/.*\\"name\\":\\"\\([^\\"]*\\)\\".*/\\1/"',
  ],
  'urllib of Python': ['python3', 'python3', 'proxied.py', 'urllib'],
  'net/http of Ruby': ['ruby', 'ruby', 'proxied.rb'],
  'net/http of Go': ['go', 'go', 'run', 'proxied.go'],
  'curl of PHP': ['php', 'sh', '-c', 'php -d curl.cainfo=$SSL_CERT_FILE proxied.php'],
  'HttpClient of Java': ['java', 'java', 'Proxied.java', 'HttpClient'],
  'HttpsURLConnection of Java': ['java', 'java', 'Proxied.java', 'URL'],
}

/** Clients that `intercept` cannot reach, because they open sockets by themselves: recipes/undici does. */
const notIntercepted = ['undici']

const run = (program, args) =>
  spawnSync(program, args, { cwd: here, encoding: 'utf8', timeout: 120_000, killSignal: 'SIGKILL' })

const isInstalled = (program) => run('sh', ['-c', `command -v ${program}`]).status === 0

let failures = 0

function check(title, { status, stdout, stderr }, expected = name) {
  const isRight = status === 0 && stdout.trim() === expected
  if (!isRight) failures += 1
  console.log(`${isRight ? 'ok  ' : 'FAIL'} ${title}`)
  if (!isRight) console.log(`  status ${status}\n  ${stdout}\n  ${stderr}`)
}

/** Runs a command through the proxy of the built project. */
const throughProxy = (command) =>
  run(process.execPath, [
    join(root, 'dist/cli.js'),
    'proxy',
    '--authority',
    join(folder, 'authority'),
    '--',
    ...command,
  ])

function checkNode(title, program) {
  for (const client of Object.keys(requests)) {
    check(`${title}: ${client} through the proxy`, throughProxy([program, 'proxied.mjs', client]))
    if (!notIntercepted.includes(client))
      check(`${title}: ${client} intercepted`, run(program, ['intercepted.mjs', client]))
  }
}

prepareClients()
try {
  const installed = values.nodes.split(',').filter((major) => major !== '')
  const nodes = installed.map((major) => installNode(major, folder))
  checkNode(`Node ${process.version}`, process.execPath)
  for (const { program, version } of nodes) checkNode(`Node ${version}`, program)
  for (const [title, [program, ...command]] of Object.entries(others))
    if (isInstalled(program)) check(`${title} through the proxy`, throughProxy(command))
    else console.log(`skip ${title}: ${program} is not installed`)
  const { status } = throughProxy(['sh', '-c', 'exit 7'])
  check(
    'the exit code of the command',
    { status: status === 7 ? 0 : 1, stdout: `${status}`, stderr: '' },
    '7',
  )
} finally {
  rmSync(folder, { recursive: true })
}
process.exitCode = failures === 0 ? 0 : 1
