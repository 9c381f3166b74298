/**
 * A world for each test, and matchers, for Jest.
 *
 * @module fauxgraph/jest
 */

import './matchers.ts'

export type { ExpectedChanges } from '../runner/changed.ts'
export type { ExpectedNotice } from '../runner/delivered.ts'
export type { WorldTestOptions } from '../runner/failed-world.ts'
export type { ExpectedPost } from '../runner/published.ts'
export type { WorldMatchers } from '../runner/world-matchers.ts'
export { testScenario } from './test-scenario.ts'
export { useWorld } from './use-world.ts'
