import { isPlainObject } from '../../engine/values/guard.ts'

const kindOf = (value: unknown): string => {
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'object' || value === null) return typeof value
  const { constructor: maker } = value
  return typeof maker === 'function' ? `a ${maker.name}` : 'an object'
}

/** A part that is no JSON: the path to it within a value, such as `.rows[2]`, and what is wrong with it. */
interface Foreign {
  readonly path: string
  readonly problem: string
}

const below = (step: string, { path, problem }: Foreign): Foreign => ({ path: `${step}${path}`, problem })

/** Finds the first part of a value that is no JSON; undefined if there is none. */
function findForeign(value: unknown, above: readonly unknown[]): Foreign | undefined {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return undefined
  if (typeof value === 'number' && Number.isFinite(value)) return undefined
  if (above.includes(value)) return { path: '', problem: 'contains itself' }
  const within = [...above, value]
  if (Array.isArray(value)) {
    // A loop, because the methods of arrays skip holes.
    for (let at = 0; at < value.length; at++) {
      const found = findForeign(value[at], within)
      if (found) return below(`[${at}]`, found)
    }
    return undefined
  }
  if (!isPlainObject(value)) return { path: '', problem: `is ${kindOf(value)}` }
  for (const [name, member] of Object.entries(value)) {
    // As in `JSON.stringify`, a member that is undefined counts as left out.
    const found = member === undefined ? undefined : findForeign(member, within)
    if (found) return below(`.${name}`, found)
  }
  return undefined
}

/**
 * The JSON text of a value of the store. Throws a TypeError that names the first part that a real store would
 * lose or change, such as a `Date` or NaN.
 */
export function jsonTextOf(key: string, value: unknown): string {
  const found = findForeign(value, [])
  if (found) {
    const { path, problem } = found
    throw new TypeError(
      `The store takes JSON, but at the key ${JSON.stringify(key)} the value${path} ${problem}`,
    )
  }
  return JSON.stringify(value)
}
