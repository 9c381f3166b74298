import type { Client } from '../../generated/operations.ts'
import type { GraphError } from '../../service/contract/errors.ts'
import { type Policy, statusOf } from '../../service/policy.ts'
import type { Registry } from '../../service/registry.ts'
import type { ServiceStep } from '../../service/routes/context.ts'
import { idOf } from '../../service/routes/routes.ts'
import type { AnyText } from '../../service/typed-call.ts'
import { callInput } from '../handle/client.ts'
import { newCounts } from '../handle/coverage.ts'
import { forkHandle, type Handle, policyIn, runCall } from '../handle/handle.ts'
import { hintOf } from '../handle/hint.ts'
import { checkNames } from '../handle/known-names.ts'
import { type CheckVerdict, failedCheck, verdictsOf } from '../handle/refusal.ts'
import { answerRequest, type GraphRequest } from '../handle/request.ts'

/** A call as a typed client makes it: the method of the client, its token and its parameters. */
export interface TypedCall {
  readonly operation: keyof Client | AnyText
  readonly token: string
  readonly version?: string
  readonly params?: Readonly<Record<string, unknown>>
}

/** The checks of a call that was not made, and its answer. */
export interface Explanation {
  /** The operation of the path; null if there is none. */
  readonly operation: string | null
  /** The documentation page of an operation beyond the description; null for every other operation. */
  readonly beyondDescription: string | null
  /** The route of the stub that would answer; null if none would. */
  readonly stub: string | null
  /** The node that the path names; null if there is none, or if the path needs none. */
  readonly node: { readonly kind: string; readonly id: string } | null
  readonly version: string | null
  /** The names in `fields` that the live service has and this world has not. The answer lacks them. */
  readonly notSimulated: readonly string[]
  /** All checks in their order. The first that fails is the answer. */
  readonly checks: readonly CheckVerdict[]
  /** The error that the world would answer; null if the call would succeed. */
  readonly error: GraphError | null
  /** The HTTP status of the answer; 0 if a fault drops the connection. */
  readonly status: number
  /** Advice for the author of the client; null if there is none. */
  readonly hint: string | null
  /** The calls of a batch, or the reads of several ids, in their order; absent for any other call. */
  readonly parts?: readonly Explanation[]
}

const sourceOf = ({ routes }: Registry, operation = ''): string | null =>
  routes.byName.get(operation)?.endpoint.source ?? null

/** A step, or the part of one. */
type Answered = Pick<ServiceStep, 'outcome' | 'answer'>

function explanationOf(
  registry: Registry,
  step: Answered,
  { status, policy }: { readonly status: number; readonly policy: Policy },
): Explanation {
  const { answer, outcome } = step
  const parts = answer?.parts?.map(({ outcome: own, answer: part }) => {
    const answered: Answered = { outcome: own, answer: part }
    return explanationOf(registry, answered, { status: statusOfStep(answered, policy), policy })
  })
  return {
    operation: answer?.operation ?? null,
    beyondDescription: sourceOf(registry, answer?.operation),
    stub: answer?.stub ?? null,
    node: answer?.node ? { kind: answer.node.kind, id: idOf(answer.node) } : null,
    version: answer?.version ?? null,
    notSimulated: answer?.notSimulated ?? [],
    checks: verdictsOf(failedCheck(step)),
    error: outcome.ok ? null : outcome.error,
    status,
    hint: hintOf(answer?.advice) ?? null,
    ...(parts && { parts }),
  }
}

/** Returns the explanation of a request for a picture, which is not a call and passes no checks. */
const pictureExplanation = (status: number): Explanation => ({
  operation: null,
  beyondDescription: null,
  stub: null,
  node: null,
  version: null,
  notSimulated: [],
  checks: [],
  error: null,
  status,
  hint: null,
})

/** The HTTP status that a call has, or would have. */
export function statusOfStep({ outcome, answer }: Answered, policy: Policy): number {
  const fault = answer?.replaced?.fault
  if (fault?.kind === 'http') return fault.status
  if (outcome.ok || fault) return 200
  return answer?.dropped ? 0 : statusOf(policy, outcome.error)
}

/** Explains a call that a world has taken. */
export const explainStep = (registry: Registry, step: ServiceStep, policy: Policy): Explanation =>
  explanationOf(registry, step, { status: statusOfStep(step, policy), policy })

/** Explains a request or a call: a copy of the world answers it, and is then discarded. */
export function explain(handle: Handle, asked: GraphRequest | TypedCall): Explanation {
  const counts = newCounts(handle.registry)
  const copy: Handle = { ...forkHandle(handle), counts, ownerTest: undefined }
  if (typeof asked === 'object' && asked !== null && 'operation' in asked) {
    checkNames('A call', 'member', asked, ['operation', 'token', 'version', 'params'])
    const { operation, params = {}, ...credentials } = asked
    const step = runCall(copy, callInput(operation, credentials, params))
    return explainStep(handle.registry, step, policyIn(handle))
  }
  const { response, step } = answerRequest(copy, asked)
  const { status } = response
  return step
    ? explanationOf(handle.registry, step, { status, policy: policyIn(handle) })
    : pictureExplanation(status)
}
