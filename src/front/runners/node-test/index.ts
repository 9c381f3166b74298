/**
 * A world for each test, and assertions, for `node:test`.
 *
 * @module fauxgraph/node-test
 */

import { checkRunner } from '../expected-runner.ts'

export type { ExpectedChanges } from '../changed.ts'
export type { ExpectedNotice } from '../delivered.ts'
export type { WorldTestOptions } from '../failed-world.ts'
export type { ExpectedPost } from '../published.ts'
export type { TestIntercept } from '../test-intercept.ts'
export {
  assertChanged,
  assertDelivered,
  assertPublished,
  assertRefusedWith,
  assertSucceeds,
} from './assertions.ts'
export { type NodeExploration, type NodeWorldTest, nodeWorldTest as test, type WorldContext } from './test.ts'

checkRunner('node')
