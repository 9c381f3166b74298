/** The result of a matcher, as the `expect` of Vitest and of Jest takes it. */
export interface MatcherResult {
  readonly pass: boolean
  /** Explains the failure: of the matcher, or of its negation if `pass` is true. */
  readonly message: () => string
}

/** Compares two values deeply. That of a test runner also knows asymmetric matchers. */
export type Equals = (actual: unknown, expected: unknown) => boolean

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

/** Whether a value has all expected members. Arrays and other values must be equal. */
export function hasMembers(actual: unknown, expected: unknown, equals: Equals): boolean {
  if (!isPlain(expected)) return equals(actual, expected)
  if (!isPlain(actual)) return false
  return Object.entries(expected).every(([name, value]) => hasMembers(actual[name], value, equals))
}
