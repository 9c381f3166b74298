import type { Json } from '../engine/guard.ts'
import type { Pair } from './form-text.ts'
import { overLimit, quoted, type Read, read, unreadable } from './read-result.ts'

/** Parameters by name, as a caller meant them. */
export type Params = Readonly<Record<string, Json>>

/** How deep brackets may nest in a parameter's name, and how many parameters one request may have. */
export interface SpellingLimits {
  readonly bracketDepthMax: number
  readonly paramsMax: number
}

/** One value, or several under a name that is repeated. */
interface Leaf {
  readonly values: string[]
}

/** What brackets hold: members under a key or an index, and elements that `[]` appends. */
interface Branch {
  readonly members: Map<string, Node>
  readonly elements: Node[]
  keyed: boolean
}

type Node = Leaf | Branch

/** A name that is dropped wherever a caller uses it: assigning it would set a prototype, not a member. */
export const FORBIDDEN_NAME = '__proto__'

// A label of more digits is an id, and ids key an object.
const INDEX = /^(?:0|[1-9]\d{0,8})$/

/**
 * Turns pairs into parameters. Clients spell lists and objects as `a=x&a=y`, `a[]=x`, `a[0]=x`, `a[b]=c`,
 * `a[0][b]=c` and `a[][b]=c`; a name whose brackets do not close stands for itself. An index only orders: no
 * list is longer than what was sent. A parameter that is spelled as two of text, list and object becomes a
 * list of a list of all that was sent for it. No parameter type reads that, so it is refused by an endpoint
 * that has the parameter, and ignored by others.
 */
export function spellOut(pairs: readonly Pair[], limits: SpellingLimits): Read<Params> {
  if (pairs.length > limits.paramsMax) {
    return overLimit('The request', pairs.length, limits.paramsMax, 'parameters')
  }
  const root = emptyBranch()
  const contradicted = new Set<string>()
  for (const [name, value] of pairs) {
    const keys = keysOf(name, limits.bracketDepthMax + 1)
    if (keys === undefined) {
      return unreadable(
        `The parameter ${quoted(name)} has more than ${limits.bracketDepthMax} pairs of brackets`,
      )
    }
    if (keys.includes(FORBIDDEN_NAME)) continue
    if (!place(root, keys, value)) contradicted.add(keys[0] ?? name)
  }
  const sent = allSent(pairs, contradicted)
  return read({ ...asObject(root), ...sent })
}

/** Everything that was sent for some parameters, as it was spelled. */
function allSent(pairs: readonly Pair[], names: ReadonlySet<string>): Params {
  const sent = new Map([...names].map((name) => [name, [] as string[]]))
  if (names.size > 0)
    for (const [name, value] of pairs)
      sent.get(keysOf(name, name.length)?.[0] ?? name)?.push(`${name}=${value}`)
  return Object.fromEntries([...sent].map(([name, spelled]) => [name, [spelled]]))
}

function emptyBranch(): Branch {
  return { members: new Map(), elements: [], keyed: false }
}

/** `a[0][b]` → a, 0, b. Nothing when the name has more keys than allowed. */
function keysOf(name: string, keysMax: number): readonly string[] | undefined {
  const first = name.indexOf('[')
  if (first <= 0) return [name]
  const keys = [name.slice(0, first)]
  for (let open = first; open < name.length; ) {
    const close = name.indexOf(']', open)
    if (close < 0 || name[open] !== '[') return [name]
    if (keys.length === keysMax) return undefined
    keys.push(name.slice(open + 1, close))
    open = close + 1
  }
  return keys
}

/** Puts a value where its keys lead. False when something of another shape stands there already. */
function place(root: Branch, keys: readonly string[], value: string): boolean {
  let at: Node | undefined = root
  for (const index of keys.keys()) {
    if (at === undefined || 'values' in at) return false
    at = reach(at, keys, index)
  }
  if (at === undefined || !('values' in at)) return false
  at.values.push(value)
  return true
}

/** The node behind one key, made when it is new. Nothing when a list would become an object as well. */
function reach(at: Branch, keys: readonly string[], index: number): Node | undefined {
  const key = keys[index] ?? ''
  const appends = key === '' && index > 0
  const found = appends ? elementWithRoom(at, keys, index + 1) : at.members.get(key)
  if (found !== undefined) return found
  const made: Node = index === keys.length - 1 ? { values: [] } : emptyBranch()
  if (appends) at.elements.push(made)
  else at.members.set(key, made)
  if (!appends && !INDEX.test(key)) at.keyed = true
  return at.keyed && at.elements.length > 0 ? undefined : made
}

/** The last element behind `[]`, unless it has a value at these keys: a key that repeats begins a new one. */
function elementWithRoom(list: Branch, keys: readonly string[], from: number): Node | undefined {
  const last = list.elements.at(-1)
  let at = last
  for (let index = from; index < keys.length; index += 1) {
    if (at === undefined || 'values' in at) break
    at = at.members.get(keys[index] ?? '')
  }
  return at === undefined ? last : undefined
}

function finish(node: Node): Json {
  if ('values' in node) return node.values.length === 1 ? (node.values[0] ?? '') : node.values
  if (node.keyed) return asObject(node)
  const indexed = [...node.members].sort(([one], [other]) => Number(one) - Number(other))
  return [...indexed.map(([, member]) => finish(member)), ...node.elements.map(finish)]
}

function asObject(node: Branch): Params {
  const members: Record<string, Json> = {}
  for (const [key, member] of node.members) members[key] = finish(member)
  return members
}
