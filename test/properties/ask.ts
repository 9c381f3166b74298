import type { State } from '../../src/index.ts'
import { service } from '../../src/machine/service-machine.ts'

/** What an input came to, and the state after it. */
export interface Asked {
  readonly state: State
  readonly ok: boolean
  readonly value: Record<string, unknown>
  readonly code: number | undefined
}

/** Takes one input. */
export function take(state: State, input: object): Asked {
  const { state: next, outcome } = service.step(state, input)
  const value = (outcome.ok ? outcome.value : {}) as Record<string, unknown>
  return { state: next, ok: outcome.ok, value, code: outcome.ok ? undefined : outcome.error.code }
}

/** Calls an endpoint as the holder of a token. */
export const ask = (state: State, token: string, operation: string, params: object): Asked =>
  take(state, { type: 'call', operation, token, params })

/** Does an action that has to succeed. */
export function act(state: State, name: string, params: object): Asked {
  const done = take(state, { type: 'action', name, params })
  if (!done.ok) throw new Error(`${name} was refused with ${done.code}`)
  return done
}
