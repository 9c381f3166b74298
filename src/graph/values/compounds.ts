import { z } from 'zod'
import { guard, type Json } from '../../engine/guard.ts'
import { parseJson } from '../../engine/json-text.ts'
import { boundedArray, boundedRecord, json } from '../../engine/schema.ts'
import { bounds } from '../contract/bounds.ts'
import { bool, shown } from './scalars.ts'

/** A parameter in one of its spellings: the value, or what is wrong with it in words behind its name. */
type Spelled<T> = { readonly value: T } | { readonly problem: string }

/**
 * A JSON text as a value, within the limits that every input keeps: text hides how much it holds. Undefined
 * for one that is malformed.
 */
function readJsonText(text: string): Spelled<Json> | undefined {
  const parsed = parseJson(text, { depth: bounds.jsonDepthMax, values: bounds.jsonValuesMax })
  if (!parsed.ok) return parsed.isTooLarge ? { problem: `is JSON that ${parsed.problem}` } : undefined
  const read = guard(parsed.value)
  return read.ok ? { value: read.value } : undefined
}

function itemCount(text: string): number {
  let count = 1
  for (let at = text.indexOf(','); at >= 0; at = text.indexOf(',', at + 1)) count += 1
  return count
}

const atMost = (maximum: number, came: number): { problem: string } => ({
  problem: `must have at most ${maximum} items, got ${came}`,
})

const noList = (raw: unknown): { problem: string } => ({ problem: `must be a list, got ${shown(raw)}` })

const itemsOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value])

/** A list as text: JSON of a list or of its one item, items between commas, or the one item itself. */
function readListText(
  text: string,
  { split = false, maximum }: Required<ListSpelling>,
): Spelled<readonly unknown[]> {
  if (text === '') return { value: [] }
  const parsed = /^\s*[[{]/.test(text) ? readJsonText(text) : undefined
  if (parsed) return 'value' in parsed ? { value: itemsOf(parsed.value) } : parsed
  if (/^\s*\[/.test(text)) return noList(text)
  if (!split) return { value: [text] }
  const count = itemCount(text)
  return count > maximum ? atMost(maximum, count) : { value: text.split(',').map((item) => item.trim()) }
}

function readList(raw: unknown, spelling: Required<ListSpelling>): Spelled<readonly unknown[]> {
  if (raw === undefined) return { problem: 'is required' }
  if (raw === null || typeof raw === 'boolean') return noList(raw)
  const read = typeof raw === 'object' ? { value: itemsOf(raw) } : readListText(String(raw), spelling)
  return 'value' in read && read.value.length > spelling.maximum
    ? atMost(spelling.maximum, read.value.length)
    : read
}

/** How a list may be spelled besides a JSON array. */
interface ListSpelling {
  /** A comma parts the items: lists of ids, numbers, enum values and names, but never of free text. */
  readonly split?: boolean
  readonly maximum?: number
}

/**
 * A list: an array, its JSON text, repeated values; an empty string is an empty list. Its items are counted
 * before they are read, and reading ends at the first wrong one.
 */
export function list<T, In>(
  item: z.ZodType<T, In>,
  { split = false, maximum = bounds.listItemsMax }: ListSpelling = {},
): z.ZodType<T[], readonly In[] | string> {
  const read = z.preprocess((raw, context) => {
    const items = readList(raw, { split, maximum })
    if ('value' in items) return items.value
    context.issues.push({ code: 'custom', message: items.problem, input: raw })
    return z.NEVER
  }, boundedArray(item))
  return read as unknown as z.ZodType<T[], readonly In[] | string>
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function readObject(raw: unknown): Spelled<object> {
  if (raw === undefined) return { problem: 'is required' }
  const read = typeof raw === 'string' ? readJsonText(raw) : { value: raw }
  if (read && 'problem' in read) return read
  if (read && isObject(read.value)) return { value: read.value }
  return { problem: `must be a JSON object, got ${shown(raw)}` }
}

function objectReader<T, In>(shape: z.ZodType<T>): z.ZodType<T, In> {
  const read = z.preprocess((raw, context) => {
    const object = readObject(raw)
    if ('value' in object) return object.value
    context.issues.push({ code: 'custom', message: object.problem, input: raw })
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

/** An object with any names and values of one type, native or as JSON text. */
export function recordOf<T, In>(
  value: z.ZodType<T, In>,
): z.ZodType<Record<string, T>, Record<string, In> | string> {
  return objectReader(boundedRecord(value))
}

/** Any JSON object, kept as it came. */
export const jsonObject = objectReader<Record<string, Json>, Record<string, unknown> | string>(
  z.record(z.string(), json),
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
