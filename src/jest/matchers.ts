import { expect } from '@jest/globals'
import { toBeRefusedWith, toSucceed } from '../runner/answers.ts'
import { type ExpectedNotice, toHaveDelivered } from '../runner/delivered.ts'
import { type ExpectedPost, toHavePublished } from '../runner/published.ts'

/** The matchers of fauxgraph. */
interface WorldMatchers<R> {
  /** Passes for a call that succeeded: an outcome, a response, or the JSON body of a response. */
  toSucceed(): R
  /** Passes for a call that was refused with this error code. */
  toBeRefusedWith(code: number): R
  /** Passes for a world in which a page has a published post with these members. */
  toHavePublished(expected: ExpectedPost): R
  /** Passes for a world that has delivered a webhook notice with these members. */
  toHaveDelivered(expected?: ExpectedNotice): R
}

declare module 'expect' {
  interface Matchers<R extends void | Promise<void>, T = unknown> extends WorldMatchers<R> {}
}

declare global {
  namespace jest {
    // For the global expect of @types/jest.
    interface Matchers<R, T> extends WorldMatchers<R> {}
  }
}

expect.extend({
  toSucceed,
  toBeRefusedWith,
  toHavePublished(received: unknown, expected: ExpectedPost) {
    return toHavePublished(received, expected, this.equals)
  },
  toHaveDelivered(received: unknown, expected: ExpectedNotice = {}) {
    return toHaveDelivered(received, expected, this.equals)
  },
})
