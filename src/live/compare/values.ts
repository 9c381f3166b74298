import { parseIso } from '../../service/values/times.ts'
import { isMembers } from './exchange.ts'
import { idsIn, type NameMap } from './names.ts'

/** What differs. */
export type DifferenceKind =
  | 'status'
  | 'error'
  | 'missing'
  | 'extra'
  | 'type'
  | 'length'
  | 'order'
  | 'value'
  | 'identity'
  | 'time'
  | 'header'

/** One difference between a recorded and a simulated value. */
export interface ValueDifference {
  /** Members and places, such as `data.0.message`. */
  readonly path: string
  readonly kind: DifferenceKind
  readonly recorded: unknown
  readonly simulated: unknown
  readonly note?: string
}

/** A comparison that is under way. */
interface Comparing {
  readonly names: NameMap
  readonly found: ValueDifference[]
}

const typeOf = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value

const at = (path: string, name: string | number): string => (path === '' ? String(name) : `${path}.${name}`)
/** Returns the last name of a path, such as `id` of `data.0.id`. */
export const memberOf = (path: string): string => path.slice(path.lastIndexOf('.') + 1)

const URL_TEXT = /^https?:\/\//
const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:?\d\d)?$/
const TRACES = new Set(['fbtrace_id', 'trace_id'])
/** The least number that may be an id. */
const ID_MIN = 10_000
const TIMES = /(^|_)(time|date|at|expires|expiry|until|since)$/

function add(comparing: Comparing, difference: ValueDifference): void {
  comparing.found.push(difference)
}

function pairAll(
  comparing: Comparing,
  path: string,
  kind: Parameters<NameMap['pair']>[0],
  [recorded, simulated]: readonly [string, string],
): void {
  const note = comparing.names.pair(kind, recorded, simulated)
  if (note !== undefined)
    add(comparing, { path, kind: kind === 'time' ? 'time' : 'identity', recorded, simulated, note })
}

/** The form of a time: its digits as zeros, so that `+0000` and `Z` are two forms. */
const formOf = (time: string): string => time.replace(/\d/g, '0')

function compareTimes(comparing: Comparing, path: string, recorded: string, simulated: string): void {
  if (formOf(recorded) !== formOf(simulated)) {
    add(comparing, { path, kind: 'time', recorded, simulated, note: 'the times have different forms' })
    return
  }
  pairAll(comparing, path, 'time', [String(parseIso(recorded)), String(parseIso(simulated))])
}

/** The parts of an address. */
function addressOf(url: string) {
  const [, origin = '', path = '', query = ''] = /^(https?:\/\/[^/?#]*)([^?#]*)\??([^#]*)/.exec(url) ?? []
  const params = query === '' ? [] : query.split('&').map((pair) => pair.split('='))
  return { origin, path, params: new Map(params.map(([name = '', value = '']) => [name, value])) }
}

function compareAddresses(comparing: Comparing, path: string, recorded: string, simulated: string): void {
  const [left, right] = [addressOf(recorded), addressOf(simulated)]
  pairAll(comparing, path, 'origin', [left.origin, right.origin])
  if (idsIn(left.path).template !== idsIn(right.path).template) {
    add(comparing, { path, kind: 'value', recorded, simulated })
    return
  }
  compareTexts(comparing, path, left.path, right.path)
  const lacks = ({ params }: typeof left, other: typeof left) =>
    [...other.params.keys()].filter((name) => !params.has(name))
  const [onlyRecorded, onlySimulated] = [lacks(right, left), lacks(left, right)]
  if (onlyRecorded.length + onlySimulated.length > 0) {
    const part = (names: readonly string[], where: string) =>
      names.length === 0 ? [] : [`only the ${where} address has ${names.join(' and ')}`]
    const note = [...part(onlyRecorded, 'recorded'), ...part(onlySimulated, 'simulated')].join('; ')
    add(comparing, { path, kind: 'value', recorded, simulated, note })
    return
  }
  for (const [name, value] of left.params)
    compareParameter(comparing, path, name, [value, right.params.get(name) ?? ''])
}

function compareParameter(
  comparing: Comparing,
  path: string,
  name: string,
  [recorded, simulated]: readonly [string, string],
): void {
  if (name === 'after' || name === 'before') pairAll(comparing, path, 'cursor', [recorded, simulated])
  else if (name === 'access_token') pairAll(comparing, path, 'token', [recorded, simulated])
  else compareTexts(comparing, path, recorded, simulated)
}

const NODE_MEMBER = /(^|_)id$/

/** Compares texts whose ids are mapped. */
function compareTexts(comparing: Comparing, path: string, recorded: string, simulated: string): void {
  const isNode = NODE_MEMBER.test(memberOf(path))
  const [left, right] = [idsIn(recorded, isNode), idsIn(simulated, isNode)]
  if (left.template !== right.template) {
    add(comparing, { path, kind: 'value', recorded, simulated })
    return
  }
  for (const [index, id] of left.ids.entries()) pairAll(comparing, path, 'id', [id, right.ids[index] ?? ''])
}

function compareStrings(comparing: Comparing, path: string, recorded: string, simulated: string): void {
  const member = memberOf(path)
  const parent = memberOf(path.slice(0, -member.length - 1))
  if (TRACES.has(member)) return
  if (parent === 'cursors') pairAll(comparing, path, 'cursor', [recorded, simulated])
  else if (member === 'access_token') pairAll(comparing, path, 'token', [recorded, simulated])
  else if (URL_TEXT.test(recorded) && URL_TEXT.test(simulated))
    compareAddresses(comparing, path, recorded, simulated)
  else if (ISO.test(recorded) || ISO.test(simulated)) compareTimes(comparing, path, recorded, simulated)
  else compareTexts(comparing, path, recorded, simulated)
}

function compareNumbers(comparing: Comparing, path: string, recorded: number, simulated: number): void {
  const isTime = TIMES.test(memberOf(path)) && recorded > 1e9 && simulated > 1e9
  if (isTime) pairAll(comparing, path, 'time', [String(recorded * 1000), String(simulated * 1000)])
  else if (recorded < ID_MIN || simulated < ID_MIN) {
    if (recorded !== simulated) add(comparing, { path, kind: 'value', recorded, simulated })
  } else compareTexts(comparing, path, String(recorded), String(simulated))
}

/** Returns the ids of the records of a list; undefined if one of them has none. */
function rowIds(list: readonly unknown[]): readonly string[] | undefined {
  const ids = list.map((row) => (isMembers(row) && typeof row['id'] === 'string' ? row['id'] : undefined))
  return ids.every((id): id is string => id !== undefined) ? ids : undefined
}

/** Whether the rows of a list that are known stand in another order. */
function isReordered(names: NameMap, recorded: readonly string[], simulated: readonly string[]): boolean {
  const mapped = [...new Set(recorded)].map((id) => names.node(id))
  const known = mapped.filter((id) => simulated.includes(id))
  const same = simulated.filter((id) => known.includes(id))
  return known.some((id, index) => id !== same[index])
}

function compareLists(
  comparing: Comparing,
  path: string,
  recorded: readonly unknown[],
  simulated: readonly unknown[],
): void {
  const [left, right] = [rowIds(recorded), rowIds(simulated)]
  if (left && right && isReordered(comparing.names, left, right)) {
    add(comparing, { path, kind: 'order', recorded: left, simulated: right })
    return
  }
  if (recorded.length !== simulated.length) {
    add(comparing, { path, kind: 'length', recorded: recorded.length, simulated: simulated.length })
    return
  }
  for (const [index, value] of recorded.entries())
    compare(comparing, at(path, index), value, simulated[index])
}

/** Whether a value is another one in each world: a trace, a cursor, a token, an address or a time. */
export function isLeftOpen(path: string, value: unknown): boolean {
  const member = memberOf(path)
  if (typeof value === 'number') return TIMES.test(member) && value > 1e9
  if (typeof value !== 'string') return member === 'paging'
  return TRACES.has(member) || member === 'access_token' || URL_TEXT.test(value) || ISO.test(value)
}

/** Compares two values. */
function compare(comparing: Comparing, path: string, recorded: unknown, simulated: unknown): void {
  if (typeOf(recorded) !== typeOf(simulated)) {
    const isTime = [recorded, simulated].some((value) => typeof value === 'string' && ISO.test(value))
    add(comparing, { path, kind: isTime ? 'time' : 'type', recorded, simulated })
  } else if (Array.isArray(recorded) && Array.isArray(simulated))
    compareLists(comparing, path, recorded, simulated)
  else if (isMembers(recorded) && isMembers(simulated)) compareMembers(comparing, path, recorded, simulated)
  else if (typeof recorded === 'string' && typeof simulated === 'string')
    compareStrings(comparing, path, recorded, simulated)
  else if (typeof recorded === 'number' && typeof simulated === 'number')
    compareNumbers(comparing, path, recorded, simulated)
  else if (recorded !== simulated) add(comparing, { path, kind: 'value', recorded, simulated })
}

function compareMembers(comparing: Comparing, path: string, recorded: object, simulated: object): void {
  const [left, right] = [new Map(Object.entries(recorded)), new Map(Object.entries(simulated))]
  const compared = new Set<string>()
  for (const [name, value] of left) {
    // The answer to a read of several ids has them as names.
    const own = right.has(name) ? name : comparing.names.node(name)
    compared.add(own)
    if (right.has(own)) compare(comparing, at(path, name), value, right.get(own))
    else add(comparing, { path: at(path, name), kind: 'missing', recorded: value, simulated: undefined })
  }
  for (const [name, value] of right)
    if (!compared.has(name))
      add(comparing, { path: at(path, name), kind: 'extra', recorded: undefined, simulated: value })
}

/**
 * Compares a recorded value with a simulated one: members, types, nesting, order, length and values. Ids,
 * tokens, cursors, addresses and times are related one to one.
 */
export function compareValues(
  names: NameMap,
  recorded: unknown,
  simulated: unknown,
): readonly ValueDifference[] {
  const found: ValueDifference[] = []
  compare({ names, found }, '', recorded, simulated)
  return found
}

/** Returns the path of a member with `*` in place of the row of a list, and of an id. */
export const anyRow = (path: string): string =>
  path
    .split('.')
    .map((name) => (/^\d+(_\d+)*$/.test(name) ? '*' : name))
    .join('.')
