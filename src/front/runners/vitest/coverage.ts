import type { TaskMeta } from 'vitest'
import { type CoverageCounts, type CoverageData, coverageSince } from '../../../world/handle/coverage.ts'
import { handleOf } from '../../../world/handles.ts'
import type { World } from '../../../world/world.ts'
import type {} from './coverage-reporter.ts'
import { vitestGlobals } from './globals.ts'

const { afterAll, onTestFinished } = vitestGlobals

/** The worlds that were reported in this worker. */
const reported = new WeakSet<World>()

/** The attached part of the counts that a world shares with its forks. */
const attached = new WeakMap<CoverageCounts, CoverageData>()

/** Adds to the meta information of a test or a file what no earlier one has of the coverage of a world. */
function attach(meta: TaskMeta, world: World): void {
  const { counts } = handleOf(world)
  const { text: _text, ...data } = world.coverage()
  const fresh = coverageSince(attached.get(counts) ?? { operations: {}, events: {} }, data)
  attached.set(counts, data)
  meta.fauxgraphCoverage = [...(meta.fauxgraphCoverage ?? []), fresh]
}

/** Attaches the coverage to the running test when it finishes. Returns false outside tests. */
function attachToTest(world: World): boolean {
  try {
    onTestFinished(({ task }) => attach(task.meta, world))
    return true
  } catch {
    return false
  }
}

/** Attaches the coverage to the suite or file when it ends. */
function attachToSuite(world: World): void {
  // Vitest 4 passes the suite after the fixtures, and Vitest 3 passes it alone.
  afterAll(function attachLast() {
    // biome-ignore lint/complexity/noArguments: vitest reads the names of fixtures from declared parameters
    const suite: { meta: TaskMeta } = arguments[arguments.length - 1]
    attach(suite.meta, world)
  })
}

/**
 * Reports the coverage of a world, and of its forks, to `coverageReporter` of `fauxgraph/vitest-reporter`.
 * Call it in a test, in `beforeEach`, or at the top of a file. In tests with the fixture `world`, call it in
 * each test: these worlds are forks of one baseline. No call is counted twice, even if a world and its forks
 * are reported.
 */
export function reportCoverage(world: World): World {
  if (reported.has(world)) return world
  reported.add(world)
  if (!attachToTest(world)) attachToSuite(world)
  return world
}
