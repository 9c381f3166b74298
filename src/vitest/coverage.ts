import { afterAll, onTestFinished, type TaskMeta } from 'vitest'
import type { Reporter, TestModule } from 'vitest/node'
import { type CoverageData, mergeCoverage } from '../world/coverage.ts'
import type { World } from '../world/world.ts'

declare module 'vitest' {
  interface TaskMeta {
    /** The coverages of the worlds that `reportCoverage` was given. */
    fauxgraphCoverage?: CoverageData[]
  }
}

/** The worlds that were reported in this worker: forks of one world count once. */
const reported = new WeakSet<World>()

/** Adds the coverage of a world to the meta information of a test or a file. */
function attach(meta: TaskMeta, world: World): void {
  const { text: _text, ...data } = world.coverage()
  meta.fauxgraphCoverage = [...(meta.fauxgraphCoverage ?? []), data]
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
 * Reports the coverage of a world, and of its forks, to `coverageReporter`. Call it in a test, in
 * `beforeEach`, or at the top of a file, once for each world, and not for forks: they count with their world.
 */
export function reportCoverage(world: World): World {
  if (reported.has(world)) return world
  reported.add(world)
  if (!attachToTest(world)) attachToSuite(world)
  return world
}

/** The coverages of a file: those of its tests, its suites and itself. */
function coveragesOf(module: TestModule): CoverageData[] {
  const { children } = module
  const parts = [module, ...children.allSuites(), ...children.allTests()]
  return parts.flatMap((part) => part.meta().fauxgraphCoverage ?? [])
}

/**
 * A reporter that prints one table of the operations, codes and events that a test run reached in the worlds
 * of `reportCoverage`, from all workers: `reporters: ['default', coverageReporter()]`.
 *
 * @param print Receives the table; it is written to the console if left out.
 */
export function coverageReporter(print: (text: string) => void = console.log): Reporter {
  return {
    onTestRunEnd(modules) {
      const coverages = modules.flatMap(coveragesOf)
      const [first, ...others] = coverages
      if (!first) return print('fauxgraph: no test called reportCoverage(world)')
      const merged = others.reduce<CoverageData>(mergeCoverage, first)
      print(`\nfauxgraph: coverage of ${coverages.length} worlds\n\n${mergeCoverage(merged, empty).text()}\n`)
    },
  }
}

const empty: CoverageData = { operations: {}, events: {} }
