/**
 * Returns the time of this machine, in Unix milliseconds, or the fake one of a test runner. No step of a
 * world reads it. It is the `now: 'real'` of a new world, and tells which times of a call come from this
 * clock.
 */
export const machineTime = (): number => Date.now()
