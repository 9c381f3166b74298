import type { World } from '../world/world.ts'
import { toBeRefusedWith, toSucceed } from './answers.ts'
import { type ExpectedChanges, toHaveChanged } from './changed.ts'
import { type ExpectedNotice, toHaveDelivered } from './delivered.ts'
import type { Equals, MatcherResult } from './matcher.ts'
import { type ExpectedPost, toHavePublished } from './published.ts'

/** The matchers of fauxgraph. `R` is what a matcher returns. */
export interface WorldMatchers<R> {
  /**
   * Passes for a call that succeeded: an outcome, a response, the JSON body of a response, or an item of a
   * batch. A batch succeeded if each of its items did.
   */
  toSucceed(): R
  /** Passes for a call that was refused with this error code. */
  toBeRefusedWith(code: number): R
  /** Passes for a world in which a page has a published post with these members. */
  toHavePublished(expected: ExpectedPost): R
  /** Passes for a world that has delivered a webhook notice with these members. */
  toHaveDelivered(expected?: ExpectedNotice): R
  /**
   * Passes for a world that differs from an earlier one, such as a fork from before a call: by as many
   * created, changed and removed rows of each kind as expected, and no others; or by anything if nothing is
   * expected.
   */
  toHaveChanged(since: World, expected?: ExpectedChanges): R
}

interface MatcherContext {
  readonly equals: Equals
}

/** The matchers, as `expect.extend` of Vitest and of Jest takes them. */
export const worldMatchers = {
  toSucceed,
  toBeRefusedWith,
  toHavePublished(this: MatcherContext, received: unknown, expected: ExpectedPost): MatcherResult {
    return toHavePublished(received, expected, this.equals)
  },
  toHaveDelivered(this: MatcherContext, received: unknown, expected: ExpectedNotice = {}): MatcherResult {
    return toHaveDelivered(received, expected, this.equals)
  },
  toHaveChanged(
    this: MatcherContext,
    received: unknown,
    since: unknown,
    expected?: ExpectedChanges,
  ): MatcherResult {
    return toHaveChanged(received, since, expected, this.equals)
  },
}
