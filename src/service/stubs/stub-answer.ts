import { canonical } from '../../engine/values/canonical.ts'
import { guard, type Json } from '../../engine/values/guard.ts'
import { isPlainObject } from '../../engine/values/plain-object.ts'
import type { CallProgress } from '../call-progress.ts'
import { type CallError, invalidParameter, isCallError, isErrorCode } from '../contract/errors.ts'
import { thrownExcerpt } from '../routes/area-error.ts'
import { placeholders } from '../routes/define.ts'
import { drawOf, lettersOf, type StubDraw } from '../routes/draw.ts'
import { idOf } from '../routes/routes.ts'
import { shown } from '../values/scalars.ts'
import { type ArmedStub, keepStubs, stubsIn } from './stub.ts'
import type { StubContext, StubFunction, StubRefusal } from './stub-function.ts'
import { filledTemplate } from './stub-template.ts'

const refusals = new WeakSet<object>()

const refuse: StubContext['refuse'] = (refused, message) => {
  if (!isErrorCode(refused))
    throw new TypeError(`refuse takes an error code of the service, got ${shown(refused)}`)
  const refusal = Object.freeze({ refused, message: String(message) })
  refusals.add(refusal)
  return refusal
}

const typeOf = (kind: string): string =>
  Object.entries(placeholders).find(([, table]) => table === kind)?.[0] ?? kind

function contextOf({ call, caller, route, version, tx, params }: CallProgress, draw: StubDraw): StubContext {
  const idIn = (row: { readonly id: number } | undefined) => (row ? String(row.id) : undefined)
  return Object.freeze({
    params: params as StubContext['params'],
    node: route?.node && { type: typeOf(route.node.kind), id: idOf(route.node) },
    caller: {
      kind: caller?.kind ?? 'none',
      app: idIn(caller?.app) ?? '',
      user: idIn(caller?.user),
      page: idIn(caller?.page),
    },
    method: call.method === 'HEAD' ? 'GET' : call.method,
    path: call.path.join('/'),
    version,
    now: tx.now,
    draw,
    refuse,
  })
}

/** The problem of a function, which a message names. */
const problem = (text: string): { readonly problem: string } => ({ problem: text })

function isPromise(value: unknown): boolean {
  try {
    return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function'
  } catch {
    return false
  }
}

/** Runs a function once. */
function ran(run: StubFunction, context: StubContext): { value: Json } | StubRefusal | { problem: string } {
  let returned: unknown
  try {
    returned = run(context)
  } catch (thrown) {
    return problem(`its function threw ${thrownExcerpt(thrown)}`)
  }
  if (typeof returned === 'object' && returned !== null && refusals.has(returned))
    return returned as StubRefusal
  if (isPromise(returned))
    return problem('its function returned a promise: it must return its answer at once')
  const guarded = guard(returned)
  if (guarded.ok) return { value: guarded.value }
  const where = guarded.path === '' ? 'what it returned' : guarded.path
  return problem(`the answer of its function is not plain JSON: ${where}: ${guarded.problem}`)
}

/** Runs a function twice, with the same context and draws. Both answers must be equal. */
function ranTwice(run: StubFunction, progress: CallProgress, stub: ArmedStub['stub']) {
  const letters = lettersOf((length) => progress.tx.spell(`stub ${stub.route}`, length))
  const params = structuredParams(progress)
  const context = contextOf({ ...progress, params }, drawOf(letters))
  const first = ran(run, context)
  letters.again()
  const second = ran(run, context)
  if ('problem' in first || canonical(first as unknown as Json) === canonical(second as unknown as Json))
    return first
  return problem(
    'its function gave two answers to the same call: it must not count, and must make ids by draw.id()',
  )
}

/** Returns the parameters of a call frozen, because a function could change what the log contains. */
function structuredParams({ params }: CallProgress): unknown {
  const guarded = guard(params)
  return guarded.ok ? freezeAll(guarded.value) : {}
}

function freezeAll(value: Json): Json {
  if (Array.isArray(value) || isPlainObject(value)) Object.values(value).forEach(freezeAll)
  return Object.freeze(value)
}

function answered(
  progress: CallProgress,
  { stub, uses }: ArmedStub,
): { readonly value: Json } | StubRefusal | { readonly problem: string } {
  const { data = null, template } = stub
  if (stub.function === undefined)
    return {
      value: template === true ? filledTemplate(data, { count: uses + 1, params: progress.params }) : data,
    }
  const run = progress.registry.stubFunctions?.get(stub.function)
  return run
    ? ranTwice(run, progress, stub)
    : problem(`this world does not have its function ${shown(stub.function)}: pass it in the option stubs`)
}

/** Counts one more use of a stub. */
function count({ ledger }: CallProgress, id: string): void {
  const stubs = stubsIn(ledger.notes)
  keepStubs(
    ledger,
    stubs.map((armed) => (armed.id === id ? { ...armed, uses: armed.uses + 1 } : armed)),
  )
}

/** Returns the answer of a stub to a call that passed every check, or its error. */
export function stubAnswer(progress: CallProgress, armed: ArmedStub): { readonly value: Json } | CallError {
  count(progress, armed.id)
  const answer = answered(progress, armed)
  if ('problem' in answer) return invalidParameter(`The stub ${armed.stub.route} failed: ${answer.problem}`)
  return 'refused' in answer ? { code: answer.refused, message: answer.message } : answer
}

/** Whether the answer of a stub is an error. */
export const isStubError = (answer: { readonly value: Json } | CallError): answer is CallError =>
  !('value' in answer) && isCallError(answer)
