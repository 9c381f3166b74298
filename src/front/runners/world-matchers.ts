import type { World } from '../../world/world.ts'
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
  /**
   * Passes for a world in which a page has one published post with these members, or as many as `times` says.
   * With `not` and without `times`, it passes if there is none.
   */
  toHavePublished(expected: ExpectedPost): R
  /**
   * Passes for a world that has delivered one change with these members in webhook notices, or as many as
   * `times` says. Without members, any number of changes passes.
   */
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
  /** Whether the matcher stands behind `not`. */
  readonly isNot?: boolean
}

/** The matchers, as `expect.extend` of Vitest and of Jest takes them. */
export const worldMatchers = {
  toSucceed,
  toBeRefusedWith,
  toHavePublished(this: MatcherContext, received: unknown, expected: ExpectedPost): MatcherResult {
    return toHavePublished(received, expected, this.equals, this.isNot)
  },
  toHaveDelivered(this: MatcherContext, received: unknown, expected: ExpectedNotice = {}): MatcherResult {
    return toHaveDelivered(received, expected, this.equals, this.isNot)
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
