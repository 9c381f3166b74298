import { shown } from '../../service/values/scalars.ts'
import { offsetAt } from '../../world/time/local-time.ts'

/** Throws a TypeError unless the name is a time zone that the runtime knows. */
export function checkTimeZone(owner: string, timeZone: unknown): asserts timeZone is string {
  if (typeof timeZone === 'string' && !Number.isNaN(offsetAt(timeZone, 0))) return
  throw new TypeError(
    `The option timeZone of ${owner} must be a time zone such as Europe/Berlin or UTC, got ` +
      `${shown(timeZone)}`,
  )
}
