import { fakeTimers } from './options/mocked.ts'

/** Fake timers that are on while this module is loaded. They keep what they replaced, by its name. */
const clock: object | undefined = fakeTimers()

const kept = <Name extends 'setTimeout' | 'clearTimeout' | 'setImmediate' | 'Date'>(
  name: Name,
): (typeof globalThis)[Name] => (clock && Reflect.get(clock, `_${name}`)) ?? globalThis[name]

/** The timers and the class of dates of the platform, taken before anything replaces them. */
export const real = {
  setTimeout: kept('setTimeout'),
  clearTimeout: kept('clearTimeout'),
  setImmediate: kept('setImmediate'),
  Date: kept('Date'),
}
