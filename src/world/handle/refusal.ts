import type { Advice } from '../../service/call-advice.ts'
import type { GraphError } from '../../service/contract/errors.ts'
import { checks } from '../../service/pipeline.ts'
import type { ServiceStep } from '../../service/routes/context.ts'
import { answerCheck, ruleCheck } from '../../service/service.ts'

/** One check of a call. */
export interface CheckVerdict {
  readonly name: string
  /** The chapter of the contract. */
  readonly chapter: string
  /** The requirements and decisions that the check implements. */
  readonly rows: readonly string[]
  readonly verdict: 'passed' | 'failed' | 'not reached'
}

/** One check, without its verdict. */
export type Stage = Omit<CheckVerdict, 'verdict'>

const requestCheck: Stage = {
  name: 'request',
  chapter: 'Resources and their fields › Conventions',
  rows: ['CNV-006', 'CNV-007', 'SIL-007'],
}

/**
 * Every check of a call in order: the parser of requests, the checks of the pipeline, the rule, and the
 * faults of the answer.
 */
export const stages: readonly Stage[] = [
  requestCheck,
  ...checks,
  { name: ruleCheck, chapter: 'Endpoints', rows: ['ERR-025'] },
  { name: answerCheck, chapter: 'Errors', rows: ['SIL-005'] },
]

/** The name of the check that refused a call; undefined for a call that succeeded. */
export function failedCheck({
  outcome,
  answer,
}: Pick<ServiceStep, 'outcome' | 'answer'>): string | undefined {
  if (outcome.ok) return undefined
  // The outcome of a request that cannot be parsed has no `answer`. The failure of a part counts as a failure
  // of the rule.
  return answer ? (answer.refusedBy ?? ruleCheck) : requestCheck.name
}

/** Returns the verdict of every check, if `failed` is the one that refused. */
export function verdictsOf(failed: string | undefined): CheckVerdict[] {
  const end = stages.findIndex(({ name }) => name === failed)
  return stages.map(({ name, chapter, rows }, index) => {
    const verdict = end < 0 || index < end ? 'passed' : index === end ? 'failed' : 'not reached'
    return { name, chapter, rows, verdict }
  })
}

/** A refused call: its operation, the name of the check that refused it, and advice about it. */
export interface Refusal {
  readonly operation: string
  readonly failed: string | undefined
  readonly advice: Advice | undefined
}

/** The refused calls whose errors are still in use. */
const refusals = new WeakMap<GraphError, Refusal>()

/** Remembers which check refused a call, for the messages of matchers. */
export function rememberRefusal(operation: string, step: ServiceStep): void {
  const { answer, outcome } = step
  if (answer && !outcome.ok)
    refusals.set(outcome.error, { operation, failed: failedCheck(step), advice: answer.advice })
}

/** Returns the refusal behind the error of an outcome; undefined if no call of this realm gave the error. */
export const refusalOf = (error: object): Refusal | undefined => refusals.get(error as GraphError)
