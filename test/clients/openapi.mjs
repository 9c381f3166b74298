/**
 * Generates a client from the OpenAPI document, checks its types, and lets it call a server:
 * `npm run check -- openapi`. It installs the generator into `test/clients/openapi/`, and builds the project.
 */
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { install } from './install.mjs'

const folder = fileURLToPath(new URL('openapi/', import.meta.url))
const root = fileURLToPath(new URL('../..', import.meta.url))
const run = (program, args, cwd = folder) => execFileSync(program, args, { cwd, stdio: 'inherit' })

if (!existsSync(`${folder}node_modules/openapi-typescript`)) install(folder)
run('npm', ['run', '--silent', 'build'], root)
const made = ['openapi.json', 'schema.ts', '.built'].map((name) => `${folder}${name}`)
const server = spawn(process.execPath, [`${root}dist/cli.js`, 'serve', '--port', '0', '--json'])
try {
  run(process.execPath, [`${root}dist/cli.js`, 'openapi', '--out', 'openapi.json'])
  run('npx', ['openapi-typescript', 'openapi.json', '--output', 'schema.ts'])
  const options = [
    '--strict',
    '--skipLibCheck',
    '--module',
    'nodenext',
    '--target',
    'es2023',
    '--outDir',
    '.built',
  ]
  run('npx', ['tsc', 'client.ts', ...options, '--types', 'node', '--typeRoots', `${root}node_modules/@types`])
  const [line] = await new Promise((resolve) =>
    createInterface(server.stdout).once('line', (one) => resolve([one])),
  )
  run(process.execPath, ['.built/client.js', line])
} finally {
  server.kill()
  for (const path of made) rmSync(path, { recursive: true, force: true })
}
