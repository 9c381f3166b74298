import { expect } from 'vitest'
import { toBeRefusedWith, toSucceed } from '../runner/answers.ts'
import { type ExpectedNotice, toHaveDelivered } from '../runner/delivered.ts'
import { type ExpectedPost, toHavePublished } from '../runner/published.ts'

declare module 'vitest' {
  interface Matchers<T> {
    /** Passes for a call that succeeded: an outcome, a response, or the JSON body of a response. */
    toSucceed(): void
    /** Passes for a call that was refused with this error code. */
    toBeRefusedWith(code: number): void
    /** Passes for a world in which a page has a published post with these members. */
    toHavePublished(expected: ExpectedPost): void
    /** Passes for a world that has delivered a webhook notice with these members. */
    toHaveDelivered(expected?: ExpectedNotice): void
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
