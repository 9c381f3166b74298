import { z } from 'zod'
import { guard, type Json } from '../engine/guard.ts'
import { bool, shown } from './scalars.ts'

/** A JSON text as a value, within the limits that every input keeps: text hides how deep it goes. */
function parseJson(text: string): unknown {
  try {
    const read = guard(JSON.parse(text))
    return read.ok ? read.value : undefined
  } catch {
    return undefined
  }
}

function readList(raw: unknown, split: boolean): readonly unknown[] | undefined {
  if (Array.isArray(raw)) return raw
  if (typeof raw === 'object' && raw !== null) return [raw]
  if (raw === undefined || raw === null || typeof raw === 'boolean') return undefined
  const text = String(raw)
  if (text === '') return []
  const parsed = /^\s*[[{]/.test(text) ? parseJson(text) : undefined
  if (Array.isArray(parsed)) return parsed
  if (typeof parsed === 'object' && parsed !== null) return [parsed]
  if (/^\s*\[/.test(text)) return undefined
  return split ? text.split(',').map((item) => item.trim()) : [text]
}

/** The most items of a list for which the contract names no limit: no call needs as many. */
const LIST_ITEMS_MAX = 100_000

/** How a list may be spelled besides a JSON array. */
interface ListSpelling {
  /** A comma parts the items: lists of ids, numbers, enum values and names, but never of free text. */
  readonly split?: boolean
  readonly maximum?: number
}

/** A list: an array, its JSON text, repeated values; an empty string is an empty list. */
export function list<T, In>(
  item: z.ZodType<T, In>,
  { split = false, maximum = LIST_ITEMS_MAX }: ListSpelling = {},
): z.ZodType<T[], readonly In[] | string> {
  const read = z.preprocess((raw, context) => {
    const items = readList(raw, split)
    if (items && items.length <= maximum) return items
    const message =
      raw === undefined
        ? 'is required'
        : items
          ? `must have at most ${maximum} items, got ${items.length}`
          : `must be a list, got ${shown(raw)}`
    context.issues.push({ code: 'custom', message, input: raw })
    return z.NEVER
  }, z.array(item))
  return read as unknown as z.ZodType<T[], readonly In[] | string>
}

function readObject(raw: unknown): object | undefined {
  const value = typeof raw === 'string' ? parseJson(raw) : raw
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
}

function objectReader<T, In>(shape: z.ZodType<T>): z.ZodType<T, In> {
  const read = z.preprocess((raw, context) => {
    const value = readObject(raw)
    if (value) return value
    const message = raw === undefined ? 'is required' : `must be a JSON object, got ${shown(raw)}`
    context.issues.push({ code: 'custom', message, input: raw })
    return z.NEVER
  }, shape)
  return read as unknown as z.ZodType<T, In>
}

/** An object with known members, native or as JSON text; members that it does not know are dropped. */
export function object<const S extends z.core.$ZodLooseShape>(
  shape: S,
): z.ZodType<z.output<z.ZodObject<S>>, z.input<z.ZodObject<S>> | string> {
  return objectReader(z.object(shape))
}

/** An object with known members, native or as JSON text; members that it does not know are kept. */
export function openObject<const S extends z.core.$ZodLooseShape>(
  shape: S,
): z.ZodType<z.output<z.ZodObject<S>> & Record<string, unknown>, z.input<z.ZodObject<S>> | string> {
  return objectReader(
    z.looseObject(shape) as unknown as z.ZodType<z.output<z.ZodObject<S>> & Record<string, unknown>>,
  )
}

/** Any JSON object, kept as it came. */
export const jsonObject = objectReader<Record<string, Json>, Record<string, unknown> | string>(
  z.record(z.string(), z.unknown() as unknown as z.ZodType<Json>),
)

/** The part of a type's definition that says what lies within it. */
interface Definition {
  readonly shape?: Readonly<Record<string, z.ZodType>>
  readonly innerType?: z.ZodType
  readonly in?: z.ZodType
}

const definitionOf = (type: z.ZodType): Definition => type.def as unknown as Definition

/** Whether a type reads booleans, perhaps with a value of its own when one is left out. */
function isBoolean(type: z.ZodType | undefined): boolean {
  if (!type || type === bool) return type === bool
  const { innerType, in: first } = definitionOf(type)
  return isBoolean(innerType ?? first)
}

/** The members of a type of objects, whatever is made of them afterwards. */
function shapeOf(type: z.ZodType): Readonly<Record<string, z.ZodType>> {
  const { shape, in: first } = definitionOf(type)
  return shape ?? (first ? shapeOf(first) : {})
}

/**
 * The parameters of a call as its endpoint reads them. An empty text says nothing of a boolean, except in a
 * multipart body: there it says false, because that is how PHP writes it (SIL-013).
 */
export function sentParams(
  { params, blanks = [] }: { params: Readonly<Record<string, Json>>; blanks?: readonly string[] },
  endpoint: { readonly params: z.ZodType },
): Readonly<Record<string, Json>> {
  if (blanks.length === 0) return params
  const shape = new Map(Object.entries(shapeOf(endpoint.params)))
  const empty = blanks.filter((name) => params[name] === '' && isBoolean(shape.get(name)))
  return { ...params, ...Object.fromEntries(empty.map((name) => [name, false])) }
}
