import { shortenText } from '../../engine/values/cut.ts'
import { type CallError, invalidParameter } from '../contract/errors.ts'

/** The longest description of a thrown value, in UTF-16 code units. */
const TEXT_MAX = 300

/** A mistake of the code of an area, with a message for its author. */
export class AreaError extends Error {
  override readonly name = 'AreaError'
}

/** Returns what was thrown as a short text. A hostile value may throw when it is read. */
export function thrownExcerpt(thrown: unknown): string {
  try {
    return shortenText(
      thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown),
      TEXT_MAX,
    )
  } catch {
    return 'a value that cannot be read'
  }
}

/** Returns the error of a call or an action whose area threw. */
export const areaError = (area: string, operation: string, thrown: unknown): CallError =>
  invalidParameter(
    `The area ${area} failed in ${operation}: ` +
      (thrown instanceof AreaError ? thrown.message : `its code threw ${thrownExcerpt(thrown)}`),
  )
