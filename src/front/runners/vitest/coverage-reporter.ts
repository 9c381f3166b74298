import type { Reporter, TestModule } from 'vitest/node'
import { type CoverageData, mergeCoverage } from '../../../world/handle/coverage.ts'

declare module 'vitest' {
  interface TaskMeta {
    /** The coverages of the worlds that `reportCoverage` was given. */
    fauxgraphCoverage?: CoverageData[]
  }
}

const empty: CoverageData = { operations: {}, events: {} }

/** The coverages of a file: those of its tests, its suites and itself. */
function coveragesOf(module: TestModule): CoverageData[] {
  const { children } = module
  const parts = [module, ...children.allSuites(), ...children.allTests()]
  return parts.flatMap((part) => part.meta().fauxgraphCoverage ?? [])
}

/**
 * A reporter for the configuration of Vitest: `reporters: ['default', coverageReporter()]`. It prints one
 * table of the operations, codes and events that a test run reached in the worlds of `reportCoverage`, from
 * all workers. It has an entry of its own because Vitest 3 cannot load `vitest` in its configuration.
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
      const worlds = others.length === 0 ? '1 world' : `${coverages.length} worlds`
      print(`\nfauxgraph: coverage of ${worlds}\n\n${mergeCoverage(merged, empty).text()}\n`)
    },
  }
}
