import type { Step } from '../../src/index.ts'
import { service } from '../../src/machine/service-machine.ts'

/**
 * The members of an object that may change in a state. A tree gives up its nodes when it is cloned, and the
 * digest of the rows is worked out when a hash is first asked for: neither is data.
 */
function changing(value: object): readonly PropertyKey[] {
  if ('root' in value && 'clone' in value) return ['owner', 'editor']
  return 'commits' in value && 'since' in value ? ['sum', 'since'] : []
}

function freeze(value: object): void {
  const free = changing(value)
  if (free.length === 0) {
    Object.freeze(value)
    return
  }
  for (const key of Reflect.ownKeys(value))
    if (!free.includes(key)) Object.defineProperty(value, key, { writable: false, configurable: false })
  Object.preventExtensions(value)
}

/** Freezes everything that can be reached from a value: rows, logs, trees and their nodes. */
function freezeAll(value: unknown, seen: WeakSet<object>): void {
  const open = [value]
  while (open.length > 0) {
    const next = open.pop()
    // Bytes cannot be frozen.
    if (typeof next !== 'object' || next === null || ArrayBuffer.isView(next)) continue
    // An object whose members may change can have new ones that are not frozen yet.
    if (seen.has(next) && changing(next).length === 0) continue
    seen.add(next)
    freeze(next)
    for (const key of Reflect.ownKeys(next)) open.push(Reflect.get(next, key))
  }
}

const run = service.step

/**
 * The machine in the frozen mode: it freezes what each step gets and returns at every depth, so that code
 * which edits a state, an outcome or an event in place throws a TypeError. Caches beside the state stay as
 * they are.
 */
export function frozenStep(): typeof service.step {
  const seen = new WeakSet()
  return (state, input): Step => {
    freezeAll(state, seen)
    const step = run(state, input)
    freezeAll(step, seen)
    return step
  }
}
