import { lowerAscii } from '../../service/values/letter-case.ts'

/** The value of a header, and its parameters by lower-case name, such as `form-data; name="a"`. */
export interface HeaderValue {
  readonly value: string
  readonly parameters: ReadonlyMap<string, string>
}

const ESCAPED = /\\(["\\])/g

/** Parses a Content-Type or Content-Disposition header. The first of two equal parameters counts. */
export function readHeader(text: string): HeaderValue {
  const [value = '', ...pieces] = splitOutsideQuotes(text)
  const parameters = new Map<string, string>()
  for (const piece of pieces) {
    const equals = piece.indexOf('=')
    const name = lowerAscii(piece.slice(0, Math.max(equals, 0)).trim())
    if (name !== '' && !parameters.has(name)) parameters.set(name, unquote(piece.slice(equals + 1).trim()))
  }
  return { value: lowerAscii(value.trim()), parameters }
}

/** Splits a header at the semicolons that are not inside quotes. */
function splitOutsideQuotes(text: string): readonly string[] {
  if (!text.includes('"')) return text.split(';')
  const pieces: string[] = []
  let start = 0
  let inQuotes = false
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '"') inQuotes = !inQuotes
    else if (text[at] === '\\' && inQuotes) at += 1
    else if (text[at] === ';' && !inQuotes) {
      pieces.push(text.slice(start, at))
      start = at + 1
    }
  }
  pieces.push(text.slice(start))
  return pieces
}

/** Removes quotes and escapes. Other backslashes stay, because a file name may be a Windows path. */
function unquote(text: string): string {
  if (!text.startsWith('"')) return text
  const inside = text.slice(1, text.length > 1 && text.endsWith('"') ? -1 : undefined)
  return inside.replace(ESCAPED, '$1')
}
