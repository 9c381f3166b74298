import { type CallError, invalidParameter } from '../contract/errors.ts'
import { shown } from '../values/scalars.ts'
import type { Call } from './call.ts'
import type { NamedEndpoint, Route } from './route.ts'
import { idIn } from './routes.ts'

/** Returns the parameter for the node of the path, if a typed call left it out or gave no id. */
export function missingNodeParam(
  { placeholder, query }: NamedEndpoint,
  params: Readonly<Record<string, unknown>>,
): Call['unnamed'] {
  if (!placeholder || query || idIn(params, placeholder) !== '') return undefined
  return {
    parameter: placeholder,
    given: Object.hasOwn(params, placeholder) ? params[placeholder] : undefined,
  }
}

/** The error of a typed call that names no node. */
export function missingNodeParamError({ operation, unnamed }: Call): CallError | undefined {
  if (!unnamed) return undefined
  const { parameter, given } = unnamed
  const problem = given === undefined ? 'is required' : `must be an id as text, got ${shown(given)}`
  return invalidParameter(`The parameter ${parameter} of ${operation} ${problem}`)
}

/** The error of a call that leaves out the parameter that names its node (LEA-031; SIL-039). */
export function unaskedError({ params }: Call, { asked }: Route): CallError | undefined {
  if (!asked) return undefined
  const given = Object.hasOwn(params, asked.parameter) ? params[asked.parameter] : undefined
  const isMissing = given === undefined || given === ''
  return isMissing ? invalidParameter(`The parameter ${asked.parameter} is required`) : undefined
}
