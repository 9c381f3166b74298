import { promisify } from 'node:util'
import { real } from '../../run/real.ts'
import type { Replacement } from '../../run/replace.ts'
import { currentScope, scopes } from '../../run/scope.ts'

/**
 * Whether undici itself sets a timer, that of the package or that of Node. The stack is read only for a
 * callback of the right name.
 */
const isClock = (callback: unknown): boolean =>
  typeof callback === 'function' &&
  callback.name === 'onTick' &&
  /undici[\\/]lib[\\/]util[\\/]timers|node:internal\/deps\/undici/.test(new Error().stack ?? '')

/** A callback that a timer does not keep from being collected. */
function weakly(callback: (...values: unknown[]) => void): typeof callback {
  const reference = new WeakRef(callback)
  return (...values) => reference.deref()?.(...values)
}

/**
 * The package undici keeps one clock for all its connections, which outlives processes and runs: that clock
 * stays real. It only ends connections that are silent for minutes. A copy of undici that a dead process
 * loaded must not live for as long.
 */
const timeout = (original: typeof setTimeout) => {
  const replaced = (callback: (...values: unknown[]) => void, ...values: [number?, ...unknown[]]) =>
    currentScope() && isClock(callback)
      ? scopes.exit(() => real.setTimeout(weakly(callback), ...values))
      : original(callback, ...values)
  return Object.assign(replaced, { [promisify.custom]: Reflect.get(original, promisify.custom) })
}

/** The timers of undici's clock. */
export const undiciHooks: readonly Replacement[] = [{ owner: globalThis, name: 'setTimeout', make: timeout }]

/** Where undici keeps the agent that all its copies share. A copy makes one if it finds none. */
export const dispatchers = [1, 2].map((version) => Symbol.for(`undici.globalDispatcher.${version}`))

interface Dispatcher {
  close(): Promise<void>
}

type AgentClass = new () => Dispatcher

/**
 * Replaces the agent that undici shares: the connections that it keeps are older than the run. An agent of
 * another class, such as a mock, stays. Returns how to put the agents back.
 */
export function renewDispatchers(): () => void {
  const undos = dispatchers.flatMap((name) => {
    const before: unknown = Reflect.get(globalThis, name)
    const { constructor: Agent } = Object(before)
    if (before === undefined || Agent.name !== 'Agent') return []
    // undici defines it so that it can only be assigned.
    const agent = new (Agent as AgentClass)()
    Reflect.set(globalThis, name, agent)
    return [
      () => {
        Reflect.set(globalThis, name, before)
        void agent.close().catch(() => {})
      },
    ]
  })
  return () => {
    for (const undo of undos) undo()
  }
}
