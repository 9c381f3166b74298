/**
 * Replays saved stories on every version of Node that the project supports, and in five time zones:
 * `npm run check -- replay`, or `npm run check -- replay --only sync` for the wrong programs of `test/gallery/bugs`
 * and of `test/programs` whose name matches. Without `--only` it takes twelve of the first, and four of the
 * second: programs that are loaded unmodified, with a database of each kind.
 *
 * The first version explores each program once, and saves the smallest story of its first failure. Every
 * version then plays the story in every zone, from the saved file and from the program that `--repro` writes:
 * the failure and the whole text must be the same. It prints a table, and ends with status 1 if they are not.
 */
import { execFile, execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { build } from 'vite'
import './gallery/make-bugs.mjs'
import { each, installNode, zones } from './node-versions.mjs'
import { inputsOf, unmodified, writeProgram } from './replay-programs.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const bugs = join(root, 'test/gallery/bugs')
const twelve = [
  ...['album-orphans', 'campaign-budget-as-text', 'campaign-half-copy-repeated', 'feed-mirror-keeps-removed'],
  ...['images-known-hash-fails', 'scheduler-local-time', 'scheduler-two-workers', 'statistics-unknown-limit'],
  ...['sync-checkpoint-first', 'sync-same-second', 'token-hot-retry', 'webhook-no-dedupe'],
]
const { values } = parseArgs({ options: { only: { type: 'string' } } })
const isAsked = (name) => values.only === undefined || new RegExp(values.only).test(name)
const loaded = unmodified.filter(isAsked)

const programs = readdirSync(bugs)
  .map((file) => file.replace('.ts', ''))
  .filter((name) => (values.only === undefined ? twelve.includes(name) : isAsked(name)))

const folder = mkdtempSync(join(tmpdir(), 'fauxgraph-replay-'))
const installed = join(folder, 'node_modules/fauxgraph')
const cli = join(installed, 'dist/cli.js')

/** The inspector has no page here: nothing looks at one. */
const noViewer = {
  name: 'no-viewer',
  resolveId: (id) => (id === 'virtual:fauxgraph-viewer' ? `\0${id}` : undefined),
  load: (id) => (id === '\0virtual:fauxgraph-viewer' ? "export const script = '', style = ''" : undefined),
}

/** Links packages that are not there yet. */
function linkPackages(from) {
  for (const entry of readdirSync(from).filter((entry) => !entry.startsWith('.'))) {
    const link = join(folder, 'node_modules', entry)
    if (!existsSync(link)) symlinkSync(join(from, entry), link)
  }
}

/** Builds the project with the programs into one folder, so that they have the same modules. */
async function install() {
  const inputs = programs.map((name) => [`bugs/${name}`, join(bugs, `${name}.ts`)])
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    plugins: [noViewer],
    ssr: { noExternal: true },
    build: {
      ssr: true,
      target: 'node20',
      outDir: join(installed, 'dist'),
      rolldownOptions: {
        input: {
          index: 'src/index.ts',
          explore: 'src/explore/index.ts',
          cli: 'src/front/cli/main.ts',
          ...Object.fromEntries(inputs),
          ...inputsOf(loaded),
        },
        preserveEntrySignatures: 'strict',
        // Programs are loaded by the Vite that is installed.
        external: ['vite', 'vite/module-runner'],
      },
    },
  })
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const manifest = { name: 'fauxgraph', type: 'module', exports }
  writeFileSync(join(installed, 'package.json'), JSON.stringify(manifest))
  const dist = join(installed, 'dist')
  for (const name of programs) {
    mkdirSync(join(folder, name))
    writeFileSync(join(folder, name, 'explore.mjs'), optionsModule(name))
  }
  // The packages of such a program, and Vite, which loads it.
  linkPackages(join(root, 'node_modules'))
  linkPackages(join(root, 'test/programs/node_modules'))
  for (const name of loaded) await writeProgram(dist, name, join(folder, name))
}

/** A module that exports the options of a program, with the laws of its user. */
const optionsModule = (name) => `import { program } from '../node_modules/fauxgraph/dist/bugs/${name}.js'
const { options, invariants } = program
export default { ...options, ...invariants, kinds: 1, stories: 'stories' }
`

/** Saves a story of each program, and writes the program that replays it. */
function saveStories({ program }) {
  return [...programs, ...loaded].map((name) => {
    const cwd = join(folder, name)
    mkdirSync(join(cwd, 'stories'))
    const run = (...args) => execFileSync(program, [cli, ...args], { cwd, stdio: 'pipe' })
    const said = failing(() => run('explore', 'explore.mjs', '--seeds', '1', '--workers', '1'))
    const file = readdirSync(join(cwd, 'stories')).find((name) => name.endsWith('.yaml'))
    if (file === undefined) throw new Error(`${name}: no story was saved: ${said}`)
    const story = `stories/${file}`
    failing(() => run('run', story, 'explore.mjs', '--repro', 'repro.mjs'))
    return { name, cwd, ways: { story: [cli, 'run', story, 'explore.mjs'], repro: ['repro.mjs'] } }
  })
}

/** Runs a command that ends with exit code 1 because a story fails. Returns what it said. */
function failing(run) {
  try {
    run()
  } catch (error) {
    if (error.status === 1) return `${error.stdout}${error.stderr}`
    throw error
  }
  throw new Error('The story passes, and it must fail')
}

/** Replays a story once. Returns its exit code and its text. */
const replayed = (program, cwd, zone, args) =>
  new Promise((resolve) => {
    const options = { cwd, encoding: 'utf8', env: { ...process.env, TZ: zone } }
    execFile(program, args, options, (error, out, err) =>
      resolve({ code: error === null ? 0 : error.code, out, err }),
    )
  })

const isSame = (one, other) => one.code === 1 && one.out !== '' && one.out === other.out

/** The first line of a replay that differs, or what it wrote to the error stream. */
function difference(replay, expected) {
  const lines = expected.out.split('\n')
  const place = lines.findIndex((line, at) => line !== replay.out.split('\n')[at])
  if (replay.code !== 1) return `exit code ${replay.code}: ${replay.err.split('\n')[0]}`
  return place < 0
    ? 'more lines'
    : `line ${place + 1} is "${replay.out.split('\n')[place]}", not "${lines[place]}"`
}

/** Replays one story in every version and zone, in both ways. Returns a row of the table. */
async function replayStory({ name, cwd, ways }, nodes) {
  const places = nodes.flatMap((node) => zones.map((zone) => ({ ...node, zone })))
  const expected = await replayed(nodes[0].program, cwd, zones[0], ways.story)
  const counts = {}
  const problems = []
  for (const [way, args] of Object.entries(ways)) {
    const replays = await each(places, ({ program, zone }) => replayed(program, cwd, zone, args))
    counts[way] = replays.filter((replay) => isSame(replay, expected)).length
    for (const [at, replay] of replays.entries())
      if (!isSame(replay, expected))
        problems.push(`${way}, ${places[at].version}, ${places[at].zone}: ${difference(replay, expected)}`)
  }
  return { name, counts, of: places.length, problems }
}

try {
  await install()
  const nodes = ['20', '22', '24'].map((major) => installNode(major, folder))
  const saved = saveStories(nodes[0])
  console.log(`${nodes.map(({ version }) => version).join(', ')}; ${zones.join(', ')}\n`)
  console.log(`${'program'.padEnd(30)}  from the story  from the repro`)
  let [same, all] = [0, 0]
  for (const story of saved) {
    const { name, counts, of, problems } = await replayStory(story, nodes)
    const cells = [counts.story, counts.repro].map((count) => `${count} of ${of}`.padStart(14))
    console.log(`${name.padEnd(30)}  ${cells.join('  ')}`)
    for (const problem of problems) console.log(`  ${problem}`)
    same += counts.story + counts.repro
    all += 2 * of
  }
  console.log(`\n${same} of ${all} replays of ${saved.length} stories are the same`)
  process.exitCode = same === all && saved.length > 0 ? 0 : 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
