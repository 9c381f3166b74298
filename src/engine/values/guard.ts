import { encodeInput } from './base64.ts'
import { byteLengthOf, isByteArray } from './byte-arrays.ts'
import { countedObject, countMember, type DistinctMembers, distinctMembers } from './distinct-members.ts'
import { type ArrayFrame, type Frame, firstRepeat, framesPath, type ObjectFrame } from './guard-frames.ts'
import type { Json } from './json.ts'
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

interface Walk {
  readonly frames: Frame[]
  readonly depth: number
  readonly members: number
  /** Undefined if distinct members are not counted. */
  readonly distinct: DistinctMembers | undefined
  /** Members that may follow before distinct members must be counted. */
  membersLeft: number
  sizeLeft: number
  problem: string | undefined
}

/**
 * Copies any JavaScript value to plain JSON, or returns the problem and its place. Every input from outside
 * passes through it. It never throws, even if getters and proxies do, and its limits bound its time. It drops
 * undefined members, members with symbol keys and a member named `__proto__`. It converts -0 to 0, a bigint
 * to its decimal digits, a date to its ISO text, and bytes to `{ $base64 }`.
 */
export function guard(value: unknown, limits: Partial<GuardLimits> = {}): GuardResult {
  const { distinctMembers: most = Number.POSITIVE_INFINITY } = limits
  // To count distinct members costs more than the copy, and few inputs have so many members at all.
  const walk = newWalk(limits, most, undefined)
  const copied = copyAll(walk, value)
  return walk.membersLeft >= 0
    ? copied
    : copyAll(newWalk(limits, Number.POSITIVE_INFINITY, distinctMembers(most)), value)
}

function newWalk(
  { depth = DEPTH_MAX, size = SIZE_MAX, members = Number.POSITIVE_INFINITY }: Partial<GuardLimits>,
  membersLeft: number,
  distinct: DistinctMembers | undefined,
): Walk {
  return { frames: [], depth, members, membersLeft, distinct, sizeLeft: size, problem: undefined }
}

function copyAll(walk: Walk, value: unknown): GuardResult {
  try {
    const root = copyOf(walk, value)
    for (let frame = walk.frames.at(-1); frame && walk.problem === undefined; frame = walk.frames.at(-1)) {
      if (frame.kind === 'array') fillArray(walk, frame)
      else fillObject(walk, frame)
    }
    if (walk.problem === undefined && root !== undefined) return { ok: true, value: root }
  } catch {
    walk.problem = 'reading it throws'
  }
  return { ok: false, path: framesPath(walk.frames), problem: walk.problem ?? 'undefined is not JSON' }
}

/** Copies the items of the top frame until all are copied or an item opens its own frame. */
function fillArray(walk: Walk, frame: ArrayFrame): void {
  const { source, target } = frame
  while (frame.next < frame.length) {
    const copy = copyOf(walk, source[frame.next++])
    if (copy === undefined) {
      walk.problem ??= 'undefined is not JSON'
      return
    }
    target.push(copy)
    if (typeof copy === 'object' && walk.frames.at(-1) !== frame) return
  }
  walk.frames.pop()
}

/** Copies the members of the top frame until all are copied or a member opens its own frame. */
function fillObject(walk: Walk, frame: ObjectFrame): void {
  const { source, keys, target, counted } = frame
  while (frame.next < keys.length) {
    const key = keys[frame.next++] ?? ''
    if (key === '__proto__') continue
    if (!checkText(walk, key)) return
    const copy = copyOf(walk, source[key])
    if (walk.problem !== undefined) return
    if (copy === undefined) continue
    walk.membersLeft -= 1
    if (walk.membersLeft < 0) {
      walk.problem = 'too many members'
      return
    }
    if (walk.distinct && !countMember(walk.distinct, counted, key)) {
      refuse(walk, `more than ${walk.distinct.most} distinct members`)
      return
    }
    target[key] = copy
    if (typeof copy === 'object' && walk.frames.at(-1) !== frame) return
  }
  walk.frames.pop()
}

/**
 * Returns the copy of one value. The copy of an array or object is still empty. Returns undefined for
 * undefined, and after it has set `walk.problem`.
 */
function copyOf(walk: Walk, value: unknown): Json | undefined {
  walk.sizeLeft -= 1
  if (walk.sizeLeft < 0) return refuse(walk, 'too large')
  switch (typeof value) {
    case 'string':
      return checkText(walk, value) ? value : undefined
    case 'number':
      return Number.isFinite(value) ? value + 0 : refuse(walk, `${value} is not JSON`)
    case 'boolean':
    case 'undefined':
      return value
    case 'bigint':
      return copyBigint(walk, value)
    case 'object':
      if (value === null) return null
      if (Array.isArray(value)) return openArray(walk, value)
      return hasPlainPrototype(value) ? openObject(walk, value) : copyInstance(walk, value)
    default:
      return refuse(walk, `a ${typeof value} is not JSON`)
  }
}

function refuse(walk: Walk, problem: string): undefined {
  walk.problem = problem
  return undefined
}

/** Counts the size of a text and checks that it is well-formed. */
function checkText(walk: Walk, text: string): boolean {
  walk.sizeLeft -= text.length >>> 6
  if (walk.sizeLeft < 0) walk.problem = 'too large'
  else if (text.isWellFormed()) return true
  else walk.problem = 'text is not well-formed Unicode'
  return false
}

/** Copies a bigint as decimal digits. The bits are limited: the conversion costs more than linear time. */
function copyBigint(walk: Walk, value: bigint): Json | undefined {
  if (BigInt.asIntN(BIGINT_BITS_MAX, value) === value) return value.toString()
  return refuse(walk, `a bigint of more than ${BIGINT_BITS_MAX} bits is not JSON`)
}

/** Copies an instance of a class: bytes, or a date. */
function copyInstance(walk: Walk, value: object): Json | undefined {
  if (isByteArray(value)) return copyBytes(walk, value)
  if (Object.prototype.toString.call(value) === '[object Date]') return copyDate(walk, value)
  const name = constructorName(Object.getPrototypeOf(value))
  return refuse(walk, `${name ? `an instance of ${name}` : 'an instance of a class'} is not JSON`)
}

function openArray(walk: Walk, source: readonly unknown[]): Json | undefined {
  const length: unknown = source.length
  if (typeof length !== 'number' || !(length <= walk.sizeLeft)) return refuse(walk, 'too large')
  if (length === 0 && walk.frames.length < walk.depth) return []
  return open(walk, { kind: 'array', source, length, target: [], next: 0 })
}

/** Stands for the count of an object whose members are not counted. */
const uncounted = countedObject()

function openObject(walk: Walk, source: PlainObject): Json | undefined {
  const keys = Object.keys(source)
  if (keys.length > walk.members)
    return refuse(walk, `an object of ${keys.length} members, more than ${walk.members}`)
  if (keys.length > walk.sizeLeft) return refuse(walk, 'too large')
  if (keys.length === 0 && walk.frames.length < walk.depth) return {}
  const counted = walk.distinct ? countedObject() : uncounted
  return open(walk, { kind: 'object', source, keys, target: {}, counted, next: 0 })
}

function open(walk: Walk, frame: Frame): Json | undefined {
  if (walk.frames.length < walk.depth) {
    walk.frames.push(frame)
    return frame.target
  }
  const repeat = firstRepeat([...walk.frames, frame])
  if (repeat === undefined) return refuse(walk, `nested more than ${walk.depth} deep`)
  walk.frames.length = repeat
  return refuse(walk, 'contains itself')
}

function copyBytes(walk: Walk, value: Uint8Array): Json | undefined {
  walk.sizeLeft -= Math.ceil(byteLengthOf(value) / 48)
  if (walk.sizeLeft < 0) return refuse(walk, 'too large')
  return { $base64: encodeInput(new Uint8Array(value)) }
}

function copyDate(walk: Walk, value: object): Json | undefined {
  if (Number.isNaN(Date.prototype.getTime.call(value))) return refuse(walk, 'an invalid date is not JSON')
  return Date.prototype.toISOString.call(value)
}
