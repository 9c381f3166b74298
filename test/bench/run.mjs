import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'

const sections = {
  store: 'Storage: the transaction of the engine against a mutable Map and an array',
  commands: 'Commands: typed calls in process',
  adapters: 'Adapters: the fetch handler and the HTTP server against bare ones with the same bytes',
  lists: 'Lists: a page of 25 from the middle of each; searches of the taxonomy and of indicators',
  leads: 'Leads: the read limit, the rolling counts and a narrow filter',
  million: 'A million leads: the time of their submissions, and the heap that each keeps',
  webhooks: 'Webhooks: calls through a server while an endpoint misbehaves, against the same without one',
  history: 'History: calls through serve with the history that it keeps, in turns with one that keeps none',
  inspector: 'Inspector: calls through a server while a viewer is open, in turns of a second',
  time: 'Moments: fork, history, clock',
  explore: 'Explore: 1,000 runs of a right lead sync',
  memory: 'Explore: the heap that the runs of a program leave, after a collection, in fresh processes',
  databases: 'Explore: a right copier of leads on SQLite and on files, against the same on the store',
  simulation: 'Simulation: 90 days of a page with 50 visitors and 50,000 leads',
  peers: 'Peers on the same work, each against ours reached in the same way (their time by ours)',
  imports: 'Import, in fresh processes',
  cold: 'A test file: a hundred rounds of create and list in fresh processes, against msw',
  functions: 'Functions and files that a flow runs, by the coverage of V8',
}

const given = process.argv.slice(2)
const file = given.includes('--json') ? given[given.indexOf('--json') + 1] : undefined
const chosen = Object.keys(sections).filter((name) => given.includes(name))
const MARK = '\u0001rows '

/** Runs one section and prints its rows for the parent to read. */
async function runSection(name) {
  const { rows } = await import(`./${name}.mjs`)
  process.stdout.write(`${MARK}${JSON.stringify(await rows())}\n`)
  process.exit(0)
}

/** A section in a process of its own: no section's garbage is another one's pause. */
function inOwnProcess(name) {
  const flags = ['--expose-gc', '--max-old-space-size=12000', '--no-warnings']
  const [, script] = process.argv
  const quick = given.filter((word) => word === '--quick')
  const options = { encoding: 'utf8', maxBuffer: 2 ** 26 }
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [...flags, script, '--section', name, ...quick],
    options,
  )
  const line = stdout.split('\n').find((text) => text.startsWith(MARK))
  if (line) return JSON.parse(line.slice(MARK.length))
  return [
    {
      row: name,
      note: `failed: ${
        stderr
          .trim()
          .split('\n')
          .find((text) => text.includes('Error')) ?? stderr.slice(-300)
      }`,
    },
  ]
}

const significant = (value) => (value === undefined ? '' : Number(value.toPrecision(3)).toLocaleString('en'))

function timeOf({ micros, milliseconds, kilobytes }) {
  if (micros !== undefined) return `${significant(micros)} µs, ${significant(1e6 / micros)}/s`
  if (milliseconds !== undefined) return `${significant(milliseconds)} ms`
  return kilobytes === undefined ? '' : `${significant(kilobytes)} KB`
}

function print(title, rows) {
  console.log(`\n${title}\n`)
  const lines = rows.map((entry) => [
    entry.row,
    entry.size?.toLocaleString('en') ?? '',
    entry.ratio === undefined ? '' : `× ${significant(entry.ratio)}`,
    entry.goal ?? '',
    timeOf(entry),
    entry.note ?? entry.against ?? '',
  ])
  const table = [['', 'size', 'ratio', 'goal', 'for information', 'against'], ...lines]
  const widths = table[0].map((_, column) => Math.max(...table.map((line) => line[column].length)))
  for (const line of table) {
    const [name, ...others] = line
    const last = others.pop()
    const cells = others.map((cell, at) => cell.padStart(widths[at + 1]))
    console.log(`  ${name.padEnd(widths[0])}  ${cells.join('  ')}  ${last}`.trimEnd())
  }
}

if (given[0] === '--section') await runSection(given[1])
const report = {}
for (const name of chosen.length > 0 ? chosen : Object.keys(sections)) {
  const from = performance.now()
  report[name] = inOwnProcess(name)
  print(`${sections[name]} (${Math.round((performance.now() - from) / 1_000)} s)`, report[name])
}
if (file) writeFileSync(file, `${JSON.stringify({ node: process.version, sections: report }, null, 2)}\n`)
