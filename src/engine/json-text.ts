/** How much a JSON text may hold before it is parsed. */
export interface JsonLimits {
  /** Arrays and objects inside one another. */
  readonly depth: number
  /** Values, members' values included. */
  readonly values: number
}

/** A parsed text, or what is wrong with it. */
export type ParsedJson =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly problem: string; readonly isTooLarge: boolean }

const [QUOTE, COMMA, OPEN_LIST, BACKSLASH, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [
  34, 44, 91, 92, 93, 123, 125,
]

/** Where the string that begins at a place ends: its closing quote, or the end of the text. */
export function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let slashes = 0
    while (text.charCodeAt(at - 1 - slashes) === BACKSLASH && at - 1 - slashes > start) slashes += 1
    if (slashes % 2 === 0) return at
  }
  return text.length
}

/**
 * What exceeds the limits in a JSON text. It reads the text once and makes nothing: `[[[[…` of 30 MB would
 * become gigabytes of arrays. Of a malformed text it says what it can.
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
  const error = jsonExcess(text, limits)
  if (error !== undefined) return { ok: false, problem: error, isTooLarge: true }
  try {
    return { ok: true, value: JSON.parse(text) }
  } catch {
    // What the engine says of the place differs between its versions.
    return { ok: false, problem: 'is malformed', isTooLarge: false }
  }
}
