/**
 * Explores programs from public repositories, unmodified: `npm run check -- foreign --sources DIR`.
 *
 * The sources are not part of this project. `--list` prints how to fetch them: each program is a folder of DIR
 * with the name that programs.json gives it, and holds the repository at the commit, with its packages.
 *
 * --sources DIR        the folder of the sources
 * --only sync          the programs whose name matches this regular expression
 * --seed 1             the seed of the random stories
 * --runs 500           the maximum number of runs of a program
 * --within 14          the minutes after which the exploration of a program ends by itself
 * --text               prints each report too
 * --json FILE          a line of JSON for each program
 *
 * It prints a table, and ends with status 1 if a bug was not found, or a report points at none.
 */
import { execFileSync, fork } from 'node:child_process'
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { assess, linesOf, standInLines } from './assess.mjs'

const here = fileURLToPath(new URL('.', import.meta.url))
const root = resolve(here, '../..')
const programs = JSON.parse(readFileSync(join(here, 'programs.json'), 'utf8'))

const { values } = parseArgs({
  options: {
    sources: { type: 'string' },
    list: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    seed: { type: 'string', default: '1' },
    runs: { type: 'string', default: '500' },
    within: { type: 'string', default: '14' },
    text: { type: 'boolean', default: false },
    json: { type: 'string' },
  },
})

/** How to fetch the sources of a program into the current folder. */
const howToFetch = ({ name, repository, commit, install = 'npm ci --ignore-scripts' }) =>
  `git clone https://github.com/${repository} ${name} && git -C ${name} checkout ${commit} && (cd ${name} && ${install})`

/** Builds the configurations, and what explores them, into a folder of their own. */
function build() {
  const folder = mkdtempSync(join(tmpdir(), 'fauxgraph-foreign-'))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  const config = join(here, 'vite.config.ts')
  execFileSync('npx', ['vite', 'build', '--config', config, '--outDir', folder], { cwd: root })
  for (const file of readdirSync(join(here, 'configs')).filter((name) => name.endsWith('.sql')))
    cpSync(join(here, 'configs', file), join(folder, 'configs', file))
  return folder
}

/** An exploration ends by itself in time. One that hangs is ended after so many times its minutes. */
const PATIENCE = 3
const minutes = Number(values.within)

/** Explores a program in a process of its own. Returns the result, or an error as text. */
const explored = (folder, task) =>
  new Promise((done) => {
    const child = fork(join(folder, 'child.mjs'), { execArgv: ['--no-warnings'], silent: true })
    const timer = setTimeout(() => child.kill('SIGKILL'), PATIENCE * minutes * 60_000)
    let answer = { error: `the process ended, or took longer than ${PATIENCE * minutes} minutes` }
    child.on('message', (message) => {
      answer = message
    })
    child.on('close', () => {
      clearTimeout(timer)
      done(answer)
    })
    child.send(task)
  })

async function performAll(folder) {
  const rows = []
  for (const program of programs.filter(({ name }) => new RegExp(values.only).test(name))) {
    const task = {
      config: join(folder, 'configs', `${program.name}.mjs`),
      folder: resolve(values.sources, program.name),
      seed: Number(values.seed),
      // PGlite takes its time.
      runs: Math.min(Number(values.runs), program.runs ?? Number.POSITIVE_INFINITY),
      minutes,
    }
    const { result, error } = existsSync(task.folder)
      ? await explored(folder, task)
      : { error: `${task.folder} is missing` }
    const standIn = standInLines(program, here)
    const lines = `${linesOf(program, join(here, 'configs'))}${standIn > 0 ? ` + ${standIn} of a stand-in` : ''}`
    const row = { ...assess(program, result, error), lines, language: program.language }
    rows.push(row)
    if (values.text)
      console.log([`== ${program.name}`, error, ...(row.texts ?? [])].filter(Boolean).join('\n\n'))
    if (values.json) appendFileSync(values.json, `${JSON.stringify(row)}\n`)
  }
  return rows
}

const headers = ['program', 'bug', 'known', 'found', 'run', 'parts', 'lines', 'reports', 'seconds']

/** A table of Markdown: a line for each bug; the last four columns are those of the program. */
function tableOf(rows) {
  const lines = rows.flatMap(({ program, language, bugs, lines, atBug, all, seconds, trouble }) =>
    bugs.map(({ bug, known, run, parts }, place) => {
      const ofProgram =
        place === 0 ? [lines, `${atBug} of ${all}`, seconds?.toFixed(1) ?? trouble] : ['', '', '']
      return [
        language === undefined ? program : `${program} (${language})`,
        bug,
        known ?? 'no',
        run === undefined ? 'no' : 'yes',
        run ?? '',
        parts ?? '',
        ...ofProgram,
      ]
    }),
  )
  return [headers, headers.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

if (values.list || values.sources === undefined) {
  console.log(programs.map(howToFetch).join('\n'))
} else {
  const folder = build()
  try {
    const rows = await performAll(folder)
    console.log(tableOf(rows))
    const sum = (name) => rows.reduce((total, row) => total + row[name], 0)
    console.log(`\n${sum('atBug')} of ${sum('all')} reports point at a bug.`)
    for (const { program, strange } of rows)
      for (const text of strange)
        console.log(`\n${program}: a report that points at no bug of the table:\n${text}`)
    const isFound = rows.every(
      ({ bugs, strange }) => strange.length === 0 && bugs.every(({ run }) => run !== undefined),
    )
    process.exitCode = isFound ? 0 : 1
  } finally {
    rmSync(folder, { recursive: true })
  }
}
