/**
 * A world for each test, matchers and coverage, for Vitest.
 *
 * @module fauxgraph/vitest
 */

import './matchers.ts'

export type { ExpectedChanges } from '../changed.ts'
export type { ExpectedNotice } from '../delivered.ts'
export type { WorldTestOptions } from '../failed-world.ts'
export type { Equals, MatcherResult } from '../matcher.ts'
export type { ExpectedPost } from '../published.ts'
export type { TestIntercept } from '../test-intercept.ts'
export type { WorldMatchers } from '../world-matchers.ts'
export { reportCoverage } from './coverage.ts'
export { type TestExploration, vitestWorldTest as test, type WorldFixtures, type WorldTest } from './test.ts'
