import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'

/** The time zones and locales in which results are compared. */
export const { zones, locales } = JSON.parse(
  readFileSync(new URL('golden/places.json', import.meta.url), 'utf8'),
)

/**
 * Installs a version of Node from the npm package `node` into a folder of its own below `folder`. Returns the
 * folder and the path of its program, and its whole version.
 */
export function installNode(major, folder) {
  const home = join(folder, major)
  mkdirSync(home)
  const options = ['--prefix', home, '--no-save', '--no-audit', '--no-fund', '--loglevel', 'error']
  const { status, stderr } = spawnSync('npm', ['install', ...options, `node@${major}`], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`node@${major} cannot be installed: ${stderr}`)
  const bin = join(home, 'node_modules/node/bin')
  const program = join(bin, 'node')
  return { bin, program, version: spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout.trim() }
}

/** Runs a task for each item, as many at a time as there are processors; the results in the order of the items. */
export async function each(items, task) {
  const results = []
  const waiting = [...items.entries()]
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) results[next[0]] = await task(next[1])
  }
  await Promise.all(Array.from({ length: availableParallelism() }, worker))
  return results
}
