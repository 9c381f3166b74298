import type { Json } from '../engine/guard.ts'
import { overLimit, quoted, type Read, type Refused, read, refused } from './form-refusal.ts'
import type { Pair } from './form-text.ts'

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
}

type Node = Leaf | Branch

/** Dropped wherever a caller names it, since assigning it would set a prototype instead of a member. */
export const FORBIDDEN_NAME = '__proto__'

// A label of more digits is an id that keys an object.
const INDEX = /^(?:0|[1-9]\d{0,8})$/

/**
 * Turns pairs into parameters. Clients spell lists and objects as `a=x&a=y`, `a[]=x`, `a[0]=x`, `a[b]=c`,
 * `a[0][b]=c` and `a[][b]=c`; a name whose brackets do not close stands for itself.
 */
export function spellOut(pairs: readonly Pair[], limits: SpellingLimits): Read<Params> {
  if (pairs.length > limits.paramsMax) {
    return overLimit('The request', pairs.length, limits.paramsMax, 'parameters')
  }
  const root = branch()
  for (const [name, value] of pairs) {
    const keys = keysOf(name, limits.bracketDepthMax + 1)
    if (keys === undefined) return tooDeep(name, limits.bracketDepthMax)
    if (keys.includes(FORBIDDEN_NAME)) continue
    if (!place(root, keys, value)) {
      return refused(`The parameter ${quoted(name)} is given both as a text and as a list or an object`)
    }
  }
  return finishRoot(root)
}

function tooDeep(name: string, bracketDepthMax: number): Refused {
  return refused(`The parameter ${quoted(name)} has more than ${bracketDepthMax} pairs of brackets`)
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

function branch(): Branch {
  return { members: new Map(), elements: [] }
}

/** Puts a value where its keys lead. False when a text stands where a branch is needed, or the reverse. */
function place(root: Branch, keys: readonly string[], value: string): boolean {
  let at = root
  for (let index = 0; index < keys.length - 1; index += 1) {
    const next = stepInto(at, keys, index)
    if ('values' in next) return false
    at = next
  }
  return put(at, keys.at(-1) ?? '', value)
}

/** The branch behind one key, made when it is new. Behind `[]` it is the last element, as long as it has room. */
function stepInto(at: Branch, keys: readonly string[], index: number): Node {
  const key = keys[index] ?? ''
  if (key === '' && index > 0) {
    const last = at.elements.at(-1)
    if (last !== undefined && !isTaken(last, keys, index + 1)) return last
    const element = branch()
    at.elements.push(element)
    return element
  }
  const found = at.members.get(key)
  if (found !== undefined) return found
  const made = branch()
  at.members.set(key, made)
  return made
}

/** Whether a value at these keys would repeat one: then a new element of the list begins. */
function isTaken(element: Node, keys: readonly string[], from: number): boolean {
  let at: Node | undefined = element
  for (let index = from; index < keys.length; index += 1) {
    if (at === undefined) return false
    if ('values' in at) return true
    if (keys[index] === '') return false
    at = at.members.get(keys[index] ?? '')
  }
  return at !== undefined
}

function put(at: Branch, key: string, value: string): boolean {
  const found = at.members.get(key)
  if (found === undefined) {
    at.members.set(key, { values: [value] })
    return true
  }
  if (!('values' in found)) return false
  found.values.push(value)
  return true
}
