import { batch, readMany } from '../areas/platform/endpoints.ts'
import { registry } from '../areas/registry.ts'
import type { Ran } from '../engine/machine.ts'
import { failed } from '../engine/operation.ts'
import { newAnswerBudget } from '../graph/answer-size.ts'
import type { ServiceTypes, ServiceWork } from '../graph/context.ts'
import { graphError, isCallError } from '../graph/contract/errors.ts'
import type { Call } from '../graph/pipeline.ts'
import { unsupportedError } from '../graph/pipeline.ts'
import { statusOf } from '../graph/policy.ts'
import { isNodeId } from '../graph/routes.ts'
import { answerCall, type Part } from '../graph/service.ts'
import { sentParams } from '../graph/values/compounds.ts'
import { type Batched, batchedItem } from '../wire/batch.ts'
import { errorBody } from '../wire/response.ts'

type Taken = Ran<ServiceTypes>
type Parts = NonNullable<Taken['parts']>
type Whole = {
  readonly taken: ReturnType<typeof answerCall>
  readonly call: Call
  readonly work: ServiceWork
}

/** Answers a call, together with those that it consists of. */
export function takeWhole(work: ServiceWork, given: Call): Taken {
  const call = given.answerBudget ? given : { ...given, answerBudget: newAnswerBudget() }
  const taken = answerCall(registry, work, call)
  const { outcome } = taken
  const { operation } = taken.answer
  // A fault that loses the answer leaves the effect, and the effect of a batch is that of its calls.
  if (!outcome.ok && !outcome.committed) return taken
  const parts =
    operation === 'batch'
      ? batchParts({ taken, call, work })
      : operation === 'readMany'
        ? readParts({ taken, call, work })
        : undefined
  return parts ? { ...taken, parts } : taken
}

const ruleOf =
  ({ call }: Batched, { answerBudget }: Call) =>
  (work: ServiceWork): Taken =>
    isCallError(call)
      ? { outcome: failed(graphError(call)) }
      : takeWhole(work, { ...call, ...(answerBudget && { answerBudget }) })

function batchParts({ taken, call, work }: Whole): Parts {
  if (call.answerBudget) call.answerBudget.isEmbedded = true
  const { batch: items, include_headers: headers } = batch.params.parse(sentParams(call, batch))
  const calls = items.map((item) => batchedItem(item, call))
  return {
    rules: calls.map((item) => ruleOf(item, call)),
    join(done) {
      const parts = done.map(({ outcome, answer }, place): Part => {
        const { ifNoneMatch } = calls[place] ?? {}
        return { outcome, answer, ifNoneMatch }
      })
      const whole = { ...taken.answer, parts, ...(!headers && { bare: true }) }
      const value = parts.map((part) => itemValue(part, work))
      return { outcome: taken.outcome.ok ? { ok: true, value } : taken.outcome, answer: whole }
    },
  }
}

/** What one call of a batch came to; null for one that a fault dropped. */
function itemValue({ outcome, answer }: Part, { tx, ledger }: ServiceWork): object | null {
  if (outcome.ok) return { code: 200, body: outcome.value }
  if (answer?.dropped) return null
  const { error } = outcome
  const status = statusOf(tx.settings, error.code)
  return { code: status, body: errorBody(error, ledger.sequence) }
}

function readParts({ taken, call }: Whole): Parts {
  const { ids: _ids, ...params } = call.params
  const ids = [...new Set(readMany.params.parse(sentParams(call, readMany)).ids)]
  const { blanks: _blanks, operation: _operation, ...rest } = call
  return {
    rules: ids.map((id) =>
      ruleOf({ call: isNodeId(id) ? { ...rest, path: [id], params } : unsupportedError('GET', [id]) }, call),
    ),
    join(done) {
      const refused = done.find(({ outcome }) => !outcome.ok)
      const whole = { ...taken.answer, parts: done }
      if (!taken.outcome.ok) return { outcome: taken.outcome, answer: whole }
      if (refused)
        return {
          outcome: refused.outcome,
          answer: { ...taken.answer, dropped: refused.answer?.dropped ?? false },
        }
      const values = done.map(({ outcome }, place) => [ids[place], outcome.ok ? outcome.value : null])
      return { outcome: { ok: true, value: Object.fromEntries(values) }, answer: whole }
    },
  }
}
