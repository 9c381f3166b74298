/** The sources of suites: clones of public repositories, kept outside of the project. */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

const cache = process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache')
const checkouts = join(cache, 'fauxgraph-suites')
const given = process.env['FAUXGRAPH_SOURCES']

const git = (...args) => execFileSync('git', args, { stdio: ['ignore', 'pipe', 'inherit'], encoding: 'utf8' })

/** Where a repository is cloned from: a clone in FAUXGRAPH_SOURCES, which may be in a folder `repo`, or GitHub. */
function originOf(repository) {
  const clone = given === undefined ? undefined : join(given, repository.replace('/', '+'))
  const found = clone && [join(clone, 'repo'), clone].find((folder) => existsSync(folder))
  return found ?? `https://github.com/${repository}`
}

/** Checks out a suite at its commit, without changes of earlier runs. Returns the folder. */
export function checkOut({ name, repository, commit, packages = [] }) {
  const parent = join(checkouts, name)
  const folder = join(parent, 'source')
  mkdirSync(parent, { recursive: true })
  if (!existsSync(folder)) git('clone', '--quiet', '--no-checkout', originOf(repository), folder)
  git('-C', folder, 'read-tree', commit)
  // A clone may lack large files: the others are written all the same.
  spawnSync('git', ['-C', folder, 'checkout-index', '--all', '--force'], { stdio: 'ignore' })
  installPackages(parent, packages)
  return folder
}

/** The name of a package in `name@range`. */
const nameOf = (text) => text.slice(0, text.indexOf('@', 1))

/** Installs packages beside a checkout, which finds them there, and without what its package.json asks for. */
function installPackages(parent, packages) {
  if (packages.every((text) => existsSync(join(parent, 'node_modules', nameOf(text))))) return
  writeFileSync(join(parent, 'package.json'), '{"private":true}')
  execFileSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', ...packages], {
    cwd: parent,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}
