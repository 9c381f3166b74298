/**
 * Runs one suite as the command of `fauxgraph proxy`: `node drive.mjs NAME FOLDER FILE [COMMAND]`. It writes the
 * results of the tests into a file.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { control } from './control.mjs'

const [, , name, folder, file, command] = process.argv
const { suite } = await import(`./suites/${name}.mjs`)

/** Runs a command in the checkout. Returns what it printed. */
function run(words, { env = {}, cwd = '' } = {}) {
  const [program, ...args] = words
  const { stdout, stderr, error } = spawnSync(program, args, {
    ...{ cwd: join(folder, cwd), encoding: 'utf8', maxBuffer: 2 ** 28, timeout: 15 * 60_000 },
    env: { ...process.env, ...env },
  })
  if (error) throw error
  console.log(stdout)
  console.error(stderr)
  return `${stdout}\n${stderr}`
}

/** Sets values in a file of the checkout: what its authors ask a person to fill in. */
function configure(path, change) {
  const place = join(folder, path)
  writeFileSync(place, change(readFileSync(place, 'utf8')))
}

/** Writes a new file into the checkout. */
const write = (path, text) => writeFileSync(join(folder, path), text)

const { starter } = await control('world')
const act = async (action, params) => (await control(`actions/${action}`, params)).value
const results = await suite.run({ names: starter, act, run, configure, write, folder, command })
writeFileSync(file, JSON.stringify(results))
