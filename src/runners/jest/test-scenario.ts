import { test } from '@jest/globals'
import { playTestScenario } from '../test-scenario.ts'

/** Adds a test that plays a scenario file. The path is relative to the folder in which Jest runs. */
export function testScenario(path: string): void {
  test(path, () => playTestScenario(path))
}
