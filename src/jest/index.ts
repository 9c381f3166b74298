import './matchers.ts'

export type { ExpectedNotice } from '../runner/delivered.ts'
export type { ExpectedPost } from '../runner/published.ts'
export { testScenario } from './test-scenario.ts'
export { useWorld } from './use-world.ts'
