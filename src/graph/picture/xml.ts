import { hasText, type Range, text } from './bytes.ts'

/** What a walk over XML reports. Places are offsets of bytes. */
export type XmlWatcher = {
  opened(name: string, start: number): void
  attribute(name: string, whole: Range, value: Range): void
  closed(end: number): void
}

const nameLengthMax = 256
const codes = { tab: 9, newline: 10, carriageReturn: 13, space: 32, quote: 34, apostrophe: 39 }
const marks = { exclamation: 33, slash: 47, less: 60, equals: 61, greater: 62, question: 63 }

const isSpace = (code: number | undefined): boolean =>
  code === codes.space || code === codes.newline || code === codes.tab || code === codes.carriageReturn

const delimiters: ReadonlySet<number> = new Set([codes.quote, codes.apostrophe, ...Object.values(marks)])

const isNameCode = (code: number | undefined): boolean =>
  code !== undefined && code > codes.space && !delimiters.has(code)

function afterSpaces(bytes: Uint8Array, from: number): number {
  let at = from
  while (isSpace(bytes[at])) at += 1
  return at
}

function nameAt(bytes: Uint8Array, start: number): string | undefined {
  let end = start
  while (isNameCode(bytes[end])) end += 1
  return end === start || end - start > nameLengthMax ? undefined : text(bytes, start, end)
}

function after(bytes: Uint8Array, closing: string, from: number): number | undefined {
  const first = closing.charCodeAt(0)
  for (let at = bytes.indexOf(first, from); at !== -1; at = bytes.indexOf(first, at + 1)) {
    if (hasText(bytes, at, closing)) return at + closing.length
  }
  return undefined
}

function attributeAt(bytes: Uint8Array, start: number, watcher: XmlWatcher): number | undefined {
  const name = nameAt(bytes, start)
  if (name === undefined) return undefined
  const equals = afterSpaces(bytes, start + name.length)
  if (bytes[equals] !== marks.equals) return undefined
  const open = afterSpaces(bytes, equals + 1)
  const mark = bytes[open]
  if (mark !== codes.quote && mark !== codes.apostrophe) return undefined
  const close = bytes.indexOf(mark, open + 1)
  if (close === -1) return undefined
  watcher.attribute(name, { start, end: close + 1 }, { start: open + 1, end: close })
  return close + 1
}

function elementAt(bytes: Uint8Array, start: number, open: string[], watcher: XmlWatcher) {
  const name = nameAt(bytes, start + 1)
  if (name === undefined) return undefined
  watcher.opened(name, start)
  let at: number | undefined = afterSpaces(bytes, start + 1 + name.length)
  while (at !== undefined && bytes[at] !== marks.greater && bytes[at] !== marks.slash) {
    const next: number | undefined = attributeAt(bytes, at, watcher)
    at = next === undefined ? undefined : afterSpaces(bytes, next)
  }
  if (at === undefined) return undefined
  if (bytes[at] === marks.greater) {
    open.push(name)
    return at + 1
  }
  if (bytes[at + 1] !== marks.greater) return undefined
  watcher.closed(at + 2)
  return at + 2
}

function endTagAt(bytes: Uint8Array, start: number, open: string[], watcher: XmlWatcher) {
  const name = nameAt(bytes, start + 2)
  if (name === undefined || name !== open.pop()) return undefined
  const end = afterSpaces(bytes, start + 2 + name.length)
  if (bytes[end] !== marks.greater) return undefined
  watcher.closed(end + 1)
  return end + 1
}

function markupAt(bytes: Uint8Array, start: number, open: string[], watcher: XmlWatcher) {
  if (hasText(bytes, start, '<!--')) return after(bytes, '-->', start + 4)
  if (hasText(bytes, start, '<![CDATA[')) return after(bytes, ']]>', start + 9)
  if (hasText(bytes, start, '<?')) return after(bytes, '?>', start + 2)
  // A document type can define entities, and so hide names from this walk.
  if (hasText(bytes, start, '<!')) return undefined
  if (hasText(bytes, start, '</')) return endTagAt(bytes, start, open, watcher)
  return elementAt(bytes, start, open, watcher)
}

/** Walks over the elements and attributes of an XML text, in the order of their bytes and in linear time.
 * Answers false when the text is not well formed or in an encoding that does not have ASCII as a part. */
export function walkXml(bytes: Uint8Array, watcher: XmlWatcher): boolean {
  const open: string[] = []
  let elements = false
  for (let at = bytes.indexOf(marks.less); at !== -1; ) {
    const end = markupAt(bytes, at, open, watcher)
    if (end === undefined) return false
    elements ||= bytes[at + 1] !== marks.question && bytes[at + 1] !== marks.exclamation
    at = bytes.indexOf(marks.less, end)
  }
  return elements && open.length === 0
}
