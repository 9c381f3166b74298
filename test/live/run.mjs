/**
 * Runs the test suites that SDKs wrote against the live service, unmodified, through `fauxgraph proxy`:
 * `npm run check -- live`, or `npm run check -- live koala fb` for the suites whose names contain one of these words.
 *
 * The suites are not part of this project. A suite names its repository and commit. The script takes it from the
 * folder FAUXGRAPH_SOURCES, in which `owner+name` is a clone, or from GitHub.
 *
 * --command NAME=COMMAND   how to run a suite in a compiled language, such as --command 'huandu=go test -json .'
 * --built                  takes the project as it was built last
 * --text                   prints the output of each suite too
 * --json FILE              writes all results
 *
 * It prints a table, and each failure with its reason. It ends with status 1 if a failure has no known reason, or
 * if a test passes whose failure was known.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { judge } from './judge.mjs'
import { checkOut } from './sources.mjs'
import { failuresOf, tableOf } from './tables.mjs'

const here = fileURLToPath(new URL('.', import.meta.url))
const root = resolve(here, '../..')
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    command: { type: 'string', multiple: true, default: [] },
    built: { type: 'boolean', default: false },
    text: { type: 'boolean', default: false },
    json: { type: 'string' },
  },
})

/** The commands of suites in compiled languages, by the names of the suites. */
const commands = new Map(
  values.command.map((text) => {
    const [name, ...rest] = text.split('=')
    return [name, rest.join('=')]
  }),
)

const isChosen = ({ name }) => positionals.length === 0 || positionals.some((word) => name.includes(word))

async function suites() {
  const files = readdirSync(join(here, 'suites')).filter((name) => name.endsWith('.mjs'))
  const modules = await Promise.all(files.map((name) => import(`./suites/${name}`)))
  return modules.map(({ suite }) => suite).filter(isChosen)
}

/** What a suite needs and this machine lacks, with how to get it. */
function lacking({ name, needs, isCompiled }) {
  const missing = Object.entries(needs).filter(([probe]) => spawnSync('sh', ['-c', probe]).status !== 0)
  const lines = missing.map(([, hint]) => `it needs ${hint}`)
  return isCompiled && !commands.has(name) ? [...lines, `it needs --command '${name}=COMMAND'`] : lines
}

/** Runs a suite in a world of its own. Returns its results, or what went wrong. */
function perform(suite, authority) {
  const missing = lacking(suite)
  if (missing.length > 0) return { trouble: `skipped: ${missing.join(', ')}` }
  const folder = checkOut(suite)
  const file = join(authority, `${suite.name}.json`)
  const program = [join(here, 'drive.mjs'), suite.name, folder, file, commands.get(suite.name) ?? '']
  const proxy = [join(root, 'dist/cli.js'), 'proxy', '--authority', authority, ...(suite.options ?? [])]
  const stdio = values.text ? 'inherit' : ['ignore', 'ignore', 'pipe']
  const { stderr } = spawnSync(process.execPath, [...proxy, '--', process.execPath, ...program], {
    ...{ stdio, encoding: 'utf8', timeout: 40 * 60_000, killSignal: 'SIGKILL', maxBuffer: 2 ** 28 },
  })
  try {
    return { results: JSON.parse(readFileSync(file, 'utf8')) }
  } catch {
    return { trouble: `it did not run: ${stderr?.slice(-1000)}` }
  }
}

const authority = mkdtempSync(join(tmpdir(), 'fauxgraph-live-'))
try {
  if (!values.built) execFileSync('npm', ['run', '--silent', 'build'], { cwd: root, stdio: 'inherit' })
  const rows = (await suites()).map((suite) => judge(suite, perform(suite, authority)))
  if (values.json) writeFileSync(values.json, JSON.stringify(rows, null, 1))
  console.log([tableOf(rows), ...rows.map(failuresOf)].join('\n\n'))
  process.exitCode = rows.some(({ isExplained }) => !isExplained) ? 1 : 0
} finally {
  rmSync(authority, { recursive: true })
}
