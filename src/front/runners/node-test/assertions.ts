import { AssertionError } from 'node:assert'
import { isDeepStrictEqual } from 'node:util'
import type { World } from '../../../world/world.ts'
import { toBeRefusedWith, toSucceed } from '../answers.ts'
import { type ExpectedChanges, toHaveChanged } from '../changed.ts'
import { type ExpectedNotice, toHaveDelivered } from '../delivered.ts'
import type { MatcherResult } from '../matcher.ts'
import { type ExpectedPost, toHavePublished } from '../published.ts'

/** Throws an AssertionError if a matcher does not pass. `assertion` is the function that the user called. */
function check({ pass, message }: MatcherResult, assertion: (...given: never[]) => void): void {
  if (!pass) throw new AssertionError({ message: message(), stackStartFn: assertion })
}

/** Throws an AssertionError if a call was refused: an outcome, a response, or the JSON body of a response. */
export function assertSucceeds(answer: unknown): void {
  check(toSucceed(answer), assertSucceeds)
}

/** Throws an AssertionError if a call was not refused with this error code. */
export function assertRefusedWith(answer: unknown, code: number): void {
  check(toBeRefusedWith(answer, code), assertRefusedWith)
}

/**
 * Throws an AssertionError unless a page has one published post with these members, or as many as `times`
 * says, such as 0.
 */
export function assertPublished(world: World, expected: ExpectedPost): void {
  check(toHavePublished(world, expected, isDeepStrictEqual), assertPublished)
}

/**
 * Throws an AssertionError unless one change with these members was delivered in webhook notices, or as many
 * as `times` says. Without members, any number of changes is right.
 */
export function assertDelivered(world: World, expected: ExpectedNotice = {}): void {
  check(toHaveDelivered(world, expected, isDeepStrictEqual), assertDelivered)
}

/** Throws an AssertionError if a world does not differ as expected from an earlier one. */
export function assertChanged(world: World, since: World, expected?: ExpectedChanges): void {
  check(toHaveChanged(world, since, expected, isDeepStrictEqual), assertChanged)
}
