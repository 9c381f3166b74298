import { test } from '@jest/globals'
import { playScenarioFile } from '../scenario-file.ts'

/** Adds a test that plays a scenario file. The path is relative to the folder in which Jest runs. */
export function testScenario(path: string): void {
  test(path, () => playScenarioFile(path))
}
