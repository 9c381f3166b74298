import { isPlainObject } from '../../engine/values/guard.ts'
import type { ServiceState, ServiceStep } from '../../service/routes/context.ts'

/** Runs one input in a state. */
export type RunStep = (state: ServiceState, input: unknown) => ServiceStep

/** Maximum steps in each of the two generations. */
const KEPT_MAX = 3_000

/** Maximum characters of an input whose step is kept. */
const TEXT_MAX = 10_000

type Steps = Map<ServiceState, Map<string, ServiceStep>>

/**
 * Whether the JSON text of a value belongs to this value alone. A map, for example, has the text of an empty
 * object, and an object with `toJSON` has the text of another value.
 */
function isExact(value: unknown): boolean {
  if (typeof value !== 'object' || value === null)
    return value === null || typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value)
  if ('toJSON' in value) return false
  // Unlike `every`, this sees holes: the text of a hole is that of null.
  if (Array.isArray(value)) return value.findIndex((item) => !isExact(item)) < 0
  return isPlainObject(value) && Object.values(value).every(isExact)
}

/** Returns an input as JSON; undefined if other inputs may have the same text, and if the text is long. */
function exactText(input: unknown): string | undefined {
  try {
    const text = isExact(input) ? JSON.stringify(input) : undefined
    return text !== undefined && text.length <= TEXT_MAX ? text : undefined
  } catch {
    // This includes an input that contains itself, and a getter that throws.
    return undefined
  }
}

/**
 * Keeps the steps that worlds with the same beginning have in common: the same input in the same state leads
 * to the same step. Of the older steps it keeps those that were used lately.
 */
export function keepSteps(run: RunStep): RunStep {
  let young: Steps = new Map()
  let old: Steps = new Map()
  let count = 0
  function keep(state: ServiceState, text: string, step: ServiceStep): void {
    if (count >= KEPT_MAX) {
      old = young
      young = new Map()
      count = 0
    }
    count++
    const steps = young.get(state) ?? new Map<string, ServiceStep>()
    young.set(state, steps.set(text, step))
  }
  return (state, input) => {
    const text = exactText(input)
    if (text === undefined) return run(state, input)
    const known = young.get(state)?.get(text)
    if (known) return known
    const step = old.get(state)?.get(text) ?? run(state, input)
    keep(state, text, step)
    return step
  }
}
