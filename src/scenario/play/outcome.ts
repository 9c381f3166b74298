import { guard, type Json, toBase64 } from '../../engine/values/guard.ts'
import { isPlainObject } from '../../engine/values/plain-object.ts'
import { readPairs } from '../../machine/wire/form-text.ts'
import { bounds } from '../../service/contract/bounds.ts'
import type { Received } from './call.ts'

/** The error of a step: of a call as its caller sees it, or of an action. */
export interface StepError {
  readonly code: number
  readonly subcode?: number
  readonly type?: string
  readonly message: string
}

/** The outcome of a step as plain data. */
export interface StepOutcome {
  readonly ok: boolean
  /** The HTTP status of a call; 0 if the connection closed without an answer. */
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /**
   * The result: the parsed body of a response, its text if it is no JSON, the target of a redirect, or
   * the result of an action.
   */
  readonly value: Json
  readonly error?: StepError
}

const decoder = new TextDecoder('utf-8', { fatal: true })

/** Returns a body as text, or as base64 if it is no UTF-8. */
function textOf(body: string | Uint8Array): string {
  if (typeof body === 'string') return body
  try {
    return decoder.decode(body)
  } catch {
    return toBase64(body)
  }
}

function parsed(text: string): Json {
  try {
    const guarded = guard(JSON.parse(text))
    return guarded.ok ? guarded.value : text
  } catch {
    return text
  }
}

const numberOf = (value: unknown): number => (typeof value === 'number' ? value : 0)

function errorIn(value: Json): StepError | undefined {
  const error = isPlainObject(value) ? value['error'] : undefined
  if (!isPlainObject(error)) return undefined
  const { code, error_subcode: subcode, type, message } = error
  return {
    code: numberOf(code),
    ...(subcode !== undefined && { subcode: numberOf(subcode) }),
    type: String(type),
    message: String(message),
  }
}

const isJson = (headers: Received['headers']): boolean =>
  (headers['content-type'] ?? '').startsWith('application/json')

/** Returns the target of a redirect: its URL, and the parameters of its query. */
function targetOf(location: string): Json {
  const [whole = ''] = location.split('#', 1)
  const [url = '', query = ''] = whole.split('?', 2)
  const pairs = readPairs(query, 'query', bounds.paramsMax)
  return { url, parameters: Object.fromEntries(pairs.ok ? pairs.value : []) }
}

/** Returns the outcome of a call from its response. */
export function outcomeOfResponse({ status, headers, body }: Received): StepOutcome {
  if (status === 0) {
    const message = 'The connection closed without an answer'
    return { ok: false, status, headers, value: null, error: { code: 0, message } }
  }
  const { location } = headers
  if (status >= 300 && status < 400 && location !== undefined)
    return { ok: true, status, headers, value: targetOf(location) }
  const text = textOf(body)
  const value = isJson(headers) ? parsed(text) : text
  const error = errorIn(value)
  return { ok: status < 400 && !error, status, headers, value, ...(error && { error }) }
}
