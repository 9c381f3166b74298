import { isPlainObject } from '../../../engine/values/guard.ts'

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
function findForeign(value: unknown, above: unknown[]): Foreign | undefined {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return undefined
  if (typeof value === 'number' && Number.isFinite(value)) return undefined
  if (above.includes(value)) return { path: '', problem: 'contains itself' }
  const isList = Array.isArray(value)
  if (!isList && !isPlainObject(value)) return { path: '', problem: `is ${kindOf(value)}` }
  above.push(value)
  const found = isList ? foreignItem(value, above) : foreignMember(value, above)
  above.pop()
  return found
}

function foreignItem(list: readonly unknown[], above: unknown[]): Foreign | undefined {
  // A loop, because the methods of arrays skip holes.
  for (let index = 0; index < list.length; index++) {
    const found = findForeign(list[index], above)
    if (found) return below(`[${index}]`, found)
  }
  return undefined
}

function foreignMember(object: Readonly<Record<string, unknown>>, above: unknown[]): Foreign | undefined {
  for (const name of Object.keys(object)) {
    const member = object[name]
    // As in `JSON.stringify`, a member that is undefined counts as left out.
    const found = member === undefined ? undefined : findForeign(member, above)
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
