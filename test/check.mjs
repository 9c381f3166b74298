/**
 * Runs a check that takes longer than `npm test`: `npm run check -- NAME`, with its arguments behind the name.
 * Without a name it prints the list.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { checks } from './checks.mjs'

const cwd = fileURLToPath(new URL('..', import.meta.url))
const [name, ...given] = process.argv.slice(2)
const check = Object.hasOwn(checks, name ?? '') ? checks[name] : undefined

if (!check) {
  if (name !== undefined) console.error(`There is no check ${JSON.stringify(name)}. The checks are:\n`)
  for (const [each, { does }] of Object.entries(checks)) console.log(`${each.padEnd(10)} ${does}`)
  process.exit(name === undefined ? 0 : 2)
}

/** Runs a program, and ends with its status if it fails. The programs of npm are scripts on Windows. */
function run(program, args, environment = {}) {
  const shell = process.platform === 'win32' && program !== process.execPath
  const env = { ...process.env, ...environment }
  const { status, error } = spawnSync(program, args, { cwd, env, shell, stdio: 'inherit' })
  if (error) throw error
  if (status !== 0) process.exit(status ?? 1)
}

const { install, steps, npx, environment } = check
if (install && !existsSync(`${cwd}${install.folder}/node_modules`)) {
  const flags = ['--no-package-lock', '--no-audit', '--no-fund', ...(install.flags ?? [])]
  run('npm', ['install', '--prefix', install.folder, ...flags], install.environment)
}
const commands = [...steps.map((step) => [process.execPath, step]), ...(npx ? [['npx', npx]] : [])]
for (const [at, [program, args]] of commands.entries())
  run(program, at === commands.length - 1 ? [...args, ...given] : args, environment)
