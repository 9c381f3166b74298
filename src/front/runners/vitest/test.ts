import type { TestAPI } from 'vitest'
import type { ExploreOptions } from '../../../explore/run/options/options.ts'
import { endFollowing } from '../../../world/handle/follow.ts'
import type { StarterWorld, World } from '../../../world/world.ts'
import { checkTestOptions, failedWorldPage, type WorldTestOptions } from '../failed-world.ts'
import { addToError, failedTestText, patternOf } from '../story.ts'
import { interceptsOf, loadIntercept, type TestIntercept } from '../test-intercept.ts'
import { playTestScenario } from '../test-scenario.ts'
import { starterWorld, testWorlds } from '../test-world.ts'
import { vitestGlobals } from './globals.ts'

const { vi, test: vitestTest } = vitestGlobals

/** Options of `test.explore`: those of `explore`, without the name. */
export interface TestExploration extends Omit<ExploreOptions, 'name' | 'world'> {
  /** Makes the world in which every run begins: a fork of the baseline if left out. */
  readonly world?: () => World
  /** Milliseconds after which Vitest ends the test: 120,000 if left out. */
  readonly timeout?: number
}

/** The fixtures of a test. */
export interface WorldFixtures<W extends World> {
  world: W
  intercept: TestIntercept
}

/** The `test` of Vitest with a world of its own for each test, and with explorations. */
export interface WorldTest<W extends World = StarterWorld> extends TestAPI<WorldFixtures<W>> {
  /**
   * Returns a `test` whose worlds are forks of another baseline. `make` is called once, before the first test
   * that needs a world. Without it, the baseline is the starter world.
   */
  baseline<B extends World>(make: () => B, options?: WorldTestOptions): WorldTest<B>
  /** Adds a test that explores code, and fails with the smallest story that breaks it. */
  explore(name: string, options: TestExploration): void
  /** Adds a test that plays a scenario file. The path is relative to the folder in which Vitest runs. */
  scenario(path: string): void
}

/** A test or a suite, as far as its name is concerned. */
interface NamedTask {
  readonly name: string
  readonly suite?: NamedTask | undefined
}

/** The names of the suites and of the test. The file has no suite above it, and does not count. */
function namesOf(task: NamedTask): string[] {
  return [...(task.suite ? namesOf(task.suite) : []), task.name].filter((name) => name !== '')
}

/** The command that runs one test again. Vitest joins the names of suites and tests with spaces. */
const commandOf = (names: readonly string[], file: string): string =>
  `npx vitest run ${file} -t "^${patternOf(names.join(' '))}$"`

const exploreMilliseconds = 120_000

function worldTest<W extends World>(make: () => W, options: WorldTestOptions = {}): WorldTest<W> {
  checkTestOptions(options)
  const worldFor = testWorlds(make)
  const extended = vitestTest.extend<WorldFixtures<W>>({
    async world({ task, onTestFailed, onTestFinished }, use) {
      const names = namesOf(task)
      const own = worldFor(names.join(' > '))
      // What finishes a test runs in reverse order: this comes last.
      onTestFinished(own.end)
      onTestFailed(async ({ task: { result, file } }) => {
        const page = await failedWorldPage(own, names.join(' > '), options)
        const text = failedTestText(own, commandOf(names, file.name), page)
        const error = result?.errors?.at(-1)
        if (!addToError(error, text)) console.error(text)
      })
      await use(own.world)
      endFollowing(vi)
    },
    async intercept({ world }, use) {
      await loadIntercept()
      const { intercept, restore } = interceptsOf(world)
      await use(intercept)
      restore()
    },
  })
  return Object.assign(extended, {
    baseline: worldTest,
    explore(name: string, { timeout = exploreMilliseconds, ...options }: TestExploration) {
      extended(name, { timeout, sequential: true }, async () => {
        const { explore } = await import('../../../explore/index.ts')
        const world = () => worldFor(name).world
        const report = await explore({ world, ...options, name })
        report.throwIfFailed()
      })
    },
    scenario(path: string) {
      vitestTest(path, () => playTestScenario(path))
    },
  })
}

/**
 * The `test` of Vitest with the fixture `world`: a fork of the starter world, or of `test.baseline(…)`. Its
 * seed is the full name of the test. If the test fails, the error tells what happened in the world. The
 * fixture `intercept` lets the world answer the requests of the code under test.
 */
export const vitestWorldTest: WorldTest = worldTest(starterWorld)
