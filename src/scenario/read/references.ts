import { syntheticPicture } from '../../chapters/pictures/synthetic.ts'
import type { Json } from '../../engine/values/guard.ts'
import { isPlainObject, toBase64 } from '../../engine/values/guard.ts'
import { shown } from '../../service/values/scalars.ts'
import { isJsonList } from './json-kinds.ts'
import { instantOfMoment } from './moment.ts'
import type { DocumentPath } from './place.ts'
import { Moment } from './value-schema.ts'

/** The named values of a run. */
export type Names = ReadonlyMap<string, Json>

/** The context in which values are resolved. */
export interface ResolveScope {
  readonly names: Names
  /** The time of the world, in Unix milliseconds. */
  readonly now: number
}

const WHOLE = /^\$([A-Za-z]\w*)$/
const INSIDE = /\$\$|\$\{([A-Za-z]\w*)\}/g

/** Writes a text so that it is no reference. */
export const escapeText = (text: string): string => text.replaceAll('$', '$$$$')

/** Returns the names that a text refers to. */
export function namesIn(text: string): readonly string[] {
  const [, whole] = WHOLE.exec(text) ?? []
  if (whole !== undefined) return [whole]
  return [...text.matchAll(INSIDE)].flatMap(([, name]) => (name === undefined ? [] : [name]))
}

/** A reference of a document, with its place. */
interface NameReference {
  readonly name: string
  readonly path: DocumentPath
}

/** Returns all references in a value, in order. */
export function referencesIn(value: unknown, path: DocumentPath): NameReference[] {
  if (typeof value === 'string') return namesIn(value).map((name) => ({ name, path }))
  if (Array.isArray(value)) return value.flatMap((item, index) => referencesIn(item, [...path, index]))
  if (!isPlainObject(value) || Object.hasOwn(value, '$literal')) return []
  return Object.entries(value).flatMap(([name, member]) => referencesIn(member, [...path, name]))
}

function named(names: Names, name: string): Json {
  const value = names.get(name)
  if (value === undefined) throw new TypeError(`nothing is saved as ${shown(name)}`)
  return value
}

function inText(names: Names, name: string): string {
  const value = named(names, name)
  if (typeof value === 'object') throw new TypeError(`${shown(name)} is no text, so a text cannot contain it`)
  return String(value)
}

/** Replaces the references in a text. A text that is one whole reference becomes its value of any kind. */
export function resolveText(text: string, names: Names): Json {
  const [, whole] = WHOLE.exec(text) ?? []
  if (whole !== undefined) return named(names, whole)
  return text.replace(INSIDE, (_, name?: string) => (name === undefined ? '$' : inText(names, name)))
}

const sideOf = (value: unknown): number => {
  const side = Number(value)
  if (Number.isInteger(side) && side >= 1 && side <= 8_192) return side
  throw new TypeError(`the side of a $picture must be a whole number from 1 to 8192, got ${shown(value)}`)
}

/** Draws a PNG. Its colors depend on its name. */
function pictureBytes(value: Json): Json {
  if (!isPlainObject(value)) throw new TypeError(`$picture must be an object, got ${shown(value)}`)
  const { width, height, name = 'picture' } = value
  return {
    $base64: toBase64(syntheticPicture({ url: String(name), width: sideOf(width), height: sideOf(height) })),
  }
}

/** Returns the instant of a moment that may be a reference. Throws a TypeError if it is no moment. */
export function resolvedInstant(name: string, value: Json, scope: ResolveScope): number {
  const resolved = resolveValue(value, scope)
  const moment = Moment.safeParse(resolved)
  if (!moment.success) throw new TypeError(`${name} must be an instant, got ${shown(resolved)}`)
  return instantOfMoment(moment.data, scope.now)
}

/** Returns an instant in Unix seconds. */
const secondsOf = (value: Json, scope: ResolveScope): number =>
  Math.floor(resolvedInstant('$time', value, scope) / 1000)

/** The members that stand for a value when they are the only one of their object. */
export const specialNames: readonly string[] = ['$time', '$picture', '$literal']

/** The value of an object with one member that begins with a dollar sign; undefined for other objects. */
function special(value: { readonly [name: string]: Json }, scope: ResolveScope): Json | undefined {
  const [[name, of] = ['', null], ...more] = Object.entries(value)
  if (more.length > 0) return undefined
  if (name === '$time') return secondsOf(of, scope)
  if (name === '$literal') return of
  return name === '$picture' ? pictureBytes(of) : undefined
}

/** Replaces all references, times and pictures in a value. Throws a TypeError that says what is wrong. */
export function resolveValue(value: Json, scope: ResolveScope): Json {
  if (typeof value === 'string') return resolveText(value, scope.names)
  if (typeof value !== 'object' || value === null) return value
  if (isJsonList(value)) return value.map((item) => resolveValue(item, scope))
  const known = special(value, scope)
  if (known !== undefined) return known
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, resolveValue(member, scope)]),
  )
}
