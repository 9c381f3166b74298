import { relative } from 'node:path'
import type { InterceptOptions } from '../../../server/node/intercept.ts'
import { endFollowing } from '../../../world/handle/follow.ts'
import type { StarterWorld, World } from '../../../world/world.ts'
import { checkTestOptions, failedWorldPage, type WorldTestOptions } from '../failed-world.ts'
import { addToError, failedTestText, patternOf } from '../story.ts'
import { interceptsOf, type TestIntercept } from '../test-intercept.ts'
import { starterWorld, type TestWorld, testWorlds } from '../test-world.ts'
import { jestGlobals } from './globals.ts'
import { errorsOfTest, isConcurrent } from './running-test.ts'

const { afterAll, afterEach, beforeEach, expect, jest } = jestGlobals

const commandOf = ({
  testPath = '',
  currentTestName = '',
}: {
  testPath?: string
  currentTestName?: string
}) => `npx jest ${relative(process.cwd(), testPath)} -t "^${patternOf(currentTestName)}$"`

/** Adds what happened in the world to the error of a failed test. */
async function tellFailure(own: TestWorld, options: WorldTestOptions): Promise<void> {
  const errors = errorsOfTest()
  if (errors.length === 0) return
  const state = expect.getState()
  const page = await failedWorldPage(own, state.currentTestName ?? '', options)
  const text = failedTestText(own, commandOf(state), page)
  if (!addToError(errors.at(-1), text)) console.error(text)
}

/** Jest 30.5 runs such tests without hooks, and earlier versions before them. */
const CONCURRENT =
  'useWorld gives no world to test.concurrent, because Jest runs such tests apart from their hooks: ' +
  'create the world in the test, with createWorld({ starter: true })'

/** Returns the world of the running test. It throws an error outside tests. */
export interface TestWorldGetter<W extends World> {
  (): W
  /** Lets the world of the running test answer the requests of the code under test, until the test ends. */
  readonly intercept: TestIntercept
}

/**
 * Gives each test of a file or of a `describe` block a world of its own, and returns the function that
 * returns it: `const world = useWorld()`, and in a test `world().as(token)`. The world is a fork of the
 * baseline, with the full name of the test as its seed. If the test fails, its error tells what happened in
 * the world. The function throws an error outside tests. The baseline is the starter world.
 */
export function useWorld(): TestWorldGetter<StarterWorld>
/**
 * Does the same with another baseline.
 *
 * @param baseline Makes the baseline; it is called once. The starter world if left out.
 * @param options Whether a failed test leaves a page of its world.
 */
export function useWorld<W extends World = StarterWorld>(
  baseline?: () => W,
  options?: WorldTestOptions,
): TestWorldGetter<W>
export function useWorld(
  baseline: () => World = starterWorld,
  options: WorldTestOptions = {},
): TestWorldGetter<World> {
  checkTestOptions(options)
  const worldFor = testWorlds(baseline)
  let own: TestWorld | undefined
  let ended: TestWorld | undefined
  let intercepts: ReturnType<typeof interceptsOf> | undefined
  beforeEach(() => {
    ended?.end()
    if (isConcurrent()) throw new Error(CONCURRENT)
    own = worldFor(expect.getState().currentTestName ?? '')
    intercepts = interceptsOf(own.world)
  })
  afterEach(async () => {
    intercepts?.restore()
    if (own) await tellFailure(own, options)
    // Hooks that follow may still use the world.
    ended = own
    own = undefined
    endFollowing(jest)
  })
  afterAll(() => ended?.end())
  const running = <R>(found: R | undefined): R => {
    if (found !== undefined) return found
    throw new Error(
      `useWorld: no test is running: call world() in a test, in beforeEach or in afterEach. ${CONCURRENT}`,
    )
  }
  return Object.assign(() => running(own).world, {
    intercept: async (given?: InterceptOptions) => running(own && intercepts).intercept(given),
  })
}
