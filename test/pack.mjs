// Packs the project, installs the package in an empty folder, and runs the examples of the README there:
// compiled under strict against the types of the package, then executed. It also starts the installed command.
// It needs a package registry, so `npm test` does not run it: npm run test:pack
import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const folder = mkdtempSync(join(tmpdir(), 'fauxgraph-pack-'))
const run = (command, args, cwd = folder) => execFileSync(command, args, { cwd, encoding: 'utf8' })
let failures = 0

function check(title, actual, expected) {
  const isSame = actual === expected
  if (!isSame) failures += 1
  console.log(`${isSame ? 'ok  ' : 'FAIL'} ${title}`)
  if (!isSame) console.log(`  expected ${JSON.stringify(expected)}\n  actual   ${JSON.stringify(actual)}`)
}

const compilerOptions = {
  target: 'ES2023',
  lib: ['ES2024', 'DOM', 'DOM.Iterable'],
  module: 'nodenext',
  strict: true,
  skipLibCheck: true,
  types: ['node'],
}

/** Compiles the examples, and returns the messages of the compiler. */
function compile() {
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['example-*.ts'] }))
  try {
    return run('npx', ['tsc'])
  } catch (error) {
    return error.stdout
  }
}

/** Starts the server of the installed command, and resolves when it has printed its address. */
function startServer() {
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
    server.on('exit', (code) => reject(new Error(`The server ended with code ${code}`)))
  })
}

try {
  const [packed] = JSON.parse(run('npm', ['pack', '--json', '--pack-destination', folder], root))
  console.log(`${packed.filename}: ${packed.entryCount} files, ${Math.round(packed.size / 1024)} KB packed`)
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n')
  const others = ['fast-check', 'typescript', '@types/node'].map((name) => `${name}@${devDependencies[name]}`)
  run('npm', ['install', '--no-audit', '--no-fund', join(folder, packed.filename), ...others])

  const readme = readFileSync(join(folder, 'node_modules/fauxgraph/README.md'), 'utf8')
  const examples = [...readme.matchAll(/```ts\n(.*?)```/gs)].map(([, code]) => code)
  for (const [at, code] of examples.entries()) writeFileSync(join(folder, `example-${at}.ts`), code)
  check('the README has examples', examples.length > 0, true)
  check('the examples compile under strict', compile(), '')
  for (const [at, code] of examples.entries()) {
    const promised = [...code.matchAll(/^\/\/ → (.*)$/gm)].map(([, line]) => `${line}\n`).join('')
    check(`example ${at + 1} of the README`, run(process.execPath, [`example-${at}.js`]), promised)
  }

  const { url, starter, stop } = await startServer()
  const response = await fetch(
    `${url}/v26.0/${starter.campaign}?fields=name&access_token=${starter.userToken}`,
  )
  check(
    'the server answers a read of the starter campaign',
    JSON.stringify(await response.json()),
    JSON.stringify({ id: starter.campaign, name: 'Starter Campaign' }),
  )
  stop()
} finally {
  rmSync(folder, { recursive: true, force: true })
}
process.exitCode = failures > 0 ? 1 : 0
