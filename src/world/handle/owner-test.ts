import { shown } from '../../service/values/scalars.ts'

/** A test that has a world of its own. Forks of the world belong to it, too. */
export interface OwnerTest {
  /** The names of its suites and its own. */
  readonly name: string
  isOver: boolean
}

/** Names the test in the message about a call that came too late. */
export const lateCallText = ({ name }: OwnerTest, call: string): string =>
  `The test ${shown(name)} is over, but ${call} reached its world: end intercepts, timers and servers with ` +
  'their test, as the intercept of the fixture does, and give each test a world of its own'

/** Throws an error that names the test of a world if it is over. */
export function checkOwner({ ownerTest }: { readonly ownerTest: OwnerTest | undefined }, call: string): void {
  if (ownerTest?.isOver) throw new LateCallError(lateCallText(ownerTest, call))
}

/** The error of a call that reached the world of a test that is over. */
export class LateCallError extends Error {
  override readonly name = 'LateCallError'
}
