import { withoutCode } from '../../graph/contract/errors.ts'
import { type Handle, take } from './handle.ts'

/** Takes an input that a user composed, and returns its value. Throws a TypeError if it is refused. */
export function takeOrThrow(handle: Handle, input: object): unknown {
  const { outcome } = take(handle, input)
  if (!outcome.ok) throw new TypeError(withoutCode(outcome.error))
  return outcome.value
}
