import type { Problem } from './errors.ts'

/** Whether a shared rule found a problem instead of what was asked of it. */
export function isProblem<T>(value: T | Problem): value is Problem {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.hasOwn(value, 'code') &&
    Object.hasOwn(value, 'message')
  )
}
