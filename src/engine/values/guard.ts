import { encodeInput } from './base64.ts'
import { byteLengthOf, isByteArray } from './byte-arrays.ts'
import { countedObject, countMember, type DistinctMembers, distinctMembers } from './distinct-members.ts'
import type { Json } from './json.ts'
import { pathText } from './path-text.ts'
import { constructorName, hasPlainPrototype, type PlainObject } from './plain-object.ts'

export { fromBase64, toBase64 } from './base64.ts'
export type { Json } from './json.ts'
export { isPlainObject } from './plain-object.ts'

export interface GuardLimits {
  /** Nesting depth of arrays and objects. */
  readonly depth: number
  /** Members of one object, unlimited if left out. An object of many members costs far more than a list. */
  readonly members?: number
  /**
   * Distinct members of all objects together, unlimited if left out: members whose name is new at their
   * position in an object, and members after the 100th of an object. They cost far more than others.
   */
  readonly distinctMembers?: number
  /** Frozen plain JSON that is not copied, and whose content counts for no limit. */
  readonly kept?: (value: object) => value is Json & object
  /** Number of values. Each string and key adds one for every 64 of its UTF-16 code units. */
  readonly size: number
}

/** The result of `guard`: a copy that shares nothing with the input, or a problem and its place. */
export type GuardResult =
  | { readonly ok: true; readonly value: Json }
  | { readonly ok: false; readonly path: string; readonly problem: string }

/** Nesting depth of arrays and objects, unless other limits are passed. */
export const DEPTH_MAX = 100

/** The limits of one input of a machine. A snapshot has larger limits of its own. */
export const INPUT_LIMITS = { size: 1_000_000, members: 10_000, distinctMembers: 100_000 }

const SIZE_MAX = 2_000_000
const BIGINT_BITS_MAX = 4096
const unlimited = Number.POSITIVE_INFINITY

interface Walk {
  readonly depth: number
  readonly members: number
  readonly kept: GuardLimits['kept']
  /** Undefined if distinct members are not counted. */
  readonly distinct: DistinctMembers | undefined
  /** Members that may follow before distinct members must be counted. */
  membersLeft: number
  sizeLeft: number
  /** The objects around the current value, and its place in each of them. */
  readonly around: object[]
  readonly path: (string | number)[]
  problem: string
}

/** Ends a walk at its first problem. */
const stop = new Error('The value is not plain JSON')

/**
 * Copies any JavaScript value to plain JSON, or returns the problem and its place. Every input from outside
 * passes through it. It never throws, even if getters and proxies do, and its limits bound its time. It drops
 * undefined members, members with symbol keys and a member named `__proto__`. It converts -0 to 0, a bigint
 * to its decimal digits, a date to its ISO text, and bytes to `{ $base64 }`.
 */
export function guard(
  value: unknown,
  limits: Partial<GuardLimits> = {},
  distinct?: DistinctMembers,
): GuardResult {
  const { depth = DEPTH_MAX, size: sizeLeft = SIZE_MAX, members = unlimited, kept } = limits
  const { distinctMembers: most = unlimited } = limits
  const membersLeft = distinct ? unlimited : most
  const around: object[] = []
  const path: (string | number)[] = []
  const problem = 'reading it throws'
  const walk: Walk = { depth, members, kept, membersLeft, distinct, sizeLeft, around, path, problem }
  try {
    return { ok: true, value: copyOf(walk, value) }
  } catch {
    // Also what a getter, a proxy or a full stack threw.
    // To count distinct members costs more than the copy, and few inputs have so many members at all.
    if (walk.membersLeft < 0) return guard(value, limits, distinctMembers(most))
    return { ok: false, path: pathText(path.slice(0, around.length)), problem: walk.problem }
  }
}

function copyOf(walk: Walk, value: unknown): Json {
  walk.sizeLeft -= 1
  if (walk.sizeLeft < 0) refuse(walk, 'too large')
  switch (typeof value) {
    case 'string':
      checkText(walk, value)
      return value
    case 'number':
      return Number.isFinite(value) ? value + 0 : refuse(walk, `${value} is not JSON`)
    case 'boolean':
      return value
    case 'bigint':
      return copyBigint(walk, value)
    case 'object':
      if (value === null) return null
      if (walk.kept?.(value)) return value
      if (Array.isArray(value)) return copyArray(walk, value)
      return hasPlainPrototype(value) ? copyObject(walk, value) : copyInstance(walk, value)
    case 'undefined':
      return refuse(walk, 'undefined is not JSON')
    default:
      return refuse(walk, `a ${typeof value} is not JSON`)
  }
}

function refuse(walk: Walk, problem: string): never {
  walk.problem = problem
  throw stop
}

/** Counts the size of a text and checks that it is well-formed. */
function checkText(walk: Walk, text: string): void {
  walk.sizeLeft -= text.length >>> 6
  if (walk.sizeLeft < 0) refuse(walk, 'too large')
  if (!text.isWellFormed()) refuse(walk, 'text is not well-formed Unicode')
}

/** Copies a bigint as decimal digits. The bits are limited: the conversion costs more than linear time. */
function copyBigint(walk: Walk, value: bigint): Json {
  if (BigInt.asIntN(BIGINT_BITS_MAX, value) === value) return value.toString()
  return refuse(walk, `a bigint of more than ${BIGINT_BITS_MAX} bits is not JSON`)
}

/** Copies an instance of a class: bytes, or a date. */
function copyInstance(walk: Walk, value: object): Json {
  if (isByteArray(value)) return copyBytes(walk, value)
  if (Object.prototype.toString.call(value) === '[object Date]') return copyDate(walk, value)
  const name = constructorName(Object.getPrototypeOf(value))
  return refuse(walk, `${name ? `an instance of ${name}` : 'an instance of a class'} is not JSON`)
}

function copyArray(walk: Walk, source: readonly unknown[]): Json {
  const length: unknown = source.length
  if (typeof length !== 'number' || !(length <= walk.sizeLeft)) return refuse(walk, 'too large')
  const level = walk.around.push(source) - 1
  if (level >= walk.depth) refuseDepth(walk)
  const copy: Json[] = []
  for (let index = 0; index < length; index++) {
    walk.path[level] = index
    copy.push(copyOf(walk, source[index]))
  }
  walk.around.pop()
  return copy
}

/** Stands for the count of an object whose members are not counted. */
const uncounted = countedObject()

function copyObject(walk: Walk, source: PlainObject): Json {
  const keys = Object.keys(source)
  if (keys.length > walk.members)
    refuse(walk, `an object of ${keys.length} members, more than ${walk.members}`)
  if (keys.length > walk.sizeLeft) refuse(walk, 'too large')
  const level = walk.around.push(source) - 1
  if (level >= walk.depth) refuseDepth(walk)
  const counted = walk.distinct ? countedObject() : uncounted
  const copy: { [key: string]: Json } = {}
  for (const key of keys) {
    if (key === '__proto__') continue
    walk.path[level] = key
    checkText(walk, key)
    const member = source[key]
    if (member === undefined) {
      walk.sizeLeft -= 1
      continue
    }
    walk.membersLeft -= 1
    if (walk.membersLeft < 0) refuse(walk, 'too many members')
    if (walk.distinct && !countMember(walk.distinct, counted, key))
      refuse(walk, `more than ${walk.distinct.most} distinct members`)
    copy[key] = copyOf(walk, member)
  }
  walk.around.pop()
  return copy
}

/** Refuses an object at the limit of depth. One that contains itself is found only here. */
function refuseDepth(walk: Walk): never {
  const { around, depth } = walk
  const seen = new Set<object>()
  const repeat = around.findIndex((one) => seen.size === seen.add(one).size)
  around.length = repeat < 0 ? depth : repeat
  return refuse(walk, repeat < 0 ? `nested more than ${depth} deep` : 'contains itself')
}

function copyBytes(walk: Walk, value: Uint8Array): Json {
  walk.sizeLeft -= Math.ceil(byteLengthOf(value) / 48)
  if (walk.sizeLeft < 0) refuse(walk, 'too large')
  return { $base64: encodeInput(new Uint8Array(value)) }
}

function copyDate(walk: Walk, value: object): Json {
  if (Number.isNaN(Date.prototype.getTime.call(value))) return refuse(walk, 'an invalid date is not JSON')
  return Date.prototype.toISOString.call(value)
}
