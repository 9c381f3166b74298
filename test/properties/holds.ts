import fc from 'fast-check'

/** The seed of a run: fixed, so that the same commit gives the same verdict, unless the environment names one. */
export const seed = Number(process.env['FAUXGRAPH_SEED'] ?? 20_260_115)

/** Where in a run a failure was found; with it, that one case alone is played. */
export const path = process.env['FAUXGRAPH_PATH']

/** How many times as many cases as usual are played: nightly runs take more. */
export const scale = Number(process.env['FAUXGRAPH_SCALE'] ?? 1)

/** The command that plays a failure once more. */
const command = (file: string, failedSeed: number, failedPath: string | null): string =>
  `FAUXGRAPH_SEED=${failedSeed} FAUXGRAPH_PATH='${failedPath}' npx vitest run test/properties/${file}`

/** Asserts a property; a failure says with which command it is played again. */
export function holds<Values>(file: string, runs: number, property: fc.IRawProperty<Values>): void {
  fc.assert(property, {
    seed,
    numRuns: runs * scale,
    ...(path !== undefined && { path }),
    reporter(details) {
      if (!details.failed) return
      const { seed: failedSeed, counterexamplePath } = details
      const message = fc.defaultReportMessage(details)
      throw new Error(`${message}\n\nPlay it again: ${command(file, failedSeed, counterexamplePath)}`, {
        cause: details.errorInstance,
      })
    },
  })
}
