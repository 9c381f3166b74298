/** Explores the programs of one module in a process of their own: `node explored/play.mjs fbgraph 150 1`. */
import { explore } from 'fauxgraph/explore'
import { printRow } from '../rows.mjs'

const [, , module, runs, seed] = process.argv
const { options } = await import(`./${module}.mjs`)

/** Prints the failures with their stories, and how the calls were answered. */
function printReport(name, { coverage, nondeterminism, warnings, failures }) {
  const calls = Object.entries(coverage).map(
    ([operation, results]) => `${operation} ${JSON.stringify(results)}`,
  )
  console.log(`\n── ${name}\n   calls: ${calls.join(', ')}`)
  if (nondeterminism) console.log(`   two runs of a story differ: ${nondeterminism}`)
  for (const warning of warnings) console.log(`   warning: ${warning}`)
  for (const { text } of failures) console.log(text)
}

for (const each of options) {
  const report = await explore({ ...each, runs: Number(runs), seed: Number(seed), stories: false })
  printReport(each.name, report)
  // A name is that of the client with its version, a colon, and that of the program.
  const [, client, version, program] = /^(\S+) (\S+): (.*)$/.exec(each.name)
  const never = Object.keys(report.sometimes).filter((condition) => !report.sometimes[condition])
  const found = [
    ...report.failures.map(({ title }) => title),
    ...never.map((condition) => `never: ${condition}`),
  ]
  const result = report.failures.length === 0 ? 'no failure' : `${report.failures.length} kinds of failure`
  printRow({
    client,
    version,
    ran: `explore: ${program}, ${report.runs} runs`,
    result,
    found: found.join('; '),
  })
}
process.exit(0)
