import fc from 'fast-check'
import { expect, test } from 'vitest'

/** The seed of a run: fixed, so that the same commit gives the same verdict, unless the environment names one. */
export const seed = Number(process.env['FAUXGRAPH_SEED'] ?? 20_260_115)

/** Where in a run a failure was found; with it, that one case alone is played. */
export const path = process.env['FAUXGRAPH_PATH']

/** How many times as many cases as usual are played: nightly runs take more. */
export const scale = Number(process.env['FAUXGRAPH_SCALE'] ?? 1)

/** Whether the run may take hours: explorations then take more runs and more seeds. */
export const isLong = process.env['FAUXGRAPH_LONG'] !== undefined

/** A test that takes seconds, and whose rule a shorter test holds too: it runs in long runs alone. */
export const longTest: typeof test.skip = test.runIf(isLong)

/** Rows of a table for a test that takes long: evenly spread from the first on, and all of them in long runs. */
export const sample = <Row>(rows: readonly Row[], count: number): readonly Row[] =>
  isLong ? rows : rows.filter((_, place) => (place * count) % rows.length < count)

/** The command that plays the failing case of the running test once more. */
function command(failedSeed: number, failedPath: string | null): string {
  const { testPath = '', currentTestName = '' } = expect.getState()
  const file = testPath.slice(testPath.lastIndexOf('/test/') + 1)
  const name = (currentTestName.split(' > ').at(-1) ?? '').replaceAll(/[^\p{L}\p{N} ,:]/gu, '.')
  return `FAUXGRAPH_SEED=${failedSeed} FAUXGRAPH_PATH='${failedPath}' npx vitest run ${file} -t '${name}'`
}

/** Every property of every test takes this seed, and says when it fails how it is played again. */
fc.configureGlobal({
  seed,
  ...(path !== undefined && { path }),
  reporter(details) {
    if (!details.failed) return
    const message = fc.defaultReportMessage(details)
    throw new Error(`${message}\n\nPlay it again: ${command(details.seed, details.counterexamplePath)}`, {
      cause: details.errorInstance,
    })
  },
})

/** Asserts a property over a number of cases, more in a nightly run. */
export function holds<Values>(runs: number, property: fc.IRawProperty<Values>): void {
  fc.assert(property, { numRuns: runs * scale })
}
