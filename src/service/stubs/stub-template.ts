import { shortenText } from '../../engine/values/cut.ts'
import type { Json } from '../../engine/values/guard.ts'
import { valueText } from '../../engine/values/json-text.ts'
import { isPlainObject } from '../../engine/values/plain-object.ts'

/** What the placeholders of a template stand for in one call. */
interface Filling {
  /** The number of the call, from 1. */
  readonly count: number
  readonly params: unknown
}

const OPEN = '{{'
const CLOSE = '}}'
const PARAMS = 'params.'
const PARAM_CHARACTERS_MAX = 1_000

/** Returns the text of a placeholder; undefined if it stands for nothing. */
function textOf(name: string, { count, params }: Filling): string | undefined {
  if (name === 'count') return String(count)
  if (!name.startsWith(PARAMS)) return undefined
  const member = name.slice(PARAMS.length)
  const value = isPlainObject(params) && Object.hasOwn(params, member) ? (params[member] as Json) : undefined
  return value === undefined ? '' : shortenText(valueText(value), PARAM_CHARACTERS_MAX)
}

/** Returns a text with its placeholders filled. Braces around anything else stay. */
function filledText(text: string, filling: Filling): string {
  const [first = '', ...rest] = text.split(OPEN)
  const parts = rest.map((part) => {
    const end = part.indexOf(CLOSE)
    const filled = end < 0 ? undefined : textOf(part.slice(0, end).trim(), filling)
    return filled === undefined ? OPEN + part : filled + part.slice(end + CLOSE.length)
  })
  return [first, ...parts].join('')
}

/** Returns the answer of a stub with the placeholders in its texts filled, at any depth. */
export function filledTemplate(data: Json, filling: Filling): Json {
  if (typeof data === 'string') return filledText(data, filling)
  if (Array.isArray(data)) return data.map((item) => filledTemplate(item, filling))
  if (!isPlainObject(data)) return data
  const members = Object.entries(data as Record<string, Json>)
  return Object.fromEntries(members.map(([name, value]) => [name, filledTemplate(value, filling)]))
}
