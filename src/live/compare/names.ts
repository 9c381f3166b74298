/** The kinds of values that differ between two services, and are mapped one to one. */
export type NameKind = 'id' | 'token' | 'cursor' | 'time' | 'origin'

/** A one-to-one mapping of recorded values to simulated ones, for each kind. */
export interface NameMap {
  /** Relates two values. Returns the problem if one of them is related to another value already. */
  pair(kind: NameKind, recorded: string, simulated: string): string | undefined
  /** Returns the simulated value of a recorded one. */
  simulated(kind: NameKind, recorded: string): string | undefined
  /** Returns a text with all recorded ids in it replaced by simulated ones. */
  inText(text: string): string
  /** Returns the simulated id of a node, however short the recorded one is. */
  node(id: string): string
}

/** Digits that may be an id. */
export const DIGITS = /\d{5,}/g

/** The id of a node: one or two numbers, after letters that say its kind. */
const NODE = /^(?:[a-z]+_)?\d+(?:_\d+)*$/

/** Creates a mapping without values. */
export function newNames(): NameMap {
  const to = new Map<string, string>()
  const from = new Map<string, string>()
  const keyOf = (kind: NameKind, value: string) => `${kind} ${value}`
  const simulated = (kind: NameKind, recorded: string) => to.get(keyOf(kind, recorded))
  const replaced = (text: string, digits: RegExp) => text.replace(digits, (id) => simulated('id', id) ?? id)
  return {
    simulated,
    pair(kind, recorded, other) {
      const known = simulated(kind, recorded)
      if (known === other) return undefined
      if (known !== undefined) return `${recorded} was ${known} before, and is ${other} here`
      const taken = from.get(keyOf(kind, other))
      // Several recorded times may fall on one simulated time, because facts are made in few instants.
      if (taken !== undefined && kind !== 'time') return `${recorded} and ${taken} are both ${other}`
      to.set(keyOf(kind, recorded), other)
      from.set(keyOf(kind, other), recorded)
      return undefined
    },
    inText: (text) => replaced(text, DIGITS),
    node: (id) => replaced(id, NODE.test(id) ? /\d+/g : DIGITS),
  }
}

/** Returns the parts of a text between its ids, and the ids. The id of a node may be short. */
export function idsIn(
  text: string,
  isNode = false,
): { readonly template: string; readonly ids: readonly string[] } {
  const digits = isNode && NODE.test(text) ? /\d+/g : DIGITS
  return { template: text.replace(digits, '#'), ids: text.match(digits) ?? [] }
}

/** Returns the first part of a recorded id: the page of a post, or else the whole id. */
export const firstPart = (id: string): string => (id.startsWith('act_') ? id : (id.split('_')[0] ?? ''))
