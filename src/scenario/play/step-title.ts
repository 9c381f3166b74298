import { shown } from '../../service/values/scalars.ts'
import { type ScenarioStep, stepKinds } from '../read/step-schema.ts'

/** Returns what a step does, in words: its title, or its kind and operation. */
export function titleOf(step: ScenarioStep): string {
  if (step.title !== undefined) return step.title
  const [kind, of] = Object.entries(step).find(([name]) => Object.hasOwn(stepKinds, name)) ?? ['expect', null]
  if (kind === 'request' && 'request' in step) return `${step.request.method} ${step.request.path}`
  return typeof of === 'string' ? `${kind} ${of}` : typeof of === 'object' ? kind : `${kind} ${shown(of)}`
}
