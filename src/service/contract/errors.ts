import type { OperationError } from '../../engine/outcome.ts'
import { shortenText } from '../../engine/values/cut.ts'
import { isObject } from '../../engine/values/plain-object.ts'
import { bounds } from './bounds.ts'
import { isLiveCode, type LiveCode, liveEntry } from './live-errors.ts'
import { isTransientCode, type TransientCode, transientEntry } from './transient.ts'

/** The contract's entry for an error code. */
interface ErrorEntry {
  readonly meaning: string
  /** The same call may succeed later without any change. */
  readonly transient?: true
  /** The subcode of every error with this code. */
  readonly subcode?: number
}

/** All error codes of the contract. The service answers no others (ERR-020). */
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

/** An error code of the contract. */
export type ErrorCode = keyof typeof errorTable

/** All error codes of the contract. */
export const errorCodes: readonly ErrorCode[] = Object.keys(errorTable).map(
  (code) => Number(code) as ErrorCode,
)

/** Whether a value is an error code of the contract. */
export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'number' && Object.hasOwn(errorTable, value)
}

/** Returns the meaning of an error code in the words of the contract. */
export const meaningOf = (code: ErrorCode): string => errorTable[code].meaning

/** Subcodes, which distinguish the errors with code 100 or 190. */
export const subcodes = {
  /** The node does not exist, the caller may not see it, or it does not support the method or edge. */
  unsupported: 33,
  expiredToken: 463,
  invalidToken: 467,
  invisibleLink: 1_609_005,
} as const

/** Any error code: one of the contract, a transient one, or one that only the live service has. */
export type KnownCode = ErrorCode | TransientCode | LiveCode

/** The error of a check or a rule. `graphError` converts it to the error that callers get. */
export interface CallError {
  readonly code: KnownCode
  readonly message: string
  readonly subcode?: number
  /** Texts for the person before the client, and whether a repetition may help: those of a live error. */
  readonly title?: string
  readonly userMessage?: string
  readonly transient?: boolean
  /** Whether the message is complete: the code is not put in front of it. */
  readonly verbatim?: boolean
  /** The permission, task or role that the caller lacks, in words. */
  readonly because?: readonly string[]
  /** The id of the fault rule that injected it. */
  readonly injectedBy?: string
  /** Advice for the author of the client, which an HTTP answer has as a header. */
  readonly hint?: string
  /** The type of an error of the live service that is no `OAuthException`. */
  readonly type?: 'GraphMethodException'
  /** The type of the error if a fault replaced the answer. Such an error has the code 0. */
  readonly unanswered?: UnansweredType
}

/** The type of an error with code 0: the reason why the caller gets no answer of the service. */
type UnansweredType = 'ConnectionDropped' | 'HttpAnswerReplaced' | 'MalformedAnswer'

/** An error as a typed call returns it. Code 0 means that a fault replaced the answer: see `type`. */
export interface GraphError extends OperationError {
  readonly code: KnownCode | 0
  readonly type: string
  readonly subcode?: number
  /** The text of `error_user_title`, which some errors of the live service have. */
  readonly title?: string
  /** The text of `error_user_msg`. */
  readonly userMessage?: string
  /** Whether the same call may succeed later, where the code alone does not say so. */
  readonly transient?: boolean
  readonly because: readonly string[]
  /** The id of the fault rule that injected this error, if one did. */
  readonly injectedBy?: string
}

/**
 * Returns the error that callers get: with the message `(#100) text`, and with its type (chapter Errors).
 * 190, and 100 with the subcode 33, have their text alone.
 */
export function graphError(error: CallError): GraphError {
  const { code, because = [], injectedBy, unanswered } = error
  const origin = injectedBy === undefined ? {} : { injectedBy }
  if (unanswered) return { code: 0, message: error.message, type: unanswered, because, ...origin }
  const subcode = error.subcode ?? subcodeOf(code)
  const isUnsupported = code === 100 && subcode === subcodes.unsupported
  // Clients recognize both by their messages, which therefore begin without the code (SIL-011, SIL-036).
  const isBare = error.verbatim === true || code === 190 || isUnsupported
  const message = wordsOf(error) ?? (isBare ? error.message : `(#${code}) ${error.message}`)
  return {
    code,
    message: shortenText(message, bounds.messageCharactersMax),
    type: error.type ?? (isUnsupported ? 'GraphMethodException' : 'OAuthException'),
    because,
    ...(subcode !== undefined && { subcode }),
    ...userTexts(error),
    ...origin,
  }
}

/** Returns the subcode of every error with a code. */
function subcodeOf(code: KnownCode): number | undefined {
  if (isTransientCode(code)) return undefined
  if (isLiveCode(code)) return liveEntry(code).subcode
  const entry: ErrorEntry = errorTable[code]
  return entry.subcode
}

/** Returns the words that the live service has for a code; undefined if the error has its own. */
function wordsOf({ code, verbatim }: CallError): string | undefined {
  if (verbatim) return undefined
  if (isTransientCode(code)) return transientEntry(code).message
  return isLiveCode(code) ? liveEntry(code).message : undefined
}

/** Returns the members of an error that only errors of the live service have. */
function userTexts({ code, ...given }: CallError): Pick<GraphError, 'title' | 'userMessage' | 'transient'> {
  const { title, userMessage, transient } = { ...(isLiveCode(code) && liveEntry(code)), ...given }
  return {
    ...(title !== undefined && { title }),
    ...(userMessage !== undefined && { userMessage }),
    ...(transient !== undefined && { transient }),
  }
}

/** Returns the message of an error without the code in front of it. */
export const withoutCode = ({ message }: Pick<GraphError, 'message'>): string =>
  message.replace(/^\(#\d+\) /, '')

/** The return value of a rule that refuses its call. */
export interface Failure {
  readonly failure: GraphError
}

/** Whether a rule returned a failure: nothing but an error. A result may have a member of this name too. */
export function isFailure(result: unknown): result is Failure {
  if (typeof result !== 'object' || result === null || !Object.hasOwn(result, 'failure')) return false
  if (Object.keys(result).length > 1) return false
  const error: unknown = Reflect.get(result, 'failure')
  return isObject(error) && Object.hasOwn(error, 'code') && Array.isArray(Reflect.get(error, 'because'))
}

/** The issues of a failed parse. */
interface ParseError {
  readonly issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[]
}

/**
 * Returns the error for the first issue of a failed parse. It names the parameter, the expected value and the
 * given value.
 */
export function parameterError(error: ParseError): CallError {
  const [issue] = error.issues
  const path = issue?.path.map(String).join('.') || 'parameters'
  if (issue?.message === 'is required') return invalidParameter(`The parameter ${path} is required`)
  return invalidParameter(`Param ${path} ${issue?.message ?? 'cannot be read'}`)
}

/** Whether the same call may succeed later. */
export function isTransient(code: number): boolean {
  if (isLiveCode(code)) return liveEntry(code).transient === true
  return isTransientCode(code) || (isErrorCode(code) && (errorTable[code] as ErrorEntry).transient === true)
}

/** Returns the error for the first issue of a failed parse of an object with members, such as a rule. */
export const memberError = (whole: string, { issues: [issue] }: ParseError): CallError =>
  invalidParameter(
    issue?.path.length
      ? `The member ${issue.path.map(String).join('.')} ${issue.message}`
      : `${whole} ${issue?.message}`,
  )

/** Whether a value is any error code. */
export const isKnownCode = (value: unknown): value is KnownCode =>
  isErrorCode(value) || isTransientCode(value) || isLiveCode(value)

/**
 * Whether an endpoint can answer with a code. In a world beyond the contract, it answers a blocked actor with
 * 368 and has the codes of the live service, and a fault rule can inject every code (SIL-189).
 */
export function canAnswer(
  { code, injectedBy }: Pick<CallError, 'code' | 'injectedBy'>,
  allowed: ReadonlySet<ErrorCode>,
  isLive: boolean,
): boolean {
  // No rule of the contract refuses with a transient code: a fault rule does, an option of the policy, and
  // the live service for a missing token.
  if (isTransientCode(code)) return true
  if (isLiveCode(code)) return isLive
  return allowed.has(code) || (isLive && (code === 368 || injectedBy !== undefined))
}

/** The replacements of codes that an endpoint does not list. 100 replaces every other code. */
const substitutes: Partial<Record<ErrorCode, ErrorCode>> = { 102: 190, 278: 200, 294: 200, 368: 200 }

/**
 * Returns the error with a code that an endpoint lists (SIL-038). If the endpoint lists no code for missing
 * permissions, the error is that of a node that does not exist: 100 with subcode 33.
 */
export function fitting(error: CallError, allowed: ReadonlySet<ErrorCode>, isLive = false): CallError {
  if (canAnswer(error, allowed, isLive)) return error
  const permission = error.code === 200 || error.code === 278 || error.code === 294
  const next = (isErrorCode(error.code) ? substitutes[error.code] : undefined) ?? 100
  // A block is not a missing permission. If the endpoint does not list 200 either, the error is 100 without a
  // subcode.
  if (error.code === 368 && !allowed.has(200)) return { ...error, code: 100 }
  if (next !== 100) return fitting({ ...error, code: next }, allowed, isLive)
  return { ...error, code: 100, ...(permission && { subcode: subcodes.unsupported }) }
}

/** Returns an error with code 100. The message describes the invalid parameter. */
export const invalidParameter = (message: string): CallError => ({ code: 100, message })

/** Whether a value is an error, and not the result of a rule. */
export function isCallError<T>(value: T | CallError): value is CallError {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.hasOwn(value, 'code') &&
    Object.hasOwn(value, 'message')
  )
}
