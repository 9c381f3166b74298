import { shortenText } from '../../engine/cut.ts'
import type { OperationError } from '../../engine/operation.ts'
import { isTransientCode, type TransientCode, transientEntry } from './transient.ts'

/** What the contract says of one error number. */
interface ErrorEntry {
  readonly meaning: string
  /** The same call may succeed later without any change. */
  readonly transient?: true
  /** The subcode that always goes with the code. */
  readonly subcode?: number
}

/** The whole list of error numbers; the service answers no other (ERR-020). */
const errorTable = {
  100: { meaning: 'Invalid parameter' }, // ERR-002
  102: { meaning: 'Session key invalid or no longer valid', transient: true }, // ERR-003
  104: { meaning: 'Incorrect signature' }, // ERR-004
  190: { meaning: 'Invalid OAuth 2.0 access token' }, // ERR-005
  200: { meaning: 'Permissions error' }, // ERR-006
  270: { meaning: 'This ads request is not allowed for an app at development access level' }, // ERR-007
  278: { meaning: 'Reading ads needs the ads_read extended permission' }, // ERR-009
  294: { meaning: 'Managing ads needs the ads_management extended permission' }, // ERR-010
  324: { meaning: 'Missing or invalid image file' }, // ERR-011
  368: { meaning: 'The action is judged abusive or disallowed' }, // ERR-012
  2625: { meaning: 'Invalid request for a reach-and-frequency campaign' }, // ERR-013
  2633: { meaning: 'The shared login is disabled' }, // ERR-014
  2634: { meaning: 'The objective of a reach-and-frequency campaign cannot be updated' }, // ERR-015
  2635: { meaning: 'A deprecated version of the ads interface is being called: use the latest' }, // ERR-016
  3001: { meaning: 'Invalid query' }, // ERR-017
  80001: { meaning: 'Too many calls to this page account: wait and retry', transient: true }, // ERR-018
  // ERR-019
  80004: { meaning: 'Too many calls to this ad account: wait and retry', transient: true, subcode: 2446079 },
} as const satisfies Record<number, ErrorEntry>

/** An error number of the contract. */
export type ErrorCode = keyof typeof errorTable

/** Every error number, ascending. */
export const errorCodes: readonly ErrorCode[] = Object.keys(errorTable).map(Number) as ErrorCode[]

/** Whether a number is an error number of the contract. */
export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'number' && Object.hasOwn(errorTable, value)
}

/** Subcodes: what kind of a 100 or a 190 it is. */
export const subcodes = {
  /** The node does not exist or may not be seen, or the method or edge is not supported. */
  unsupported: 33,
  expiredToken: 463,
  invalidToken: 467,
  invisibleLink: 1_609_005,
} as const

/** What went wrong, before it is worded as an error of the service. */
export interface CallError {
  readonly code: ErrorCode | TransientCode
  readonly message: string
  readonly subcode?: number
  /** What the caller lacks, in words: the permission, the task, the role. */
  readonly because?: readonly string[]
  /** The fault rule that made it up. */
  readonly injectedBy?: string
  /** A fault took the place of the answer, so the error has no code: the type of such an error. */
  readonly unanswered?: UnansweredType
}

/** Why the caller gets no answer of the service: the type of an error with code 0. */
type UnansweredType = 'ConnectionDropped' | 'HttpAnswerReplaced' | 'MalformedAnswer'

/** An error as a typed call sees it. Code 0 means that a fault took the place of the answer: see `type`. */
export interface GraphError extends OperationError {
  readonly code: ErrorCode | TransientCode | 0
  readonly type: string
  readonly subcode?: number
  readonly because: readonly string[]
  /** The fault rule that made this error, if one did. */
  readonly injectedBy?: string
}

// A message quotes names that a caller made up, and does not become longer than anybody reads.
const MESSAGE_LENGTH_MAX = 2_000

/** Words a problem as the error that a caller sees: `(#100) text`, with its type (chapter Errors). */
export function graphError({
  code,
  message,
  subcode,
  because = [],
  injectedBy,
  unanswered,
}: CallError): GraphError {
  const origin = injectedBy === undefined ? {} : { injectedBy }
  if (unanswered) return { code: 0, message, type: unanswered, because, ...origin }
  if (isTransientCode(code)) {
    const { message: words } = transientEntry(code)
    return { code, message: words, type: 'OAuthException', because, ...origin }
  }
  const entry: ErrorEntry = errorTable[code]
  const exact = subcode ?? entry.subcode
  const type = code === 100 && exact === subcodes.unsupported ? 'GraphMethodException' : 'OAuthException'
  // Clients look for a 190 by its bare text; every other code is named in front.
  const text = shortenText(code === 190 ? message : `(#${code}) ${message}`, MESSAGE_LENGTH_MAX)
  return { code, message: text, type, because, ...(exact !== undefined && { subcode: exact }), ...origin }
}

/** The return value of a rule that refuses. */
export interface Failure {
  readonly failure: GraphError
}

/** Whether a rule refused. Results of operations have no member `failure`. */
export function isFailure(result: unknown): result is Failure {
  return typeof result === 'object' && result !== null && Object.hasOwn(result, 'failure')
}

/** Words the first issue of a failed parse: it names the parameter, what was expected and what came. */
export function parameterError(error: {
  issues: readonly { path: PropertyKey[]; message: string }[]
}): CallError {
  const [issue] = error.issues
  const path = issue?.path.map(String).join('.') || 'parameters'
  if (issue?.message === 'is required') return invalidParameter(`The parameter ${path} is required`)
  return invalidParameter(`Param ${path} ${issue?.message ?? 'cannot be read'}`)
}

/** Whether the same call may succeed later. */
export function isTransient(code: number): boolean {
  return isTransientCode(code) || (isErrorCode(code) && (errorTable[code] as ErrorEntry).transient === true)
}

/** What is answered in place of a code that an endpoint does not list; every other code becomes 100. */
const substitutes: Partial<Record<ErrorCode, ErrorCode>> = { 102: 190, 278: 200, 294: 200, 368: 200 }

/**
 * A problem as an endpoint with these codes words it (SIL-038). A missing permission that it has no code for
 * reads like a node that is not there: 100 with subcode 33.
 */
export function fitting(error: CallError, allowed: ReadonlySet<ErrorCode>): CallError {
  // Only a fault rule gives a transient code, and it gives it at every endpoint.
  if (isTransientCode(error.code) || allowed.has(error.code)) return error
  const permission = error.code === 200 || error.code === 278 || error.code === 294
  const next = substitutes[error.code] ?? 100
  // A block is no missing permission: where 200 is not listed either, it is a plain 100.
  if (error.code === 368 && !allowed.has(200)) return { ...error, code: 100 }
  if (next !== 100) return fitting({ ...error, code: next }, allowed)
  return { ...error, code: 100, ...(permission && { subcode: subcodes.unsupported }) }
}

/** An error with code 100, which says what is wrong with a parameter. */
export const invalidParameter = (message: string): CallError => ({ code: 100, message })

/** Whether a shared rule found a problem instead of what was asked of it. */
export function isCallError<T>(value: T | CallError): value is CallError {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.hasOwn(value, 'code') &&
    Object.hasOwn(value, 'message')
  )
}
