import { execFileSync } from 'node:child_process'
import { existsSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = fileURLToPath(new URL('.', import.meta.url))
const root = fileURLToPath(new URL('../..', import.meta.url))

/** Installs the packages of a folder. */
export const install = (folder) =>
  execFileSync('npm', ['install', '--ignore-scripts', '--no-package-lock', '--no-audit', '--no-fund'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  })

/** Installs the clients, builds the project, and links it, so that programs of this folder import it by name. */
export function prepareClients() {
  if (!existsSync(join(here, 'node_modules/@activepieces'))) install(here)
  execFileSync('npm', ['run', '--silent', 'build'], { cwd: root, stdio: 'inherit' })
  const link = join(here, 'node_modules/fauxgraph')
  rmSync(link, { force: true })
  symlinkSync(root, link)
}
