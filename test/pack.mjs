// Packs the project, installs the tarball in an empty folder, and does there what the README says.
// It needs a package registry, so it is a script of its own: npm run test:pack
import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'fauxgraph-pack-'))
const run = (command, args, cwd = folder) => execFileSync(command, args, { cwd, encoding: 'utf8' })
let failures = 0

function check(what, actual, expected) {
  const isSame = actual === expected
  if (!isSame) failures += 1
  console.log(`${isSame ? 'ok  ' : 'FAIL'} ${what}`)
  if (!isSame) console.log(`  expected ${JSON.stringify(expected)}\n  printed  ${JSON.stringify(actual)}`)
}

/** The server of the installed command, until it has printed where it is. */
function served() {
  const server = spawn('npx', ['fauxgraph', 'serve', '--port', '0', '--json'], {
    cwd: folder,
    detached: true,
  })
  return new Promise((resolve, reject) => {
    let text = ''
    server.stdout.on('data', (chunk) => {
      text += chunk
      if (text.includes('\n')) resolve({ ...JSON.parse(text), stop: () => process.kill(-server.pid) })
    })
    server.on('exit', (code) => reject(new Error(`The server ended with ${code}`)))
  })
}

try {
  const [packed] = JSON.parse(run('npm', ['pack', '--json', '--pack-destination', folder], root))
  console.log(`${packed.filename}: ${packed.entryCount} files, ${Math.round(packed.size / 1024)} KB packed`)
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n')
  run('npm', ['install', '--no-audit', '--no-fund', join(folder, packed.filename), 'fast-check'])
  const readme = readFileSync(join(folder, 'node_modules/fauxgraph/README.md'), 'utf8')
  for (const [at, [, code]] of [...readme.matchAll(/```js\n(.*?)```/gs)].entries()) {
    const promised = [...code.matchAll(/^\/\/ → (.*)$/gm)].map(([, text]) => `${text}\n`).join('')
    writeFileSync(join(folder, `block-${at}.js`), code)
    check(`block ${at + 1} of the README`, run(process.execPath, [`block-${at}.js`]), promised)
  }
  const { url, starter, stop } = await served()
  const answer = await fetch(`${url}/v26.0/${starter.campaign}?fields=name&access_token=${starter.userToken}`)
  check(
    'the served campaign',
    JSON.stringify(await answer.json()),
    JSON.stringify({ id: starter.campaign, name: 'Starter Campaign' }),
  )
  stop()
} finally {
  rmSync(folder, { recursive: true, force: true })
}
process.exitCode = failures > 0 ? 1 : 0
