import { parseDocument } from 'yaml'
import { guard, type Json } from '../../engine/values/guard.ts'
import { jsonExcess } from '../../engine/values/json-text.ts'
import { groupDigits } from '../../engine/values/number-text.ts'
import { jsonMembers, type ReadRecording, type RecordedExchange, recordingBounds } from './exchange.ts'
import { type Reader, readers } from './readers.ts'
import { recordedTime, textOfBytes } from './recorded-values.ts'
import { selectExchanges } from './select.ts'

const formats =
  'a HAR file, a cassette of VCR, definitions of nock, a recording of Polly, mappings of WireMock, or ' +
  'a JSON list of { request, response }'

const tooLong = (unit: string, count: number, max: number): string =>
  `${groupDigits(count)} ${unit}: a recording has at most ${groupDigits(max)}`

/** Returns what other kind of file begins with these bytes; undefined for text in UTF-8. */
function otherKind(bytes: Uint8Array): string | undefined {
  const [first = 0, second = 0] = bytes
  if (first === 0x1f && second === 0x8b) return 'it is compressed with gzip: unpack it first'
  if (first === 0x50 && second === 0x4b) return 'it is a zip file: unpack it first'
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff))
    return 'it is UTF-16: save it as UTF-8'
  return bytes.subarray(0, 4096).includes(0) ? 'it is binary: expected text in UTF-8' : undefined
}

function textIn(bytes: Uint8Array): string {
  const kind = otherKind(bytes)
  if (kind !== undefined) throw new TypeError(kind)
  try {
    // The decoder drops a byte order mark.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new TypeError('it is not UTF-8: save it as UTF-8')
  }
}

/** A file as a document, with the text that it was parsed from. */
interface ReadDocument {
  readonly document: Json
  readonly text: string
}

/**
 * Parses one JSON value in each line, as `fauxgraph proxy --record` writes them. A last line without its end
 * is of a process that was killed, and is left out. Undefined if the text has no such lines.
 */
function parseLines(text: string): ReadDocument | undefined {
  const end = text.lastIndexOf('\n') + 1
  const lines = text.slice(0, end).split('\n')
  try {
    const document: Json[] = lines.flatMap((line) => (line === '' ? [] : [JSON.parse(line)]))
    return document.length === 0 ? undefined : { document, text: text.slice(0, end) }
  } catch {
    return undefined
  }
}

function parseJson(text: string): ReadDocument {
  const { depthMax: depth, valuesMax: values } = recordingBounds
  const excess = jsonExcess(text, { depth, values })
  if (excess !== undefined) throw new TypeError(`it ${excess}`)
  try {
    return { document: JSON.parse(text), text }
  } catch {
    const lines = parseLines(text)
    if (lines) return lines
    throw new TypeError('it begins as JSON, but is malformed: was it cut short?')
  }
}

/** Bytes that YAML marks as `!binary` become text. */
function withoutBytes(value: unknown): unknown {
  if (value instanceof Uint8Array) return textOfBytes(value) ?? new TextDecoder().decode(value)
  if (Array.isArray(value)) return value.map(withoutBytes)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withoutBytes(member)]))
}

function parseYaml(text: string): Json {
  if (text.length > recordingBounds.yamlBytesMax)
    throw new TypeError(tooLong('characters of YAML', text.length, recordingBounds.yamlBytesMax))
  try {
    const document = parseDocument(text, { logLevel: 'silent' })
    const [error] = document.errors
    if (error) throw new TypeError(`it is not valid YAML: ${error.message.split('\n', 1)[0]}`)
    const guarded = guard(withoutBytes(document.toJS({ maxAliasCount: 100 })), {
      depth: recordingBounds.depthMax,
      size: recordingBounds.valuesMax,
    })
    if (guarded.ok) return guarded.value
    throw new TypeError(`${guarded.path} ${guarded.problem}`)
  } catch (error) {
    if (error instanceof TypeError) throw error
    if (error instanceof RangeError)
      throw new TypeError('it nests too deep, or an alias of YAML refers to a node that contains it')
    throw new TypeError(`it is not valid YAML: ${error instanceof Error ? error.message : 'unknown'}`)
  }
}

/** Whether a text is JSON: YAML otherwise. */
const isJson = (text: string): boolean => /^\s*[[{]/.test(text.slice(0, 1_000))

const documentIn = (text: string): ReadDocument =>
  isJson(text) ? parseJson(text) : { document: parseYaml(text), text }

const METHOD = /^[A-Za-z]{1,20}$/

/** Throws a TypeError if an exchange lacks what a comparison needs. */
function checked({ place, request, response, at }: RecordedExchange, file: string): RecordedExchange {
  const where = `${file}: ${place}`
  const { depthMax: depth, valuesMax: values } = recordingBounds
  const excess = /^\s*[[{]/.test(response.body) ? jsonExcess(response.body, { depth, values }) : undefined
  if (excess !== undefined) throw new TypeError(`${where} has an answer that ${excess}`)
  if (!METHOD.test(request.method)) throw new TypeError(`${where} has no method`)
  if (request.url === '') throw new TypeError(`${where} has no URL`)
  if (response.status !== 0 && (response.status < 100 || response.status > 599))
    throw new TypeError(`${where} has no status of its response`)
  return { place: where, request, response, at: at ?? recordedTime(response.headers['date']) }
}

/** Reads a document in one format. Throws a TypeError with the file if it is damaged. */
function found(reader: Reader, document: Json, file: string): ReturnType<Reader> {
  try {
    return reader(document)
  } catch (error) {
    throw new TypeError(`${file}: ${error instanceof Error ? error.message : 'unknown'}`)
  }
}

/** Says what a document is that has no requests. */
function otherDocument(document: Json): string {
  const isAnswer = ['data', 'error', 'id'].some((name) => name in jsonMembers(document))
  if (!isAnswer) return `has no requests and responses in a known form: expected ${formats}`
  return (
    'is an answer without its request: write ' +
    '[{ "request": { "method": "GET", "url": "…" }, "response": { "status": 200, "body": … } }]'
  )
}

/**
 * Reads a recording of HTTP traffic: HAR, VCR, nock, Polly, WireMock or plain JSON. Throws a TypeError that
 * names the file and the problem.
 */
export function readTraffic(bytes: Uint8Array, file: string): ReadRecording {
  if (bytes.length > recordingBounds.bytesMax)
    throw new TypeError(`${file} has ${tooLong('bytes', bytes.length, recordingBounds.bytesMax)}`)
  let read: ReadDocument
  try {
    read = documentIn(textIn(bytes))
  } catch (error) {
    throw new TypeError(
      `${file} cannot be read as a recording: ${error instanceof Error ? error.message : 'unknown'}`,
    )
  }
  const { document, text } = read
  for (const [format, reader] of Object.entries(readers)) {
    const exchanges = found(reader, document, file)
    if (!exchanges) continue
    if (exchanges.length > recordingBounds.exchangesMax)
      throw new TypeError(
        `${file} has ${tooLong('requests', exchanges.length, recordingBounds.exchangesMax)}`,
      )
    const selected = selectExchanges(exchanges.map((exchange) => checked(exchange, file)))
    return { format, text, isYaml: !isJson(text), ...selected }
  }
  throw new TypeError(`${file} ${otherDocument(document)}`)
}
