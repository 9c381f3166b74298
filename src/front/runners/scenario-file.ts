import { parseScenario } from '../../scenario/check/parse.ts'
import { runScenario } from '../../scenario/play/run-scenario.ts'
import { runText } from '../../scenario/play/run-text.ts'
import { readText } from './read-text.ts'

/** Plays a scenario file. Throws an error that tells the steps up to the first difference, with its place. */
export function playScenarioFile(path: string): void {
  const scenario = parseScenario(readText(path, 'a scenario'), { file: path })
  const run = runScenario(scenario)
  if (!run.ok) throw new Error(runText(scenario, run, false))
}
