/** The limits of a JSON text, which are checked before it is parsed. */
interface JsonLimits {
  /** Nesting depth of arrays and objects. */
  readonly depth: number
  /** Number of values, arrays and objects included. */
  readonly values: number
}

/** The value of a JSON text, or the problem of the text. */
type ParsedJson =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly problem: string; readonly isTooLarge: boolean }

const [QUOTE, COMMA, OPEN_LIST, BACKSLASH, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [
  34, 44, 91, 92, 93, 123, 125,
]

/** Returns the index of the closing quote of a string, or the end of the text if there is none. */
export function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let slashes = 0
    while (text.charCodeAt(at - 1 - slashes) === BACKSLASH && at - 1 - slashes > start) slashes += 1
    if (slashes % 2 === 0) return at
  }
  return text.length
}

/**
 * Returns the limit that a JSON text exceeds, in words, or undefined. It scans the text and allocates
 * nothing: `[[[[…` of 30 MB would become gigabytes of arrays. The text may be malformed.
 */
export function jsonExcess(text: string, { depth, values }: JsonLimits): string | undefined {
  let open = 0
  let count = 1
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    if (unit === QUOTE) at = endOfString(text, at)
    else if (unit === COMMA) count += 1
    else if (unit === OPEN_LIST || unit === OPEN_OBJECT) {
      open += 1
      count += 1
      if (open > depth) return `nests more than ${depth} deep at position ${at}`
    } else if (unit === CLOSE_LIST || unit === CLOSE_OBJECT) open -= 1
    if (count > values) return `has more than ${values} values`
  }
  return undefined
}

/** Parses a JSON text within limits. */
export function parseJson(text: string, limits: JsonLimits): ParsedJson {
  const problem = jsonExcess(text, limits)
  if (problem !== undefined) return { ok: false, problem, isTooLarge: true }
  try {
    return { ok: true, value: JSON.parse(text) }
  } catch {
    // The message of JSON.parse differs between versions of the runtime.
    return { ok: false, problem: 'is malformed', isTooLarge: false }
  }
}

/** Returns a text as it is, and any other value as JSON: the text of a parameter. */
export const valueText = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value)

/** Returns a text: an empty one for any other value. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
