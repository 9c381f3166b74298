import { guard, type Json } from '../../engine/values/guard.ts'
import type { ServiceOutcome } from '../../service/routes/context.ts'
import { type FaultRule, faultInput } from '../../world/faults.ts'
import { type Handle, runInput, runSettled } from '../../world/handle/handle.ts'
import { instantAfter } from '../../world/time/durations.ts'
import type { World } from '../../world/world.ts'
import { type ResolveScope, resolvedInstant, resolveText, resolveValue } from '../read/references.ts'
import type { ScenarioStep } from '../read/step-schema.ts'
import { deliverTo } from './deliver.ts'
import type { StepOutcome } from './outcome.ts'

/** A step that acts on the world itself, and not on the service. */
export type ActingStep = Exclude<ScenarioStep, { call: string } | { request: object }>

const done = (value: Json): StepOutcome => ({ ok: true, value })

/** Returns a value as plain JSON. */
function plainOf(value: unknown): Json {
  const guarded = guard(value)
  return guarded.ok ? guarded.value : null
}

function outcomeOf(outcome: ServiceOutcome): StepOutcome {
  if (outcome.ok) return done(plainOf(outcome.value))
  const { code, subcode, type, message } = outcome.error
  const error = { code, ...(subcode !== undefined && { subcode }), type, message }
  return { ok: false, value: null, error }
}

/** Moves the clock. Throws a RangeError if the instant is past. */
function moveTo({ clock }: World, to: number): StepOutcome {
  const { fired } = clock.advanceTo(to)
  return done({ now: clock.now, fired })
}

function configured(
  handle: Handle,
  step: Extract<ActingStep, { configure: object }>,
  scope: ResolveScope,
): StepOutcome {
  const configure = resolveValue(plainOf(step.configure), scope)
  return outcomeOf(runSettled(handle, { type: 'configure', ...Object(configure) }).outcome)
}

const isRule = (value: unknown): value is FaultRule =>
  typeof value === 'object' && value !== null && 'match' in value && 'fault' in value

function faultAdded(
  handle: Handle,
  step: Extract<ActingStep, { addFault: object }>,
  scope: ResolveScope,
): StepOutcome {
  const rule: unknown = { match: {}, ...Object(resolveValue(plainOf(step.addFault), scope)) }
  if (!isRule(rule)) throw new TypeError('addFault needs a match and a fault')
  return outcomeOf(runSettled(handle, faultInput(rule, handle.state.graph.now)).outcome)
}

function faultRemoved(handle: Handle, which: string, { names }: ResolveScope): StepOutcome {
  const what = which === 'all' ? { clear: true } : { remove: resolveText(which, names) }
  return outcomeOf(runSettled(handle, { type: 'fault', ...what }).outcome)
}

function delivered(
  handle: Handle,
  { app, answers = [] }: Extract<ActingStep, { deliver: object }>['deliver'],
  { names }: ResolveScope,
) {
  const ids = deliverTo(handle, app === undefined ? undefined : String(resolveText(app, names)), answers)
  return done({ deliveries: ids })
}

/** Runs a step that acts on the world. Throws a TypeError or a RangeError if it cannot be run. */
export function actOnWorld(world: World, handle: Handle, step: ActingStep, scope: ResolveScope): StepOutcome {
  if ('action' in step) {
    const params = resolveValue(plainOf(step.with ?? {}), scope)
    return outcomeOf(runSettled(handle, { type: 'action', name: step.action, params }).outcome)
  }
  if ('advance' in step) return moveTo(world, instantAfter(scope.now, step.advance))
  if ('advanceTo' in step) {
    return moveTo(world, resolvedInstant('advanceTo', plainOf(step.advanceTo), scope))
  }
  if ('next' in step) return done({ now: world.clock.now, fired: world.clock.next()?.fired ?? 0 })
  if ('drain' in step) return done({ fired: world.clock.drain().fired })
  if ('addFault' in step) return faultAdded(handle, step, scope)
  if ('removeFault' in step) return faultRemoved(handle, step.removeFault, scope)
  if ('deliver' in step) return delivered(handle, step.deliver, scope)
  if ('configure' in step) return configured(handle, step, scope)
  if ('input' in step) return outcomeOf(runInput(handle, resolveValue(step.input, scope)).outcome)
  return done(null)
}
