/**
 * A world for each test, and assertions, for `node:test`.
 *
 * @module fauxgraph/node-test
 */

export type { ExpectedChanges } from '../runner/changed.ts'
export type { ExpectedNotice } from '../runner/delivered.ts'
export type { WorldTestOptions } from '../runner/failed-world.ts'
export type { ExpectedPost } from '../runner/published.ts'
export {
  assertChanged,
  assertDelivered,
  assertPublished,
  assertRefusedWith,
  assertSucceeds,
} from './assertions.ts'
export { type NodeExploration, type NodeWorldTest, nodeWorldTest as test, type WorldContext } from './test.ts'
