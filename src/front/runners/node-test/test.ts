import { relative } from 'node:path'
import { test as nodeTest, type TestContext, type TestOptions } from 'node:test'
import type { ExploreOptions } from '../../../explore/run/options/options.ts'
import { inOwnFlow } from '../../../server/layers.ts'
import type { StarterWorld, World } from '../../../world/world.ts'
import { checkTestOptions, failedWorldPage, type WorldTestOptions } from '../failed-world.ts'
import { addToError, failedTestText, patternOf } from '../story.ts'
import { interceptsOf, type TestIntercept } from '../test-intercept.ts'
import { playTestScenario } from '../test-scenario.ts'
import { starterWorld, type TestWorld, testWorlds } from '../test-world.ts'

/** Adds a test with a world of its own. */
interface AddWorldTest<W extends World> {
  (name: string, run: Body<W>): Promise<void>
  (name: string, options: TestOptions, run: Body<W>): Promise<void>
}

/** The context of a test of `node:test`, with the world of the test. A subtest has a world of its own. */
export type WorldContext<W extends World = StarterWorld> = Omit<TestContext, 'test'> & {
  readonly world: W
  /** Lets the world answer the requests of the code under test, until the test ends. */
  readonly intercept: TestIntercept
  readonly test: AddWorldTest<W>
}

/** Ends a test that is written with a callback; with an error, the test fails. */
type Done = (error?: unknown) => void

/** The body of a test. One that takes two parameters ends when it calls the second. */
type Body<W extends World> = (context: WorldContext<W>, done: Done) => unknown

/** Options of `test.explore`: those of `explore`, without the name. */
export interface NodeExploration extends Omit<ExploreOptions, 'name' | 'world'> {
  /** Makes the world in which every run begins: a fork of the baseline if left out. */
  readonly world?: () => World
}

/** The `test` of `node:test` with a world of its own for each test, and with explorations. */
export interface NodeWorldTest<W extends World = StarterWorld> extends AddWorldTest<W> {
  /**
   * Returns a `test` whose worlds are forks of another baseline. `make` is called once, before the first
   * test. Without it, the baseline is the starter world.
   */
  baseline<B extends World>(make: () => B, options?: WorldTestOptions): NodeWorldTest<B>
  /** Adds a test that explores code, and fails with the smallest story that breaks it. */
  explore(name: string, options: NodeExploration): Promise<void>
  /** Adds a test that plays a scenario file. The path is relative to the folder in which Node runs. */
  scenario(path: string): Promise<void>
}

const commandOf = (name: string): string =>
  `node --test --test-name-pattern="^${patternOf(name)}$" ${relative(process.cwd(), process.argv[1] ?? '')}`

/** Runs the body of a test until it ends: when its promise settles, or when it calls `done`. */
async function bodyEnded<W extends World>(run: Body<W>, context: WorldContext<W>): Promise<void> {
  if (run.length < 2) return void (await run(context, () => {}))
  await new Promise<void>((resolve, reject) => {
    run(context, (error) => (error ? reject(error) : resolve()))
  })
}

/** The baseline of tests, and what they leave behind. */
interface Baseline<W extends World> {
  readonly worldFor: (name: string) => TestWorld<W>
  readonly options: WorldTestOptions
}

/**
 * Runs a test. If it throws, the error tells what happened in its world.
 *
 * @param top The test that Node has to run for this one to run: the outermost one of a subtest.
 */
async function runTest<W extends World>(
  run: Body<W>,
  baseline: Baseline<W>,
  context: TestContext,
  top: string,
): Promise<void> {
  const name = fullNameOf(context)
  const own = baseline.worldFor(name)
  const { intercept, restore } = interceptsOf(own.world)
  const nativeTest = context.test.bind(context)
  const addTest: Register = (name, options, body) => nativeTest(name, options, body)
  const given = { world: own.world, intercept, test: addsTo(addTest, baseline, top) }
  // Node aborts the signal after the hooks of a test, and also if the test takes too long.
  context.signal.addEventListener('abort', () => {
    restore()
    own.end()
  })
  try {
    await inOwnFlow(() => bodyEnded(run, Object.assign(context, given)))
  } catch (error) {
    const page = await failedWorldPage(own, name, baseline.options)
    const text = failedTestText(own, commandOf(top), page)
    if (!addToError(error, text)) context.diagnostic(text)
    throw error
  } finally {
    restore()
  }
}

type Register = (
  name: string,
  options: TestOptions,
  run: (context: TestContext) => Promise<void>,
) => Promise<void>

/** Returns a function that adds tests, each with a world, to a file or to another test. */
const addsTo =
  <W extends World>(register: Register, baseline: Baseline<W>, top?: string): AddWorldTest<W> =>
  (name: string, ...rest: [Body<W>] | [TestOptions, Body<W>]) => {
    const [options, run] = rest.length === 1 ? [{}, rest[0]] : rest
    return register(name, options, (context) => runTest(run, baseline, context, top ?? name))
  }

function worldTest<W extends World>(make: () => W, options: WorldTestOptions = {}): NodeWorldTest<W> {
  checkTestOptions(options)
  const worldFor = testWorlds(make)
  const addTest: Register = (name, options, body) => nodeTest(name, options, body)
  return Object.assign(addsTo(addTest, { worldFor, options }), {
    baseline: worldTest,
    explore: (name: string, exploration: NodeExploration) =>
      nodeTest(name, async () => {
        const { explore } = await import('../../../explore/index.ts')
        const report = await explore({ world: () => worldFor(name).world, ...exploration, name })
        report.throwIfFailed()
      }),
    scenario: (path: string) => nodeTest(path, () => playTestScenario(path)),
  })
}

/** The names of the suites and of the test. Node 20 knows only the name of the test. */
const fullNameOf = (context: TestContext): string => context.fullName ?? context.name

/**
 * The `test` of `node:test` with the member `world` in its context: a fork of the starter world, or of
 * `test.baseline(…)`. Its seed is the full name of the test. If the test fails, the error tells what happened
 * in the world.
 */
export const nodeWorldTest: NodeWorldTest = worldTest(starterWorld)
