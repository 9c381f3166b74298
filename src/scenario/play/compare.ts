import type { Json } from '../../engine/values/guard.ts'
import { plain } from '../../service/values/plain.ts'
import { shown } from '../../service/values/scalars.ts'
import { instantOf, instantText } from '../../world/time/time.ts'
import type { StepExpectation } from '../read/expectation-schema.ts'
import { mismatch } from '../read/match.ts'
import type { DocumentPath } from '../read/place.ts'
import { type ResolveScope, resolveValue } from '../read/references.ts'
import type { StepOutcome } from './outcome.ts'

/** A difference between a step and its expectation. */
export interface StepDifference {
  /** The path within the step. */
  readonly path: DocumentPath
  readonly message: string
}

/** Writes an expectation in the form in which the world is observed. */
function normalized(member: string, expected: Json): Json {
  if (member === 'error' && typeof expected === 'number') return { code: expected }
  if (member === 'events' && Array.isArray(expected))
    return expected.map((event: Json) => (typeof event === 'string' ? { type: event } : event))
  if (member === 'now' && typeof expected === 'string') return instantText(instantOf(expected))
  return expected
}

const outcomeText = ({ error, status, value }: StepOutcome): string =>
  error ? `error ${error.code}: ${error.message}` : `status ${status ?? 'none'}: ${shown(value)}`

/** A step succeeds unless something else is expected of it. */
function successDifference(
  expected: StepExpectation | undefined,
  outcome: StepOutcome,
): StepDifference | undefined {
  const { ok, error, status } = expected ?? {}
  if (ok !== undefined || error !== undefined || status !== undefined || outcome.ok) return undefined
  return { path: [], message: `expected the step to succeed, got ${outcomeText(outcome)}` }
}

const isMember = (name: string, of: StepExpectation): name is keyof StepExpectation & string =>
  Object.hasOwn(of, name)

/**
 * Returns the first difference between a step and its expectation.
 *
 * @param observe Returns what is compared with a member of the expectation.
 */
export function compareStep(
  expected: StepExpectation | undefined,
  outcome: StepOutcome,
  observe: (member: keyof StepExpectation) => Json | undefined,
  scope: ResolveScope,
): StepDifference | undefined {
  const failure = successDifference(expected, outcome)
  if (failure || !expected) return failure
  for (const name of Object.keys(expected)) {
    const wanted = isMember(name, expected) ? expected[name] : undefined
    if (wanted === undefined || !isMember(name, expected)) continue
    const value = observe(name)
    const found = mismatch(normalized(name, resolveValue(plain(wanted), scope)), value)
    if (!found) continue
    const instead = name === 'error' && value === undefined ? outcomeText(outcome) : found.got
    return { path: ['expect', name, ...found.path], message: `expected ${found.expected}, got ${instead}` }
  }
  return undefined
}
