import type { Json } from '../../../engine/values/guard.ts'

/** A message of PostgreSQL's protocol: its type, and the body after the length. */
export interface WireMessage {
  readonly type: string
  readonly body: Buffer
}

/** Makes the bytes of a message. */
export function wireMessage(type: string, ...parts: readonly (string | Buffer)[]): Buffer {
  const body = Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)))
  const length = Buffer.alloc(4)
  length.writeInt32BE(body.length + 4)
  return Buffer.concat([Buffer.from(type), length, body])
}

const int32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}

/** Takes the whole messages off the beginning of `bytes`. Returns them, and the rest. */
export function takeMessages(bytes: Buffer): { messages: WireMessage[]; rest: Buffer } {
  const messages: WireMessage[] = []
  let at = 0
  while (bytes.length - at >= 5) {
    const end = at + 1 + bytes.readInt32BE(at + 1)
    if (end > bytes.length) break
    messages.push({ type: String.fromCharCode(bytes[at] ?? 0), body: bytes.subarray(at + 5, end) })
    at = end
  }
  return { messages, rest: bytes.subarray(at) }
}

/** A text that ends with a zero byte, and the place after it. */
export function textAt(body: Buffer, from: number): { text: string; next: number } {
  const end = body.indexOf(0, from)
  return { text: body.toString('utf8', from, end), next: end + 1 }
}

/** The requests that come before the first message: for encryption, by SSL and by GSSAPI, and to cancel. */
export const startupCodes = { ssl: 80_877_103, gss: 80_877_104, cancel: 80_877_102 }

/** The parameters of a session that clients are told when they start. */
export const toldParameters = [
  'server_version',
  'server_encoding',
  'client_encoding',
  'DateStyle',
  'IntervalStyle',
  'TimeZone',
  'integer_datetimes',
  'standard_conforming_strings',
]

/** The answer to a client that starts: it needs no password. */
export const welcome = (parameters: Readonly<Record<string, unknown>>): Buffer =>
  Buffer.concat([
    wireMessage('R', int32(0)),
    ...Object.entries(parameters).map(([name, value]) => wireMessage('S', `${name}\0${value}\0`)),
    wireMessage('K', int32(1), int32(1)),
    readyIn('I'),
  ])

/** The parameters of a Bind message in order, as they stand in the trace. */
export function boundValues(body: Buffer, from: number): (string | null)[] {
  const formats = body.readInt16BE(from)
  const formatOf = (place: number): number =>
    formats === 0 ? 0 : body.readInt16BE(from + 2 + 2 * (formats === 1 ? 0 : place))
  let at = from + 2 + 2 * formats
  const count = body.readInt16BE(at)
  at += 2
  return Array.from({ length: count }, (_, place) => {
    const length = body.readInt32BE(at)
    at += 4
    if (length < 0) return null
    const bytes = body.subarray(at, at + length)
    at += length
    return formatOf(place) === 0 ? bytes.toString('utf8') : bytes.toString('hex')
  })
}

const booleans = 16
const integers = new Set([20, 21, 23, 26, 1700])
const floats = new Set([700, 701])
const json = new Set([114, 3802])

/** A value as JavaScript holds it. An integer or decimal that would lose digits stays a text. */
function cellOf(text: string, type: number): Json {
  if (type === booleans) return text === 't'
  if (json.has(type)) return JSON.parse(text)
  const isNumber = floats.has(type) || (integers.has(type) && text.length < 16)
  // NaN and Infinity are no JSON.
  return isNumber && Number.isFinite(Number(text)) ? Number(text) : text
}

function columnsOf(body: Buffer): { name: string; type: number }[] {
  let at = 2
  return Array.from({ length: body.readInt16BE(0) }, () => {
    const { text, next } = textAt(body, at)
    at = next + 18
    return { name: text, type: body.readInt32BE(next + 6) }
  })
}

function rowOf(body: Buffer, columns: readonly { name: string; type: number }[]): Record<string, Json> {
  let at = 2
  return Object.fromEntries(
    columns.map(({ name, type }) => {
      const length = body.readInt32BE(at)
      at += 4
      if (length < 0) return [name, null]
      at += length
      return [name, cellOf(body.toString('utf8', at - length, at), type)]
    }),
  )
}

/** An error that PostgreSQL answered. */
export class PostgresError extends Error {
  /** The place in the text of SQL, from 1, if PostgreSQL tells it. */
  readonly position: number | undefined

  constructor({ M: message, P: position }: Readonly<Record<string, string>>) {
    super(message)
    this.name = 'PostgresError'
    this.position = position === undefined ? undefined : Number(position)
  }
}

/** An error as PostgreSQL sends it. */
export const errorOf = (severity: 'ERROR' | 'FATAL', code: string, message: string): Buffer =>
  wireMessage('E', `S${severity}\0V${severity}\0C${code}\0M${message}\0\0`)

/** Says that the connection is ready, and in which state its transaction is. */
export const readyIn = (state: string): Buffer => wireMessage('Z', state)

/** The fields of an ErrorResponse, by their letters: `M` is the message, `C` the code, `P` the place. */
function fieldsOf(body: Buffer): Record<string, string> {
  const fields: Record<string, string> = {}
  for (let at = 0; at < body.length && body[at] !== 0; ) {
    const { text, next } = textAt(body, at + 1)
    fields[String.fromCharCode(body[at] ?? 0)] = text
    at = next
  }
  return fields
}

/** The rows of an answer to a simple query. Throws the first error in it, as a PostgresError. */
export function rowsOfAnswer(answer: Buffer): Record<string, Json>[] {
  const rows: Record<string, Json>[] = []
  let columns: { name: string; type: number }[] = []
  for (const { type, body } of takeMessages(answer).messages) {
    if (type === 'E') throw new PostgresError(fieldsOf(body))
    if (type === 'T') columns = columnsOf(body)
    if (type === 'D') rows.push(rowOf(body, columns))
  }
  return rows
}

/** The state of a transaction that an answer ends with: idle, in one, failed; undefined without a state. */
export function stateAfter(answer: Buffer): string | undefined {
  const last = takeMessages(answer).messages.findLast(({ type }) => type === 'Z')
  return last?.body.toString('latin1')
}
