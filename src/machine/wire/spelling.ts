import type { Json } from '../../engine/values/guard.ts'
import { isRecord } from '../../engine/values/plain-object.ts'
import type { Pair } from './form-text.ts'
import { overLimit, quoted, type Read, read, unreadable } from './read-result.ts'

/** Parameters by name. */
export type Params = Readonly<Record<string, Json>>

/** Whether a value is an object, which names parameters. */
export const isParams = (value: Json | undefined): value is Params => isRecord(value)

/** The number of brackets in the name of a parameter, and of parameters in one request. */
export interface SpellingLimits {
  readonly bracketDepthMax: number
  readonly paramsMax: number
}

/** The parameters of a query or a body. */
interface Spelled {
  readonly params: Params
  /** The names that were sent several times without brackets. Each has the list of its values. */
  readonly repeats: readonly string[]
}

/** One value, or several values of a repeated name. */
interface Leaf {
  readonly values: string[]
}

/** The members under keys or indexes in brackets, and the elements that `[]` appends. */
interface Branch {
  readonly members: Map<string, Node>
  readonly elements: Node[]
  keyed: boolean
}

type Node = Leaf | Branch

/** A name that is ignored everywhere, because assigning to it would set the prototype. */
export const FORBIDDEN_NAME = '__proto__'

// An index has at most 9 digits. A longer number is an id, and ids are keys of an object.
const INDEX = /^(?:0|[1-9]\d{0,8})$/

/**
 * Parses pairs into parameters. Clients spell lists and objects as `a=x&a=y`, `a[]=x`, `a[0]=x`, `a[b]=c`,
 * `a[0][b]=c` and `a[][b]=c`. A name with unclosed brackets is taken literally. An index only orders the
 * elements: no list is longer than its pairs. A parameter with two of the shapes text, list and object
 * becomes a list of a list of its pairs. No parameter type accepts that, so an endpoint with this parameter
 * refuses it, and others ignore it.
 */
export function spellOut(pairs: readonly Pair[], limits: SpellingLimits): Read<Spelled> {
  if (pairs.length > limits.paramsMax) {
    return overLimit('The request', pairs.length, limits.paramsMax, 'parameters')
  }
  const params: Record<string, Json> = {}
  for (const [name, value] of pairs) {
    // In most requests each parameter has one text, and no brackets in its name.
    if (name === FORBIDDEN_NAME || name.includes('[') || Object.hasOwn(params, name))
      return spellBrackets(pairs, limits)
    params[name] = value
  }
  return read({ params, repeats: [] })
}

function spellBrackets(pairs: readonly Pair[], limits: SpellingLimits): Read<Spelled> {
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
  const params = { ...asObject(root), ...literalPairs(pairs, contradicted) }
  return read({ params, repeats: repeatsIn(root).filter((name) => !contradicted.has(name)) })
}

/** Returns the names that have several values, as `a=x&a=y` spells them. */
const repeatsIn = ({ members }: Branch): string[] =>
  [...members].flatMap(([name, node]) => ('values' in node && node.values.length > 1 ? [name] : []))

/** Returns the pairs of some parameters as they were sent. */
function literalPairs(pairs: readonly Pair[], names: ReadonlySet<string>): Params {
  const sent = new Map<string, string[]>([...names].map((name) => [name, []]))
  if (names.size > 0)
    for (const [name, value] of pairs)
      sent.get(keysOf(name, name.length)?.[0] ?? name)?.push(`${name}=${value}`)
  return Object.fromEntries([...sent].map(([name, spelled]) => [name, [spelled]]))
}

function emptyBranch(): Branch {
  return { members: new Map(), elements: [], keyed: false }
}

/** Parses `a[0][b]` into a, 0 and b. Returns undefined if the name has too many keys. */
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

/** Adds a value at its keys. Returns false if there is a value of another shape already. */
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

/** Returns the node at a key, a new one if necessary, or undefined if a list would become an object too. */
function reach(at: Branch, keys: readonly string[], index: number): Node | undefined {
  const key = keys[index] ?? ''
  const appends = key === '' && index > 0
  const existing = appends ? elementWithRoom(at, keys, index + 1) : at.members.get(key)
  if (existing !== undefined) return existing
  const node: Node = index === keys.length - 1 ? { values: [] } : emptyBranch()
  if (appends) at.elements.push(node)
  else at.members.set(key, node)
  if (!appends && !INDEX.test(key)) at.keyed = true
  return at.keyed && at.elements.length > 0 ? undefined : node
}

/** Returns the last element of `[]` if it has no value at these keys: a repeated key begins a new element. */
function elementWithRoom(list: Branch, keys: readonly string[], from: number): Node | undefined {
  const last = list.elements.at(-1)
  let at = last
  for (let index = from; index < keys.length; index += 1) {
    if (at === undefined || 'values' in at) break
    at = at.members.get(keys[index] ?? '')
  }
  return at === undefined ? last : undefined
}

function toJson(node: Node): Json {
  if ('values' in node) return node.values.length === 1 ? (node.values[0] ?? '') : node.values
  if (node.keyed) return asObject(node)
  const indexed = [...node.members].sort(([one], [other]) => Number(one) - Number(other))
  return [...indexed.map(([, member]) => toJson(member)), ...node.elements.map(toJson)]
}

function asObject(node: Branch): Params {
  const members: Record<string, Json> = {}
  for (const [key, member] of node.members) members[key] = toJson(member)
  return members
}
