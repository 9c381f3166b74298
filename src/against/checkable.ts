import { isPlainObject } from '../engine/values/plain-object.ts'
import { isInAnswer } from '../scenario/play/observe.ts'
import type { ScenarioStep } from '../scenario/read/step-schema.ts'

/** A step as a real service can show it. */
export interface CheckableStep {
  readonly step: ScenarioStep
  /** The members of its expectation that only a simulator shows. */
  readonly unchecked: readonly string[]
}

/**
 * Returns a step with the expectations that the answer of a real service shows. The texts of errors are of
 * one service each.
 */
export function checkable(step: ScenarioStep): CheckableStep {
  const { expect } = step
  if (!expect) return { step, unchecked: [] }
  const isCall = 'call' in step || 'request' in step
  const unchecked = Object.keys(expect).filter((member) => !isCall || !isInAnswer(member))
  const kept = Object.fromEntries(Object.entries(expect).filter(([member]) => !unchecked.includes(member)))
  const { error } = expect
  if (!isPlainObject(error) || error['message'] === undefined)
    return { step: { ...step, expect: kept }, unchecked }
  const { message: _text, ...codes } = error
  // An expected error without its code is still an error.
  const expected =
    Object.keys(codes).length > 0 ? { ...kept, error: codes } : { ...kept, error: undefined, ok: false }
  return { step: { ...step, expect: expected }, unchecked: [...unchecked, 'error.message'] }
}
