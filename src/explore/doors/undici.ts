import { promisify } from 'node:util'
import { real } from '../run/real.ts'
import type { Replacement } from '../run/replace.ts'
import { currentScope, scopes } from '../run/scope.ts'

/**
 * Whether undici itself sets a timer, that of the package or that of Node. The stack is read only for a
 * callback of the right name.
 */
const isClock = (callback: unknown): boolean =>
  typeof callback === 'function' &&
  callback.name === 'onTick' &&
  /undici[\\/]lib[\\/]util[\\/]timers|node:internal\/deps\/undici/.test(new Error().stack ?? '')

/** A callback that a timer does not keep from being collected. */
function weakly(callback: (...values: unknown[]) => void): typeof callback {
  const reference = new WeakRef(callback)
  return (...values) => reference.deref()?.(...values)
}

/**
 * The package undici keeps one clock for all its connections, which outlives processes and runs: that clock
 * stays real. It only ends connections that are silent for minutes. A copy of undici that a dead process
 * loaded must not live for as long.
 */
const timeout = (original: typeof setTimeout) => {
  const replaced = (callback: (...values: unknown[]) => void, ...values: [number?, ...unknown[]]) =>
    currentScope() && isClock(callback)
      ? scopes.exit(() => real.setTimeout(weakly(callback), ...values))
      : original(callback, ...values)
  return Object.assign(replaced, { [promisify.custom]: Reflect.get(original, promisify.custom) })
}

/** The timers of undici's clock. */
export const undiciDoors: readonly Replacement[] = [{ owner: globalThis, name: 'setTimeout', make: timeout }]
