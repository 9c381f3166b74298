/**
 * A world for each test, and matchers, for Jest.
 *
 * @module fauxgraph/jest
 */

import './matchers.ts'

export type { ExpectedChanges } from '../changed.ts'
export type { ExpectedNotice } from '../delivered.ts'
export type { WorldTestOptions } from '../failed-world.ts'
export type { ExpectedPost } from '../published.ts'
export type { TestIntercept } from '../test-intercept.ts'
export type { WorldMatchers } from '../world-matchers.ts'
export { testScenario } from './test-scenario.ts'
export { type TestWorldGetter, useWorld } from './use-world.ts'
