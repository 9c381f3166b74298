import { bounds } from '../contract/bounds.ts'
/** A name in `fields`, with its modifiers and the names in its braces, as in `ads.limit(5){name}`. */
export interface NamedField {
  readonly name: string
  /** Each modifier with the text in its parentheses. */
  readonly modifiers: readonly (readonly [name: string, argument: string])[]
  /** The modifiers as they were written, such as `.limit(5)`. */
  readonly written: string
  /** The names in braces. */
  readonly inner?: readonly NamedField[]
  /** The text in braces. */
  readonly innerText?: string
}

const spaces = /\s*/y
const word = /\w+/y

/** A position in a text. Each function moves it behind what it has read. */
interface Reader {
  readonly text: string
  at: number
}

function skip(reader: Reader, pattern: RegExp): string {
  pattern.lastIndex = reader.at
  const [found = ''] = pattern.exec(reader.text) ?? []
  reader.at += found.length
  return found
}

/** Skips spaces, and then a mark if it is next. */
function takes(reader: Reader, mark: string): boolean {
  skip(reader, spaces)
  if (reader.text[reader.at] !== mark) return false
  reader.at += 1
  return true
}

/** Returns the position behind a text in double quotes, or the end of the text. */
function endOfQuoted(text: string, start: number): number {
  let at = start + 1
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return at + 1
}

/** Reads the argument of a modifier up to its closing parenthesis. It may have parentheses and quotes. */
function readArgument(reader: Reader): string | undefined {
  const { text, at: start } = reader
  let depth = 1
  let at = start
  while (at < text.length) {
    const mark = text[at]
    if (mark === '(') depth += 1
    if (mark === ')') depth -= 1
    if (depth === 0) {
      reader.at = at + 1
      return text.slice(start, at).trim()
    }
    at = mark === '"' ? endOfQuoted(text, at) : at + 1
  }
  return undefined
}

/** Reads the modifiers that come next, or returns undefined if one is malformed. */
function readModifiers(reader: Reader): (readonly [string, string])[] | undefined {
  const modifiers: (readonly [string, string])[] = []
  while (takes(reader, '.')) {
    skip(reader, spaces)
    const name = skip(reader, word)
    const argument = name !== '' && takes(reader, '(') ? readArgument(reader) : undefined
    if (argument === undefined) return undefined
    modifiers.push([name, argument])
  }
  return modifiers
}

/** Reads names up to the end of the text, or up to the brace that closes them. */
function readList(reader: Reader, depth: number): NamedField[] | undefined {
  const fields: NamedField[] = []
  do {
    skip(reader, spaces)
    const isEnd = reader.at === reader.text.length || reader.text[reader.at] === '}'
    if (isEnd && fields.length > 0) break
    const field = readField(reader, depth)
    if (!field) return undefined
    fields.push(field)
  } while (takes(reader, ','))
  return fields
}

function readField(reader: Reader, depth: number): NamedField | undefined {
  const name = skip(reader, word)
  if (name === '') return undefined
  const start = reader.at
  const before = readModifiers(reader)
  if (!before) return undefined
  const written = reader.text.slice(start, reader.at).trim()
  if (!takes(reader, '{')) return { name, modifiers: before, written }
  const innerStart = reader.at
  const inner = depth < bounds.fieldDepthMax ? readList(reader, depth + 1) : undefined
  const innerText = reader.text.slice(innerStart, reader.at)
  if (!inner || !takes(reader, '}')) return undefined
  // The live service also takes modifiers behind the braces.
  const behind = reader.at
  const after = readModifiers(reader)
  if (!after) return undefined
  const modifiers = [...before, ...after]
  return { name, modifiers, written: written + reader.text.slice(behind, reader.at).trim(), inner, innerText }
}

/**
 * Parses `fields` in the syntax of the live service: names with modifiers and braces, in time linear in the
 * text. Returns undefined if the text is malformed, or deeper than eight braces.
 */
export function parseFields(text: string): readonly NamedField[] | undefined {
  const reader = { text, at: 0 }
  const fields = readList(reader, 1)
  return fields && reader.at === text.length ? fields : undefined
}
