/**
 * Goes through the first minutes of a user in each set-up: `npm run check -- setups`, or
 * `npm run check -- setups jest Deno` for those whose names contain one of the words. With the path of a tarball
 * among the words, it does not pack the project.
 *
 * It packs the project. For each set-up it makes an empty folder, installs the package there with the tools of the
 * set-up, and runs the smallest test. It prints a table with the seconds of all commands, and ends with status 1
 * if one of them failed. The seconds depend on the registry and on the cache of npm.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runCommand } from './setups/run-command.mjs'
import { setups } from './setups/setups.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const base = mkdtempSync(join(tmpdir(), 'fauxgraph-setups-'))
const given = process.argv.slice(2)
const tarball = given.find((word) => word.endsWith('.tgz'))
const words = given.filter((word) => word !== tarball)

function pack() {
  const options = { cwd: root, encoding: 'utf8' }
  const [{ filename }] = JSON.parse(
    execFileSync('npm', ['pack', '--json', '--pack-destination', base], options),
  )
  return join(base, filename)
}

function writeFiles(folder, manifest, files) {
  mkdirSync(join(folder, 'test'), { recursive: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'fresh', ...manifest }))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}

/** Runs the commands of a set-up until one fails. Returns the commands with what they printed. */
function runAll({ packages, commands, environment }, folder, packed) {
  const install = `npm install --save-dev --no-audit --no-fund ${[packed, ...packages].join(' ')}`
  const done = []
  let last = { code: 0, text: '' }
  for (const named of [install, ...commands]) {
    // `init` has printed the command that runs its tests.
    const command = named === 'test' ? (/Run the tests: (.*)/.exec(last.text)?.[1] ?? 'false') : named
    last = runCommand(command, folder, named === install ? {} : environment)
    done.push({ command: command.replace(packed, 'fauxgraph.tgz'), ...last })
    if (last.code !== 0) break
  }
  return done
}

function play(setup, packed) {
  const folder = join(base, 'fresh')
  writeFiles(folder, setup.manifest, setup.files ?? {})
  const began = performance.now()
  const done = runAll(setup, folder, packed)
  const seconds = (performance.now() - began) / 1000
  rmSync(folder, { recursive: true })
  const { code, text } = done.at(-1)
  const isRight = code === 0 && (setup.prints === undefined || text.trim().endsWith(setup.prints))
  return { done, seconds, isRight }
}

const failed = []

function row(setup, { done, seconds, isRight }) {
  if (!isRight) failed.push({ name: setup.name, ...done.at(-1) })
  const commands = done
    .map(({ command }) => `\`${command.replace(/ --no-audit --no-fund/, '')}\``)
    .join('<br>')
  return `| ${setup.name} | ${commands} | ${seconds.toFixed(1)} | ${isRight ? 'works' : 'FAILS'} |`
}

try {
  const packed = tarball === undefined ? pack() : resolve(tarball)
  console.log('| set-up | commands | seconds | result |\n|---|---|---|---|')
  for (const setup of setups.map((given) => ({ manifest: {}, ...given })))
    if (words.length === 0 || words.some((word) => setup.name.includes(word)))
      console.log(row(setup, play(setup, packed)))
} finally {
  rmSync(base, { recursive: true, force: true })
}
for (const { name, command, text } of failed) console.log(`\n${name}: ${command}\n${text.slice(-3000)}`)
process.exitCode = failed.length > 0 ? 1 : 0
