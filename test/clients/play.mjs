/** Explores the programs of one client in a process of their own: `node play.mjs fbgraph 150 1`. */
import { explore } from 'fauxgraph/check'

const [, , client, runs, seed] = process.argv
const { options } = await import(`./${client}.mjs`)

for (const each of options) {
  const began = performance.now()
  const report = await explore({ ...each, runs: Number(runs), seed: Number(seed), stories: false })
  const calls = Object.entries(report.coverage)
    .map(([operation, results]) => `${operation} ${JSON.stringify(results)}`)
    .join(', ')
  const seconds = ((performance.now() - began) / 1_000).toFixed(0)
  console.log(
    `\n── ${each.name}: ${report.failures.length} kinds of failure, ${report.runs} runs, ${seconds} s`,
  )
  console.log(`   calls: ${calls}`)
  if (report.nondeterminism) console.log(`   two runs of a story differ: ${report.nondeterminism}`)
  for (const warning of report.warnings) console.log(`   warning: ${warning}`)
  for (const { text } of report.failures) console.log(text)
}
process.exit(0)
