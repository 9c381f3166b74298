import { setTimeout as sleep } from 'node:timers/promises'
import { SECOND_MS } from '../../engine/values/milliseconds.ts'
import type { GraphResponse } from '../../machine/wire/response.ts'
import type { RequestHead } from '../../server/admission.ts'
import { beginCall } from '../run/calls/fetch.ts'
import { arrive, type Flight, find } from '../run/calls/flight.ts'
import type { Settled } from '../run/calls/responses.ts'
import type { Recognized, SentRequest } from '../run/operation.ts'
import type { Scope } from '../run/run.ts'
import { isDead } from '../run/scope.ts'
import { actLate } from '../run/trace.ts'
import { followMachine, secondAfter } from './clock.ts'

/** The connection breaks without an answer. */
export const broken: GraphResponse = { status: 500, headers: {}, body: '', dropped: true }

/** The longest part of a text that names a write. */
const NAME_LENGTH = 30

/** The members of a write that people know it by. */
const naming = ['message', 'name', 'caption', 'title', 'text']

/**
 * The name of a call in stories: its operation, and what a write is about, so that stories stay true if two
 * writes change places.
 */
export function callLabel({ operation, params, reads }: Recognized): string {
  const text = reads
    ? undefined
    : naming.map((name) => params[name]).find((value) => typeof value === 'string')
  const words = String(text ?? '')
    .replaceAll(/[^\p{L}\p{N} .-]+/gu, ' ')
    .trim()
  return words === '' ? operation : `${operation} ${words.slice(0, NAME_LENGTH).trim()}`
}

/** The address of a call. A client of a proxy may send a whole one. */
export const calledAddress = ({ url, origin }: RequestHead): string =>
  url.startsWith('/') ? `${origin}${url}` : url

const requestOf = (head: RequestHead, body: Uint8Array | undefined): SentRequest => ({
  ...{ method: head.method, url: calledAddress(head), headers: head.headers },
  ...(body && { body }),
})

/** What the service, or something on the way, answered, as the proxy sends it. */
async function answerOf(settled: Settled): Promise<GraphResponse> {
  if ('error' in settled) return broken
  const { status, headers, body } = settled.response
  const bytes = body === null ? new Uint8Array() : new Uint8Array(await settled.response.arrayBuffer())
  return { status, headers: Object.fromEntries(headers), body: bytes, dropped: false }
}

/**
 * Answers a call that arrived at the proxy, with what goes wrong at it. A late request or answer takes as
 * many seconds as its harm has steps. A call in which a fact happens lasts until the next second, so that
 * times in whole seconds tell what was before it from what came after.
 *
 * @param waiting Returns the number of calls that may have been sent by now, and have not arrived.
 */
export async function answerAtProxy(
  scope: Scope,
  head: RequestHead,
  body: Uint8Array | undefined,
  waiting: () => Promise<number>,
): Promise<GraphResponse> {
  const { run, invocation } = scope
  if (isDead(scope)) return broken
  followMachine(run.world)
  const request = requestOf(head, body)
  const begun = beginCall(scope, request, callLabel)
  if (!begun) return broken
  const late = find(begun, 'request late')
  if (late) {
    actLate(run, late.mark, invocation)
    await sleep(late.harm.steps * SECOND_MS)
    if (isDead(scope)) return broken
    followMachine(run.world)
  }
  const happened = run.happened.length
  let result: { readonly settled: Settled; readonly later: number } | undefined
  const settle: Flight['settle'] = (settled, later = 0) => {
    result = { settled, later }
  }
  arrive({ scope: { ...scope }, request, settle, ...begun })
  const hasFact = run.happened.length > happened
  const unarrived = await waiting()
  if (!result || isDead(scope)) return broken
  run.answered.set(begun.call, run.calls.length + unarrived)
  if (result.later > 0) await sleep(result.later * SECOND_MS)
  if (hasFact) await secondAfter(run.world)
  return answerOf(result.settled)
}
