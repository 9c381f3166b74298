import type { z } from '../../engine/schema/zod.ts'
import { outcomeDigest } from '../../engine/state/history.ts'
import { encodeInput } from '../../engine/values/base64.ts'
import type { Json } from '../../engine/values/guard.ts'
import { isCallInput } from '../../machine/service-machine.ts'
import type { ServiceState, ServiceStep } from '../../service/routes/context.ts'
import type { NamedEndpoint } from '../../service/routes/route.ts'
import { isCompound } from '../../service/values/compounds.ts'
import { parameterTypes } from '../../service/values/sent-params.ts'
import type { MachineParts } from '../handle/handle.ts'
import { isShownWhole } from './bounded-row.ts'

/** A call as a typed client makes it, with its files as an input has them. */
export type StepCall = {
  readonly operation: string
  readonly token: string
  readonly version?: string
  readonly params: { readonly [name: string]: Json }
  readonly files?: Json
}

type Params = StepCall['params']

const NUMBER = /^-?\d{1,15}(?:\.\d{1,9})?$/

/** Returns the value that a text stands for, if a typed client passes one in its place. */
function nativeValue(text: string, type: z.ZodType | undefined): Json {
  if (!type) return text
  const { type: kind } = type.meta() ?? {}
  if (kind === 'boolean' && (text === 'true' || text === 'false')) return text === 'true'
  if ((kind === 'integer' || kind === 'number') && NUMBER.test(text)) return Number(text)
  if (!isCompound(type) || !/^\s*[[{]/.test(text)) return text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** The parameters as a program writes them: HTTP sends most of them as texts. */
function nativeParams(params: Params, { endpoint }: NamedEndpoint): Params {
  const types = parameterTypes(endpoint)
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      typeof value === 'string' ? nativeValue(value, types.get(name)) : value,
    ]),
  )
}

/** The calls of a typed client that may do the same as a request, the most readable first. */
function callsLike({ answer }: ServiceStep, { registry }: MachineParts): StepCall[] {
  const entry = registry.routes.byName.get(answer?.operation ?? '')
  if (!answer || !entry || entry.operation === 'batch' || answer.call.tokens.length > 1) return []
  const { tokens, version, path, params: sent, files } = answer.call
  const node = entry.placeholder !== '' && entry.query === '' ? { [entry.placeholder]: path[0] ?? '' } : {}
  const { operation } = entry
  const calls = [nativeParams(sent, entry), sent].map((params) => ({
    operation,
    token: tokens[0] ?? '',
    ...(version !== undefined && { version }),
    params: { ...node, ...params, ...node },
    ...(files.length > 0 && {
      files: files.map(({ part, name, bytes }) => ({ part, name, bytes: { $base64: encodeInput(bytes) } })),
    }),
  }))
  return calls.filter(isShownWhole)
}

/**
 * Returns a step as a call of a typed client: that of the input, or the one that does the same as a request.
 * Each candidate is tried on the state before the step. Null for every other step, for a batch, and for a
 * request that no typed call can make, such as one with two tokens.
 */
export function stepCall(step: ServiceStep, before: ServiceState, parts: MachineParts): StepCall | null {
  const { input, outcome } = step
  if (input.type === 'request') {
    const wanted = outcomeDigest(outcome)
    const outcomeOf = (call: StepCall) => parts.service.step(before, { type: 'call', ...call }).outcome
    return callsLike(step, parts).find((call) => outcomeDigest(outcomeOf(call)) === wanted) ?? null
  }
  if (input.type !== 'call' || !isCallInput(input) || !isShownWhole(input)) return null
  const { operation, token, version, params = {}, files } = input
  if (!parts.registry.routes.byName.has(operation)) return null
  return { operation, token, ...(version !== undefined && { version }), params, ...(files && { files }) }
}
