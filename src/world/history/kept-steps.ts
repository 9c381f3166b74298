import { isPlainObject } from '../../engine/values/guard.ts'
import type { ServiceState, ServiceStep } from '../../graph/routes/context.ts'

/** Runs one input in a state. */
export type RunStep = (state: ServiceState, input: unknown) => ServiceStep

/** Maximum steps in each of the two generations. */
const KEPT_MAX = 1_000

/** Maximum characters of an input whose step is kept. */
const TEXT_MAX = 10_000

type Steps = Map<ServiceState, Map<string, ServiceStep>>

/** Whether no other value has the same JSON text. A map, for example, has the text of an empty object. */
const isExact = (value: unknown): boolean =>
  typeof value === 'string' ||
  typeof value === 'boolean' ||
  value === null ||
  Number.isFinite(value) ||
  Array.isArray(value) ||
  isPlainObject(value)

const inexact = new Error('Another input may have the same text')

/** Passes a member on to JSON, unless other members may have the same text. */
function exactMember(this: Readonly<Record<string, unknown>>, name: string, text: unknown): unknown {
  const value = this[name]
  // An object with `toJSON` has the text of another value.
  if (value === text && isExact(value)) return value
  throw inexact
}

/** Returns an input as JSON; undefined if other inputs may have the same text, and if the text is long. */
function exactText(input: unknown): string | undefined {
  try {
    const text = JSON.stringify(input, exactMember)
    return text.length <= TEXT_MAX ? text : undefined
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
