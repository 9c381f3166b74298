/**
 * Runs the suite on every version of Node that the project supports: `npm run check -- nodes`, or
 * `npm run check -- nodes 22 24` for some of them, with `--same` for the first part alone. Every other word goes
 * to vitest: `npm run check -- nodes 24 test/service --testTimeout=600000`.
 *
 * 1. The same bytes: the story and the requests of `test/golden` are played in each version, time zone and
 *    locale. Their answers, bodies and hashes must be equal in all of them.
 * 2. The suite, in each version.
 *
 * It installs the versions from the npm package `node` into a temporary folder. It prints one line for each
 * version and part, and ends with status 1 when any of them failed.
 *
 * `npm run check -- nodes --platforms` plays them on other processors instead: on arm64, and on s390x, which is
 * big-endian. qemu emulates these, and `apt-get install qemu-user` installs it; a platform of which something is
 * missing is named, with the package. The paths of other programs of Node may follow, such as one for musl, of
 * which npm has none. It prints a line with a hash for each, and ends with status 1 if hashes differ, or with
 * status 2 if a platform was missing. Each takes about a minute, and more on a busy machine.
 */
import { execFile, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { build } from 'vite'
import { describeNode, installPlatform, missingFor, platforms } from './node-platforms.mjs'
import { each, installNode, locales, zones } from './node-versions.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const places = zones.flatMap((zone) => locales.map((locale) => ({ zone, locale })))

const given = process.argv.slice(2)
const asked = given.filter((word) => /^\d+$/.test(word))
const forVitest = given.filter((word) => !asked.includes(word) && word !== '--same')
const majors = asked.length > 0 ? asked : ['20', '22', '24']
const folder = mkdtempSync(join(tmpdir(), 'fauxgraph-nodes-'))
let failures = 0

function say(passed, text) {
  if (!passed) failures += 1
  console.log(`${passed ? 'ok  ' : 'FAIL'} ${text}`)
}

/** Plays the story and the requests in one place; each frame and answer is a line. */
async function played([program, ...args], { zone, locale }) {
  const env = { ...process.env, TZ: zone, LC_ALL: locale, LANG: locale }
  const run = promisify(execFile)
  const words = [...args, join(folder, 'child.mjs'), 'requests']
  const { stdout } = await run(program, words, { env, maxBuffer: 2 ** 26 })
  const { hour, locale: inForce, frames, answers } = JSON.parse(stdout)
  return { hour, inForce, lines: [...frames.map((frame) => JSON.stringify(frame)), ...answers] }
}

/** The first line that two runs do not share. */
function difference(lines, expected) {
  const at = expected.findIndex((line, place) => line !== lines[place])
  if (at === -1) return lines.length === expected.length ? undefined : `${lines.length} lines`
  return `line ${at + 1} is ${lines[at]}, not ${expected[at]}`
}

/** Compares every place of a version with the first run of all; the lines of its first run. */
async function compare({ program, version }, expected) {
  const runs = await each(places, (place) => played([program], place))
  const first = expected ?? runs[0].lines
  const unlike = runs.flatMap(({ lines }, at) => {
    const found = difference(lines, first)
    return found === undefined ? [] : [`  ${places[at].zone}, ${places[at].locale}: ${found}`]
  })
  const [hours, names] = [new Set(runs.map(({ hour }) => hour)), new Set(runs.map((run) => run.inForce))]
  const inForce = hours.size === 4 && names.size === locales.length
  const equal = `${places.length - unlike.length} of ${places.length} places equal`
  say(unlike.length === 0, `${version}: ${equal}, ${first.length} answers each`)
  for (const line of unlike) console.log(line)
  if (!inForce) say(false, `${version}: the zones and locales are not in force`)
  return first
}

/** Plays everything on one platform, and compares it with the lines of the first; its lines. */
async function comparePlatform(name, command, place, expected) {
  const began = Date.now()
  const { lines } = await played(command, place)
  const found = difference(lines, expected ?? lines)
  const hash = createHash('sha256').update(lines.join('\n')).digest('hex')
  const seconds = Math.round((Date.now() - began) / 1000)
  say(found === undefined, `${name}: ${lines.length} answers, ${hash}, ${seconds} s`)
  if (found !== undefined) console.log(`  ${found}`)
  return lines
}

/** Plays everything here, on the emulated platforms, and by the programs that are named. */
async function comparePlatforms() {
  const here = [process.execPath]
  const expected = await comparePlatform(describeNode(here), here, places[0])
  let missed = 0
  for (const platform of platforms) {
    const missing = missingFor(platform)
    if (missing !== undefined) {
      missed += 1
      console.log(`MISS ${platform.name}: ${missing}`)
      continue
    }
    try {
      const command = installPlatform(platform, folder)
      await comparePlatform(describeNode(command), command, platform.place, expected)
    } catch (error) {
      say(false, `${platform.name}: ${error.message}`)
    }
  }
  for (const program of given.filter((word) => word.startsWith('/')))
    await comparePlatform(describeNode([program]), [program], places[0], expected)
  return missed
}

/** Plays everything in the versions, then runs the suite in each. */
async function compareVersions() {
  const nodes = majors.map((major) => installNode(major, folder))
  let expected
  for (const node of nodes) expected = await compare(node, expected)
  const ended = given.includes('--same') ? [] : nodes.map(suite)
  for (const [passed, text] of ended) say(passed, text)
  return 0
}

/** Runs the suite by a version of Node, which stands first on the path for what the tests start. */
function suite({ bin, program, version }) {
  const env = { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}` }
  const report = join(root, '.report.json')
  rmSync(report, { force: true })
  const began = Date.now()
  const args = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...forVitest]
  const { status } = spawnSync(program, args, { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'] })
  const seconds = Math.round((Date.now() - began) / 1000)
  let line = 'the run ended without a report'
  try {
    line = JSON.parse(readFileSync(report, 'utf8')).line
  } catch {
    // A crash leaves no report: the status below says so.
  }
  return [status === 0, `${version}: ${line}, ${seconds} s`]
}

let missed = 0
try {
  await build({ configFile: join(root, 'test/golden/vite.config.ts'), build: { outDir: folder } })
  missed = await (given.includes('--platforms') ? comparePlatforms() : compareVersions())
} finally {
  rmSync(folder, { recursive: true, force: true })
}
process.exitCode = failures > 0 ? 1 : missed > 0 ? 2 : 0
