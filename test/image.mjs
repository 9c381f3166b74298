/**
 * Builds the image of the server with buildah, starts what it starts, and asks it: `npm run check -- image`. Then
 * it builds the image of docs/explore.md with a program in Python, and lets it find the bug of this program. It
 * needs `apt-get install buildah`, and no daemon. It prints a line for each step, and ends with status 1 at
 * the first that fails, or with status 2 if a tool is missing.
 *
 * `npm run check -- image --base debian` first makes the base image from Debian's packages and the Node of npm,
 * for machines that reach no registry of images. That needs root, and `apt-get install debootstrap`.
 */
import { spawn, spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const fromDebian = process.argv.includes('debian')
const folder = mkdtempSync(join(tmpdir(), 'fauxgraph-image-'))
const env = { ...process.env, BUILDAH_ISOLATION: 'chroot', STORAGE_DRIVER: 'vfs' }
const image = 'localhost/fauxgraph-test'
const certificates = process.env.NODE_EXTRA_CA_CERTS

const onPath = (name) =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .map((place) => join(place, name))
    .find((path) => existsSync(path))

class StepError extends Error {}

/** Runs a command, and returns what it printed. */
function run(command, args) {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd: root, env, encoding: 'utf8' })
  if (status !== 0) throw new StepError(error?.message ?? `${stdout}\n${stderr}`.slice(-4_000))
  return stdout.trim()
}

const buildah = (...args) => run('buildah', args)

/** Does one step, and prints a line with its seconds. */
async function step(title, work) {
  const began = performance.now()
  try {
    const result = await work()
    console.log(`ok   ${title} (${((performance.now() - began) / 1000).toFixed(0)} s)`)
    return result
  } catch (error) {
    console.log(`FAIL ${title}`)
    throw error
  }
}

/** Makes the base image: Debian, Node, npm, the user `node`, and the certificates that this host trusts. */
function makeBase(name) {
  const system = join(folder, 'system')
  run('debootstrap', ['--variant=minbase', 'bookworm', system])
  const major = /\d+/.exec(name)[0]
  run('npm', ['install', '--prefix', folder, '--no-save', '--loglevel', 'error', `node@${major}`])
  cpSync(join(folder, 'node_modules/node/bin/node'), join(system, 'usr/local/bin/node'))
  const npm = dirname(dirname(realpathSync(onPath('npm'))))
  mkdirSync(join(system, 'usr/local/lib/node_modules'), { recursive: true })
  cpSync(npm, join(system, 'usr/local/lib/node_modules/npm'), { recursive: true })
  for (const command of ['npm', 'npx'])
    run('ln', ['-s', `../lib/node_modules/npm/bin/${command}-cli.js`, join(system, 'usr/local/bin', command)])
  run('chroot', [system, 'useradd', '--create-home', 'node'])
  const container = buildah('from', 'scratch')
  buildah('copy', '--quiet', container, system, '/')
  if (certificates !== undefined) {
    buildah('copy', '--quiet', container, certificates, '/certificates.pem')
    buildah('config', '--env', 'NODE_EXTRA_CA_CERTS=/certificates.pem', container)
  }
  buildah('commit', '--quiet', '--rm', container, `localhost/${name}`)
}

/** Starts the command of the image at a free port, and returns the address that it prints. */
function start(container, { Entrypoint, Cmd }) {
  const words = [...Entrypoint, ...Cmd, '--port', '0', '--json']
  const server = spawn('buildah', ['run', container, '--', ...words], { env })
  let problems = ''
  server.stderr.on('data', (text) => {
    problems += text
  })
  const url = new Promise((resolve, reject) => {
    server.once('exit', (code) => reject(new StepError(`the server ended with status ${code}: ${problems}`)))
    createInterface(server.stdout).once('line', (line) => resolve(JSON.parse(line).url))
  })
  return { server, url }
}

/** Options of each build: it uses the network of the host, and asks no registry if its base is made here. */
const buildOptions = ['--network', 'host', ...(fromDebian ? ['--pull-never'] : [])]

async function testServer() {
  const file = '.build/Dockerfile'
  const [, base] = /^FROM (\S+)/m.exec(readFileSync(join(root, file), 'utf8'))
  if (fromDebian) await step(`the base ${base} is made from Debian`, () => makeBase(base))
  const options = [...buildOptions, '--file', file, '--ignorefile', `${file}.dockerignore`]
  await step(`${file} builds`, () => buildah('bud', ...options, '--tag', image, '.'))
  const [{ size }] = JSON.parse(buildah('images', '--json', image))
  console.log(`     ${size}`)
  const container = buildah('from', '--pull-never', image)
  const { config } = JSON.parse(buildah('inspect', container)).OCIv1
  await step('it does not run as root', () => {
    const user = buildah('run', container, '--', 'id', '-un')
    if (user !== 'node') throw new StepError(`it runs as ${user}`)
  })
  const { server, url } = start(container, config)
  try {
    await step('the server answers', async () => {
      const { status } = await fetch(new URL('/_sim/world', (await url).replace('0.0.0.0', '127.0.0.1')))
      if (status !== 200) throw new StepError(`the status is ${status}`)
    })
  } finally {
    server.kill('SIGTERM')
    buildah('rm', container)
  }
  return base
}

/** Makes a folder with the program of the guide, the package, and the Dockerfile of docs/explore.md. */
function makeProgram() {
  const program = join(folder, 'program')
  const guide = join(root, 'test/guide/lead-cron')
  mkdirSync(join(program, 'vendor'), { recursive: true })
  run('npm', ['pack', '--pack-destination', join(program, 'vendor')])
  cpSync(join(guide, 'sync.py'), join(program, 'sync.py'))
  const config = readFileSync(join(guide, 'fauxgraph.config.ts'), 'utf8')
  writeFileSync(
    join(program, 'fauxgraph.config.ts'),
    config.replace(/'[./]*src\/explore\/index.ts'/, "'fauxgraph/explore'"),
  )
  const [, text] = /```dockerfile\n([^`]*)```/.exec(readFileSync(join(root, 'docs/explore.md'), 'utf8'))
  writeFileSync(join(program, 'Dockerfile'), text)
  return { program, base: /^FROM (\S+)/m.exec(text)[1] }
}

async function testExplorer(serverBase) {
  const name = `${image}-explorer`
  const { program, base } = await step('the package is packed', makeProgram)
  if (fromDebian) buildah('tag', `localhost/${serverBase}`, `localhost/${base}`)
  await step('the image of docs/explore.md builds', () =>
    buildah('bud', ...buildOptions, '--tag', name, program),
  )
  const container = buildah('from', '--pull-never', name)
  try {
    await step('its exploration finds that a lead is lost', () => {
      const { Cmd } = JSON.parse(buildah('inspect', container)).OCIv1.config
      const { stdout } = spawnSync('buildah', ['run', container, '--', ...Cmd], { env, encoding: 'utf8' })
      if (!stdout.includes('"kind":"leads lost"')) throw new StepError(stdout.slice(-4_000))
    })
  } finally {
    buildah('rm', container)
  }
}

async function test() {
  await testExplorer(await testServer())
}

const missing = ['buildah', ...(fromDebian ? ['debootstrap'] : [])].filter((tool) => !onPath(tool))
if (missing.length > 0) {
  console.log(`MISS ${missing.join(' and ')}: apt-get install ${missing.join(' ')}`)
  process.exitCode = 2
} else {
  try {
    await test()
  } catch (error) {
    if (!(error instanceof StepError)) throw error
    console.log(error.message)
    process.exitCode = 1
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
