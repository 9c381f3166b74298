import { built, deferred } from '../../engine/schema/deferred-schema.ts'
import { boundedArray, boundedRecord, json } from '../../engine/schema/schema.ts'
import { z } from '../../engine/schema/zod.ts'
import { guard, type Json } from '../../engine/values/guard.ts'
import { parseJson } from '../../engine/values/json-text.ts'
import { isRecord } from '../../engine/values/plain-object.ts'
import { bounds } from '../contract/bounds.ts'
import { shown } from './scalars.ts'

/** The value of a parameter, or its problem: the end of a message that begins with the parameter's name. */
type Parsed<T> = { readonly value: T } | { readonly problem: string }

/** Parses a JSON text within the limits of an input. Returns undefined for a malformed text. */
function parseJsonText(text: string): Parsed<Json> | undefined {
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

const tooManyItems = (maximum: number, count: number): { problem: string } => ({
  problem: `must have at most ${maximum} items, got ${count}`,
})

/** The end of a message about a text that is no JSON because of its quotes. */
const quotesHint = (raw: unknown): string =>
  typeof raw === 'string' && /^\s*[[{].*'/s.test(raw) ? ': JSON has double quotes' : ''

const notAList = (raw: unknown): { problem: string } => ({
  problem: `must be a list, got ${shown(raw)}${quotesHint(raw)}`,
})

const itemsOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value])

/** Parses the text of a list: a JSON list, a single JSON item, items between commas, or a single item. */
function parseListText(
  text: string,
  { split = false, maximum }: Required<ListOptions>,
): Parsed<readonly unknown[]> {
  if (text === '') return { value: [] }
  const parsed = /^\s*[[{]/.test(text) ? parseJsonText(text) : undefined
  if (parsed) return 'value' in parsed ? { value: itemsOf(parsed.value) } : parsed
  if (/^\s*\[/.test(text)) return notAList(text)
  if (!split) return { value: [text] }
  const count = itemCount(text)
  return count > maximum
    ? tooManyItems(maximum, count)
    : { value: text.split(',').map((item) => item.trim()) }
}

function parseList(raw: unknown, options: Required<ListOptions>): Parsed<readonly unknown[]> {
  if (raw === undefined) return { problem: 'is required' }
  if (raw === null || typeof raw === 'boolean') return notAList(raw)
  const parsed = typeof raw === 'object' ? { value: itemsOf(raw) } : parseListText(String(raw), options)
  return 'value' in parsed && parsed.value.length > options.maximum
    ? tooManyItems(options.maximum, parsed.value.length)
    : parsed
}

/** The options of a list parameter. */
interface ListOptions {
  /** Items may be separated by commas: for ids, numbers, enum values and names, never for free text. */
  readonly split?: boolean
  /** Maximum number of items. */
  readonly maximum?: number
}

const compounds = new WeakSet<z.ZodType>()

/** Whether a type, without its defaults, is a list or an object parameter. */
export const isCompound = (type: z.ZodType): boolean => compounds.has(built(type))

/** Returns a type that parses the raw value with `parse`, and its result with `type`. */
function parsedBy<T, In>(parse: (raw: unknown) => Parsed<unknown>, type: z.ZodType<T>): z.ZodType<T, In> {
  const readRaw = (raw: unknown, context: z.RefinementCtx) => {
    const parsed = parse(raw)
    if ('value' in parsed) return parsed.value
    context.issues.push({ code: 'custom', message: parsed.problem, input: raw })
    return z.NEVER
  }
  return deferred(() => {
    const reader = built(z.preprocess(readRaw, type))
    compounds.add(reader)
    return reader as unknown as z.ZodType<T, In>
  })
}

/**
 * A list parameter: an array, its JSON text, or repeated values; an empty string is an empty list (SIL-013).
 * Its items are counted before they are parsed, and parsing stops at the first invalid one.
 */
export function list<T, In>(
  item: z.ZodType<T, In>,
  { split = false, maximum = bounds.listItemsMax }: ListOptions = {},
): z.ZodType<T[], readonly In[] | string> {
  return parsedBy((raw) => parseList(raw, { split, maximum }), boundedArray(item))
}

function parseObject(raw: unknown): Parsed<object> {
  if (raw === undefined) return { problem: 'is required' }
  const parsed = typeof raw === 'string' ? parseJsonText(raw) : { value: raw }
  if (parsed && 'problem' in parsed) return parsed
  if (parsed && isRecord(parsed.value)) return { value: parsed.value }
  return { problem: `must be a JSON object, got ${shown(raw)}${quotesHint(raw)}` }
}

/** An object parameter with known members, native or as JSON text. Unknown members are dropped (SIL-014). */
export function object<const S extends z.core.$ZodLooseShape>(
  shape: S,
): z.ZodType<z.output<z.ZodObject<S>>, z.input<z.ZodObject<S>> | string> {
  return parsedBy(parseObject, z.object(shape))
}

/** An object parameter with known members, native or as JSON text. Unknown members are kept. */
export function openObject<const S extends z.core.$ZodLooseShape>(
  shape: S,
): z.ZodType<z.output<z.ZodObject<S>> & Record<string, unknown>, z.input<z.ZodObject<S>> | string> {
  return parsedBy(parseObject, z.looseObject(shape))
}

/** An object parameter with any names and values of one type, native or as JSON text. */
export function recordOf<T, In>(
  value: z.ZodType<T, In>,
): z.ZodType<Record<string, T>, Record<string, In> | string> {
  return parsedBy(parseObject, boundedRecord(value))
}

/** A parameter with any JSON object, native or as JSON text. */
export const jsonObject = parsedBy<Record<string, Json>, Record<string, unknown> | string>(
  parseObject,
  z.record(z.string(), json),
)
