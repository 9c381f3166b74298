import { toBase64 } from './base64.ts'
import { cutText, shortened } from './cut.ts'
import { constructorName, hasPlainPrototype } from './plain-object.ts'

export { fromBase64, toBase64 } from './base64.ts'
export { isPlainObject } from './plain-object.ts'

/** What plain JSON text can say. Every input of a world is one of these once it has passed `guard`. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

/**
 * How much `guard` accepts. `depth` is how many arrays and objects may lie inside one another (100 if left
 * out). `members` is how many members one object may have (any number if left out): an object of many
 * names is far dearer than a list. `size` is how many values are visited, each string and key adding one for
 * every 64 of its code units (2,000,000 if left out).
 */
export interface GuardLimits {
  readonly depth: number
  readonly members?: number
  readonly size: number
}

/** What `guard` answers: a copy that shares nothing with its input, or what is wrong and where it stands. */
export type Guarded =
  | { readonly ok: true; readonly value: Json }
  | { readonly ok: false; readonly path: string; readonly problem: string }

/** Arrays and objects inside one another, unless a caller sets another limit. */
export const DEPTH_MAX = 100

/** Members of one object in an input of a machine. */
export const MEMBERS_MAX = 10_000

/** The size of one input of a machine: far smaller than a world, and answered in a moment if refused. */
export const INPUT_SIZE_MAX = 1_000_000

const SIZE_MAX = 2_000_000
const BIGINT_BITS_MAX = 4096
const PATH_LENGTH_MAX = 200

type Members = { [key: string]: Json }

/** An array or object half copied. `next - 1` is the member at work; an array has no `keys`. */
interface Frame {
  readonly source: object
  readonly keys: readonly string[] | undefined
  readonly length: number
  readonly target: Members | Json[]
  next: number
}

interface Walk {
  readonly frames: Frame[]
  readonly depth: number
  readonly members: number
  sizeLeft: number
  problem: string | undefined
}

/**
 * Copies any JavaScript value to plain JSON, or says why it cannot. It is the one door for what users hand
 * in, so it never throws, whatever getters and proxies do, and its time is bounded by its limits. Members
 * that are undefined, members under symbols and a member named `__proto__` are left out, -0 becomes 0, a
 * bigint its decimal digits, a date its ISO text and bytes `{ $base64 }`.
 */
export function guard(value: unknown, limits: Partial<GuardLimits> = {}): Guarded {
  const { depth = DEPTH_MAX, size = SIZE_MAX, members = Number.POSITIVE_INFINITY } = limits
  const walk: Walk = { frames: [], depth, members, sizeLeft: size, problem: undefined }
  try {
    const root = take(walk, value)
    for (let frame = walk.frames.at(-1); frame && walk.problem === undefined; frame = walk.frames.at(-1)) {
      if (frame.keys === undefined) fillArray(walk, frame)
      else fillObject(walk, frame, frame.keys)
    }
    if (walk.problem === undefined && root !== undefined) return { ok: true, value: root }
  } catch {
    walk.problem = 'reading it throws'
  }
  return { ok: false, path: pathOf(walk.frames), problem: walk.problem ?? 'undefined is not JSON' }
}

/** Fills the array on top until it is done or a member opens a frame of its own. */
function fillArray(walk: Walk, frame: Frame): void {
  const source = frame.source as readonly unknown[]
  const target = frame.target as Json[]
  while (frame.next < frame.length) {
    const copy = take(walk, source[frame.next++])
    if (copy === undefined) {
      walk.problem ??= 'undefined is not JSON'
      return
    }
    target.push(copy)
    if (typeof copy === 'object' && walk.frames.at(-1) !== frame) return
  }
  walk.frames.pop()
}

/** Fills the object on top until it is done or a member opens a frame of its own. */
function fillObject(walk: Walk, frame: Frame, keys: readonly string[]): void {
  const source = frame.source as { readonly [key: string]: unknown }
  const target = frame.target as Members
  while (frame.next < keys.length) {
    const key = keys[frame.next++] as string
    if (key === '__proto__') continue
    if (!isText(walk, key)) return
    const copy = take(walk, source[key])
    if (walk.problem !== undefined) return
    if (copy === undefined) continue
    target[key] = copy
    if (typeof copy === 'object' && walk.frames.at(-1) !== frame) return
  }
  walk.frames.pop()
}

/** The copy of one value, its members still to be filled; undefined for undefined or with a problem noted. */
function take(walk: Walk, value: unknown): Json | undefined {
  walk.sizeLeft -= 1
  if (walk.sizeLeft < 0) return refuse(walk, 'too large')
  switch (typeof value) {
    case 'string':
      return isText(walk, value) ? value : undefined
    case 'number':
      return Number.isFinite(value) ? value + 0 : refuse(walk, `${value} is not JSON`)
    case 'boolean':
    case 'undefined':
      return value
    case 'bigint':
      return takeBigint(walk, value)
    case 'object':
      return value === null ? null : takeObject(walk, value)
    default:
      return refuse(walk, `a ${typeof value} is not JSON`)
  }
}

function refuse(walk: Walk, error: string): undefined {
  walk.problem = error
  return undefined
}

function isText(walk: Walk, text: string): boolean {
  walk.sizeLeft -= text.length >>> 6
  if (walk.sizeLeft < 0) walk.problem = 'too large'
  else if (text.isWellFormed()) return true
  else walk.problem = 'text is not well-formed Unicode'
  return false
}

/**
 * Writing digits takes more than linear time, so a bigint of more bits than any number in use is refused
 * unread.
 */
function takeBigint(walk: Walk, value: bigint): Json | undefined {
  if (BigInt.asIntN(BIGINT_BITS_MAX, value) === value) return value.toString()
  return refuse(walk, `a bigint of more than ${BIGINT_BITS_MAX} bits is not JSON`)
}

function takeObject(walk: Walk, value: object): Json | undefined {
  if (Array.isArray(value)) return openArray(walk, value)
  if (hasPlainPrototype(value)) return openObject(walk, value)
  if (isBytes(value)) return takeBytes(walk, value)
  if (Object.prototype.toString.call(value) === '[object Date]') return takeDate(walk, value)
  const name = constructorName(Object.getPrototypeOf(value))
  return refuse(walk, `${name ? `an instance of ${name}` : 'an instance of a class'} is not JSON`)
}

function openArray(walk: Walk, source: readonly unknown[]): Json | undefined {
  const length: unknown = source.length
  if (typeof length !== 'number' || !(length <= walk.sizeLeft)) return refuse(walk, 'too large')
  return open(walk, { source, keys: undefined, length, target: [], next: 0 })
}

function openObject(walk: Walk, source: object): Json | undefined {
  const keys = Object.keys(source)
  if (keys.length > walk.members)
    return refuse(walk, `an object of ${keys.length} members, more than ${walk.members}`)
  if (keys.length > walk.sizeLeft) return refuse(walk, 'too large')
  return open(walk, { source, keys, length: keys.length, target: {}, next: 0 })
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

/**
 * Cycles are looked for only at the depth limit: where they close is worth saying, and costs nothing before.
 */
function firstRepeat(frames: readonly Frame[]): number | undefined {
  const seen = new Set<object>()
  const index = frames.findIndex(({ source }) => seen.size === seen.add(source).size)
  return index < 0 ? undefined : index
}

const typedArray: object = Object.getPrototypeOf(Uint8Array.prototype)
const readKind = Object.getOwnPropertyDescriptor(typedArray, Symbol.toStringTag)?.get
const readLength = Object.getOwnPropertyDescriptor(typedArray, 'length')?.get

/**
 * The getter of the language itself sees through subclasses and realms, and no member can forge its answer.
 */
function isBytes(value: object): value is Uint8Array {
  return readKind?.call(value) === 'Uint8Array'
}

function takeBytes(walk: Walk, value: Uint8Array): Json | undefined {
  walk.sizeLeft -= Math.ceil(readLength?.call(value) / 48)
  if (walk.sizeLeft < 0) return refuse(walk, 'too large')
  return { $base64: toBase64(new Uint8Array(value)) }
}

function takeDate(walk: Walk, value: object): Json | undefined {
  if (Number.isNaN(Date.prototype.getTime.call(value))) return refuse(walk, 'an invalid date is not JSON')
  return Date.prototype.toISOString.call(value)
}

function pathOf(frames: readonly Frame[]): string {
  let path = ''
  for (const { keys, next } of frames) {
    const key = keys === undefined ? next - 1 : (keys[next - 1] ?? '')
    if (typeof key === 'number') path += `[${key}]`
    else if (/^[\w$]{1,64}$/.test(key)) path += path === '' ? key : `.${key}`
    else path += `[${JSON.stringify(cutText(key, PATH_LENGTH_MAX))}]`
    if (path.length > PATH_LENGTH_MAX) return shortened(path, PATH_LENGTH_MAX)
  }
  return path
}
