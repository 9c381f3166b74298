import { isObject } from '../../engine/values/plain-object.ts'
import { shown } from '../../service/values/scalars.ts'
import { hintBeyond, hintOf } from '../../world/handle/hint.ts'
import { refusalOf, verdictsOf } from '../../world/handle/refusal.ts'
import { isWorld } from '../../world/handles.ts'
import type { MatcherResult } from './matcher.ts'
import { shortJson } from './names.ts'
import { checksText } from './verdicts.ts'

/** The answer to a call: an outcome, a response, its parsed body, or the error that `unwrap()` threw. */
interface ReadAnswer {
  readonly ok: boolean
  readonly code?: number | undefined
  /** What stands for several calls, such as "2 items of the batch"; undefined for one call. */
  readonly items?: string
  /** Everything that is known about a refusal, or the value of a success. */
  readonly lines: readonly string[]
}

/** The hint of a refusal, without the reasons that it begins with. */
function hintLines(hint: unknown, because: readonly unknown[]): string[] {
  const rest = hintBeyond(String(hint ?? ''), because)
  return rest === '' ? [] : [`hint: ${rest}`]
}

/** Reads an error of an outcome, of a body, or of `unwrap()`. */
function refusedAnswer(error: Record<string, unknown>): ReadAnswer {
  const refusal = refusalOf(error)
  const operation = refusal?.operation ?? error['operation']
  const code = Number(error['code'])
  const because = Array.isArray(error['because']) ? error['because'] : []
  return {
    ok: false,
    code,
    lines: [
      `${String(operation ?? 'the call')} was refused with code ${code}: ${String(error['message'])}`,
      ...because.map((reason) => `because ${String(reason)}`),
      ...hintLines(hintOf(refusal?.advice) ?? error['hint'], because),
      ...(error['injectedBy'] === undefined ? [] : [`made by the fault ${String(error['injectedBy'])}`]),
      ...(refusal ? checksText(verdictsOf(refusal.failed)) : []),
    ],
  }
}

/** Reads the body of a response. */
function readBody(body: unknown): unknown {
  if (typeof body !== 'string') return undefined
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

const isItem = (value: unknown): value is { code: number; body: unknown } =>
  isObject(value) && typeof value['code'] === 'number' && 'body' in value && !('status' in value)

/** Reads an item of the answer to a batch. */
function readItem({ code, body }: { code: number; body: unknown }): ReadAnswer {
  const parsed = isObject(body) ? body : readBody(body)
  if (isObject(parsed) && isObject(parsed['error'])) return refusedAnswer(parsed['error'])
  return { ok: code < 400, lines: [`it has the status ${code}`] }
}

/** Refused items that a message lists. */
const ITEMS_MAX = 10

const refusedText = (index: number, lines: readonly string[]): string =>
  `item ${index}: ${lines.join('\n      ')}`

/** The answer that stands for all items of a list. */
function answerOfItems(name: string, count: number, refused: readonly string[]): ReadAnswer {
  const items = `${count} ${name}`
  if (refused.length === 0) return { ok: true, items, lines: [`all ${items} succeeded`] }
  const more = refused.length - ITEMS_MAX
  return {
    ok: false,
    items,
    lines: [
      `${refused.length} of ${items} were refused:`,
      ...refused.slice(0, ITEMS_MAX).map((text) => `  ${text}`),
      ...(more > 0 ? [`  and ${more} more`] : []),
    ],
  }
}

/** Reads the items of a batch: null if it leaves one out. A batch succeeds if each item does. */
function readBatch(value: unknown): ReadAnswer | undefined {
  if (!Array.isArray(value) || !value.some(isItem)) return undefined
  if (!value.every((item) => item === null || isItem(item))) return undefined
  const refused = value.flatMap((item, index) => {
    const answer = isItem(item) ? readItem(item) : undefined
    return answer && !answer.ok ? [refusedText(index, answer.lines)] : []
  })
  return answerOfItems('items of the batch', value.length, refused)
}

/** Reads the answer of `world.request`, or a `Response` of fetch, whose body is not read yet. */
function readResponse({ status, body, dropped }: Record<string, unknown>): ReadAnswer {
  const parsed = readBody(body)
  if (isObject(parsed) && isObject(parsed['error'])) return refusedAnswer(parsed['error'])
  const batch = readBatch(parsed)
  if (batch) return batch
  if (dropped === true) return { ok: false, code: 0, lines: ['a fault dropped the connection'] }
  const isSuccess = Number(status) < 400
  const unread =
    isSuccess || typeof body === 'string' ? [] : ['its body was not read: pass await response.json()']
  return { ok: isSuccess, lines: [`the response has the status ${String(status)}`, ...unread] }
}

/** What the matchers of answers take. */
const accepted = 'the outcome of a call, a response or its JSON body'

/** Reads a list of answers as one answer, which succeeds if each does. */
function readList(matcher: string, received: readonly unknown[]): ReadAnswer {
  const answers = received.map((one) => readAnswer(matcher, one))
  if (answers.length === 0) throw new TypeError(`${matcher} takes ${accepted}, got an empty list`)
  const refused = answers.flatMap(({ ok, lines }, index) => (ok ? [] : [refusedText(index, lines)]))
  return answerOfItems('answers of the list', answers.length, refused)
}

function readAnswer(matcher: string, received: unknown): ReadAnswer {
  if (!isObject(received)) throw new TypeError(`${matcher} takes ${accepted}, got ${shown(received)}`)
  if (isWorld(received))
    throw new TypeError(`${matcher} takes ${accepted}, got a world: pass what a call of it returned`)
  if (typeof received['then'] === 'function')
    throw new TypeError(`${matcher} takes ${accepted}, got a promise: await it first`)
  if (received['name'] === 'GraphCallError') return refusedAnswer(received)
  if (isObject(received['error'])) return refusedAnswer(received['error'])
  if (typeof received['status'] === 'number') return readResponse(received)
  const batch = readBatch(received['value'] ?? received)
  if (batch) return batch
  if (Array.isArray(received)) return readList(matcher, received)
  if (isItem(received)) return readItem(received)
  return { ok: true, lines: [`the call succeeded with ${shortJson(received['value'] ?? received)}`] }
}

const message = (expected: string, { lines }: ReadAnswer): string => [expected, ...lines].join('\n  ')

/**
 * Whether a call succeeded. The message says why it was refused: the error and each check. A batch succeeded
 * if each of its items did.
 */
export function toSucceed(received: unknown): MatcherResult {
  const answer = readAnswer('toSucceed', received)
  return {
    pass: answer.ok,
    message: () => message(`expected the call ${answer.ok ? 'to be refused' : 'to succeed'}, but`, answer),
  }
}

/** Whether a call was refused with an error code. Throws a TypeError for a batch, whose items differ. */
export function toBeRefusedWith(received: unknown, code: number): MatcherResult {
  if (typeof code !== 'number')
    throw new TypeError(`toBeRefusedWith takes an error code, such as 100, got ${shown(code)}`)
  const answer = readAnswer('toBeRefusedWith', received)
  if (answer.items !== undefined)
    throw new TypeError(`toBeRefusedWith takes one call, got ${answer.items}: pass one of them`)
  const pass = !answer.ok && answer.code === code
  return {
    pass,
    message: () =>
      message(`expected the call ${pass ? 'not ' : ''}to be refused with code ${code}, but`, answer),
  }
}
