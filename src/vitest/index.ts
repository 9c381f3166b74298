/**
 * A world for each test, matchers and coverage, for Vitest.
 *
 * @module fauxgraph/vitest
 */

import './matchers.ts'

export type { ExpectedChanges } from '../runner/changed.ts'
export type { ExpectedNotice } from '../runner/delivered.ts'
export type { WorldTestOptions } from '../runner/failed-world.ts'
export type { Equals, MatcherResult } from '../runner/matcher.ts'
export type { ExpectedPost } from '../runner/published.ts'
export type { WorldMatchers } from '../runner/world-matchers.ts'
export { reportCoverage } from './coverage.ts'
export { type TestExploration, vitestWorldTest as test, type WorldTest } from './test.ts'
