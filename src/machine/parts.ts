import { awaitedCalls, isName } from '../chapters/platform/batch-dependencies.ts'
import { type BatchItem, batch, readMany } from '../chapters/platform/endpoints.ts'
import type { Ran } from '../engine/domain.ts'
import { last, type Ring } from '../engine/store/ring.ts'
import type { Json } from '../engine/values/guard.ts'
import { joinAdvice } from '../service/advice.ts'
import { newAnswerBudget } from '../service/answer-budget.ts'
import type { Part } from '../service/call-answer.ts'
import type { CallEntry } from '../service/call-entry.ts'
import { servesBeyond } from '../service/contract/beyond.ts'
import { invalidParameter, isCallError } from '../service/contract/errors.ts'
import { type CallLimit, usageOf } from '../service/ledger/call-limit.ts'
import { unsupportedError } from '../service/missing.ts'
import { statusOf } from '../service/policy.ts'
import type { Registry } from '../service/registry.ts'
import type { Call } from '../service/routes/call.ts'
import type { ServiceTypes, ServiceWork } from '../service/routes/context.ts'
import { isNodeId, pageNamed } from '../service/routes/routes.ts'
import { answerCall, logFailure } from '../service/service.ts'
import { sentParams } from '../service/values/sent-params.ts'
import { refused } from './refused.ts'
import { type Batched, batchedItem } from './wire/batch.ts'
import { withResults } from './wire/batch-references.ts'
import { errorBody } from './wire/response.ts'

type Result = Ran<ServiceTypes>
type Parts = NonNullable<Result['parts']>
/** A call that has parts, with its own result. */
type WholeCall = {
  readonly result: ReturnType<typeof answerCall>
  readonly call: Call
  readonly work: ServiceWork
  readonly registry: Registry
  /** The log of calls before it. */
  readonly before: Ring<CallEntry>
}

/** Runs a call. A batch and a read of several ids also return the rules of their parts. */
export function runWithParts(registry: Registry, work: ServiceWork, given: Call): Result {
  const call = given.answerBudget ? given : { ...given, answerBudget: newAnswerBudget() }
  const before = work.ledger.calls
  const result = answerCall(registry, work, call)
  const { outcome } = result
  const { operation } = result.answer
  // A fault can drop the answer of a committed call. The calls of a batch must run then too.
  if (!outcome.ok && !outcome.committed) return result
  const parts =
    operation === 'batch'
      ? batchParts({ result, call, work, registry, before })
      : operation === 'readMany'
        ? readParts({ result, call, work, registry, before })
        : undefined
  return parts ? { ...result, parts } : result
}

const runPart = (
  registry: Registry,
  { call }: Batched,
  { answerBudget, origins }: Call,
  work: ServiceWork,
): Result =>
  isCallError(call)
    ? refused(call)
    : runWithParts(registry, work, { ...call, origins, isPart: true, ...(answerBudget && { answerBudget }) })

/** Runs one call of a batch, and stores its result under its name for later calls. */
function runItem(
  { registry, call: whole }: WholeCall,
  item: BatchItem,
  results: Map<string, Json>,
  work: ServiceWork,
) {
  const referring = withResults(item, results)
  const called = isCallError(referring)
    ? { call: referring }
    : batchedItem(referring, whole, work.tx.settings)
  const result = runPart(registry, called, whole, work)
  const { name } = item
  if (result.outcome.ok && isName(name)) results.set(String(name), result.outcome.value as Json)
  return { called, result }
}

/** The result of a call that is not made, because a call before it failed. */
const notMade: Result = refused(invalidParameter('The call was not made: a call that it depends on failed'))

function batchParts(whole: WholeCall): Parts {
  const { result, call, work } = whole
  if (call.answerBudget) call.answerBudget.isEmbedded = true
  const { batch: items, include_headers: headers } = batch.params.parse(
    sentParams(call, batch, work.tx.settings, work.tx.now),
  )
  const awaited = awaitedCalls(items)
  // The endpoint has refused such a batch.
  if (isCallError(awaited)) throw new Error(awaited.message)
  const used = new Set(awaited.flat())
  const results = new Map<string, Json>()
  const calls: Batched[] = []
  const failed = new Set<number>()
  return {
    rules: items.map((item, index) => (part: ServiceWork) => {
      const isMade = !awaited[index]?.some((position) => failed.has(position))
      const { called, result: ran } = isMade ? runItem(whole, item, results, part) : { result: notMade }
      if (called) calls[index] = called
      if (!ran.outcome.ok) failed.add(index)
      return ran
    }),
    join(done) {
      const parts = done.map(({ outcome, answer }, index): Part => {
        const { ifNoneMatch } = calls[index] ?? {}
        const isOmitted = outcome.ok
          ? used.has(index) && items[index]?.omit_response_on_success !== false
          : calls[index] === undefined
        return { outcome, answer, ifNoneMatch, ...(isOmitted && { isOmitted }) }
      })
      const answer = { ...result.answer, parts, ...(!headers && { bare: true }) }
      const value = parts.map((part) => itemValue(part, work))
      return { outcome: result.outcome.ok ? { ok: true, value } : result.outcome, answer }
    },
  }
}

/** Returns the value of one call in a batch: null if it is left out, or a fault dropped its answer. */
function itemValue({ outcome, answer, isOmitted }: Part, { tx, ledger }: ServiceWork): object | null {
  if (isOmitted) return null
  if (outcome.ok) return { code: 200, body: outcome.value }
  const fault = answer?.replaced?.fault
  if (fault?.kind === 'http') return { code: fault.status, body: fault.body ?? '' }
  if (fault || answer?.dropped) return null
  const { error } = outcome
  const status = statusOf(tx.settings, error)
  return { code: status, body: errorBody(error, ledger.sequence) }
}

/** The edge whose reads redirect, unless they ask for a description. */
const REDIRECTING_EDGE = 'picture'

/**
 * Returns the rate limit whose usage a read of several nodes shows: of those that its reads count for, that
 * which is used up most. Only a world beyond the description shows it.
 */
function limitOfReads(done: readonly Result[], { tx }: ServiceWork): CallLimit | undefined {
  if (!servesBeyond(tx.settings)) return undefined
  const limits = done.flatMap(({ answer }) => answer?.limit ?? [])
  return limits.toSorted((one, other) => usageOf(other).percent - usageOf(one).percent)[0]
}

/** Returns the reads of several nodes, or of the edge of each that the path names. */
function readParts({ result, call, work, registry, before }: WholeCall): Parts {
  const entry = last(work.ledger.calls)
  const { ids: _ids, ...params } = call.params
  const sent = sentParams(call, readMany, work.tx.settings, work.tx.now)
  const ids = [...new Set(readMany.params.parse(sent).ids)]
  const { blanks: _blanks, operation: _operation, path: edge, ...rest } = call
  // An answer within another cannot redirect.
  const described = edge[0] === REDIRECTING_EDGE ? { ...params, redirect: false } : params
  return {
    rules: ids.map((id) => (part: ServiceWork) => {
      const read =
        isNodeId(id) || pageNamed(part.tx, id)
          ? { ...rest, path: [id, ...edge], params: described }
          : unsupportedError('GET', [id])
      return runPart(registry, { call: read }, call, part)
    }),
    join(done) {
      const failedPart = done.find(({ outcome }) => !outcome.ok)
      const values = done.map(({ outcome }, index) => [ids[index], outcome.ok ? outcome.value : null])
      const value: unknown = Object.fromEntries(values)
      const advice = joinAdvice([result, ...done].map(({ answer }) => answer?.advice))
      const limit = limitOfReads(done, work) ?? result.answer.limit
      const whole = { ...result.answer, parts: done, advice, limit }
      const { replaced } = result.answer
      if (!result.outcome.ok)
        return {
          outcome: result.outcome,
          answer: { ...whole, ...(replaced && { replaced: { ...replaced, value } }) },
        }
      if (!failedPart) return { outcome: { ok: true, value }, answer: whole }
      if (entry) logFailure(work, before, entry, failedPart.outcome)
      const { dropped = false, replaced: part, headers } = failedPart.answer ?? {}
      const reached = limitOfReads([failedPart], work) ?? limit
      return {
        outcome: failedPart.outcome,
        answer: {
          ...result.answer,
          advice,
          dropped,
          headers,
          limit: reached,
          ...(part && { replaced: part }),
        },
      }
    },
  }
}
