import { relative } from 'node:path'
import { afterEach, beforeEach, expect, jest } from '@jest/globals'
import { endFollowing } from '../../world/handle/follow.ts'
import type { World } from '../../world/world.ts'
import { checkTestOptions, failedWorldPage, type WorldTestOptions } from '../failed-world.ts'
import { addToError, failedTestText, patternOf } from '../story.ts'
import { starterWorld, type TestWorld, testWorlds } from '../test-world.ts'
import { errorsOfTest } from './errors-of-test.ts'

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

/**
 * Gives each test of a file or of a `describe` block a world of its own, and returns the function that
 * returns it: `const world = useWorld()`, and in a test `world().as(token)`. The world is a fork of the
 * baseline, with the full name of the test as its seed. If the test fails, its error tells what happened in
 * the world. The function throws an error outside tests.
 *
 * @param baseline Makes the baseline; it is called once. The starter world if left out.
 * @param options Whether a failed test leaves a page of its world.
 */
export function useWorld(baseline: () => World = starterWorld, options: WorldTestOptions = {}): () => World {
  checkTestOptions(options)
  const worldFor = testWorlds(baseline)
  let own: TestWorld | undefined
  beforeEach(() => {
    own = worldFor(expect.getState().currentTestName ?? '')
  })
  afterEach(async () => {
    if (own) await tellFailure(own, options)
    own = undefined
    endFollowing(jest)
  })
  return () => {
    if (own) return own.world
    throw new Error('useWorld: no test is running: call world() in a test, in beforeEach or in afterEach')
  }
}
