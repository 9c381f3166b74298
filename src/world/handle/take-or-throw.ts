import { withoutCode } from '../../service/contract/errors.ts'
import { type Handle, runSettled } from './handle.ts'

/** Takes an input that a user composed, and returns its value. Throws a TypeError if it is refused. */
export function runOrThrow(handle: Handle, input: object): unknown {
  const { outcome } = runSettled(handle, input)
  if (!outcome.ok) throw new TypeError(withoutCode(outcome.error))
  return outcome.value
}
