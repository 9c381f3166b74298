import { playTestScenario } from '../test-scenario.ts'
import { jestGlobals } from './globals.ts'

const { test } = jestGlobals

/** Adds a test that plays a scenario file. The path is relative to the folder in which Jest runs. */
export function testScenario(path: string): void {
  test(path, () => playTestScenario(path))
}
