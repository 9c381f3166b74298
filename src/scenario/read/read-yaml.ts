import {
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
  type Scalar,
  type YAMLMap,
} from 'yaml'
import { shortenText } from '../../engine/values/cut.ts'
import { guard, type Json } from '../../engine/values/guard.ts'
import { type DocumentPath, messageAt, placeAt, placesOf, type ScenarioPlace } from './place.ts'
import { scanYaml } from './scan-yaml.ts'

/** The longest scenario file, in UTF-16 code units. A longer one would take seconds to read. */
export const SCENARIO_LENGTH_MAX = 4 * 1024 * 1024

/** The deepest nesting of a scenario file. An input has a depth of at most 100, and lies some levels deep. */
const DEPTH_MAX = 120

/** The digits of a wrong number that a message shows. */
const DIGITS_SHOWN = 40

/** A document as values, with the places of its parts. */
interface ReadDocument {
  readonly value: Json
  readonly document: Document.Parsed
  readonly placeOf: (path: DocumentPath) => ScenarioPlace
}

/** A problem of a document, with the offset of its place in the text. */
interface TextProblem {
  readonly offset: number
  readonly path: DocumentPath
  readonly message: string
}

interface Visit {
  readonly node: unknown
  readonly path: DocumentPath
}

/** The problem of one node, and not of its members. */
function nodeProblem(node: unknown, depth: number): string | undefined {
  if (isAlias(node)) return 'aliases of YAML are not read: write the value out, or name it under `values`'
  if (depth > DEPTH_MAX) return tooDeep
  return isScalar(node) ? numberProblem(node) : undefined
}

const DIGITS = /^[-+]?\d+$/

/** A number that is another one as a value: an id of many digits, for example. */
function numberProblem({ value, source = '' }: Scalar): string | undefined {
  if (typeof value !== 'number') return undefined
  if (!Number.isFinite(value)) return `a number must be finite, got ${String(value)}`
  const isExact = Number.isSafeInteger(value) || !DIGITS.test(source) || String(value) === source
  return isExact
    ? undefined
    : `the number ${shortenText(source, DIGITS_SHOWN)} has too many digits: put it in quotes`
}

/** Returns the first key of a map that is no text, or that stands in it twice. */
function keyProblem(map: YAMLMap, path: DocumentPath): TextProblem | undefined {
  const seen = new Set<string>()
  for (const { key } of map.items) {
    const name = isScalar(key) ? String(key.value) : '?'
    const at = { offset: offsetOf(isScalar(key) ? key : map), path: [...path, name] }
    if (!isScalar(key)) return { ...at, message: 'a key must be text' }
    if (name === '__proto__') return { ...at, message: 'no member can have this name: choose another one' }
    if (seen.has(name)) return { ...at, message: 'the key stands here twice: remove one of them' }
    seen.add(name)
  }
  return undefined
}

const offsetOf = (node: unknown): number => (isNode(node) ? (node.range?.[0] ?? 0) : 0)

/** The parts of a map or a list, with their paths. */
function partsOf(node: unknown, path: DocumentPath): Visit[] {
  if (isMap(node))
    return node.items.map(({ key, value }) => ({
      node: value,
      path: [...path, isScalar(key) ? String(key.value) : '?'],
    }))
  return isSeq(node) ? node.items.map((item, index) => ({ node: item, path: [...path, index] })) : []
}

/** Looks for the first part that a scenario cannot have. It visits each node once, without recursion. */
function structureProblem(document: Document.Parsed): TextProblem | undefined {
  const visits: Visit[] = [{ node: document.contents, path: [] }]
  for (let visit = visits.pop(); visit; visit = visits.pop()) {
    const { node, path } = visit
    const message = nodeProblem(node, path.length)
    if (message !== undefined) return { offset: offsetOf(node), path, message }
    const problem = isMap(node) ? keyProblem(node, path) : undefined
    if (problem) return problem
    for (const part of partsOf(node, path).reverse()) visits.push(part)
  }
  return undefined
}

const tooDeep = `the document is nested deeper than ${DEPTH_MAX} levels`

/** The library reads nested values by recursion. It reports some stack overflows as errors of YAML. */
const isOverflow = ({ message }: Error): boolean => message.includes('Maximum call stack size exceeded')

/** Returns the offset of the line after this one; -1 after the last. */
const nextLine = (text: string, begin: number): number => text.indexOf('\n', begin) + 1 || -1

function documentOf(text: string, lineCounter: LineCounter): Document.Parsed | TextProblem {
  const scanned = scanYaml(text, DEPTH_MAX)
  if (scanned) {
    for (let begin = 0; begin >= 0 && begin <= scanned.offset; begin = nextLine(text, begin))
      lineCounter.addNewLine(begin)
    return { ...scanned, path: [] }
  }
  try {
    // The library compares each key with all others of its map: `keyProblem` takes a set.
    const document = parseDocument(text, {
      lineCounter,
      uniqueKeys: false,
      prettyErrors: false,
      logLevel: 'silent',
    })
    const [error] = [...document.errors, ...document.warnings]
    if (!error) return document
    const message = isOverflow(error) ? tooDeep : `not valid YAML: ${error.message}`
    return { offset: error.pos[0], path: [], message }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return { offset: 0, path: [], message: tooDeep }
  }
}

/**
 * Reads a text as YAML, of which JSON is a part. It reads no aliases, so a short text cannot stand for a long
 * one. Throws a TypeError that names file, line and column.
 */
export function readYaml(text: string, file: string): ReadDocument {
  if (text.length > SCENARIO_LENGTH_MAX)
    throw new TypeError(
      `${file}:1:1: a scenario has at most ${SCENARIO_LENGTH_MAX} characters, got ${text.length}`,
    )
  const lines = new LineCounter()
  const fail = ({ offset, path, message }: TextProblem): never => {
    throw new TypeError(messageAt(placeAt(file, lines, offset, path), message))
  }
  const document = documentOf(text, lines)
  if ('message' in document) return fail(document)
  const problem = structureProblem(document)
  if (problem) return fail(problem)
  const guarded = guard(document.toJS({ maxAliasCount: 0 }), { depth: DEPTH_MAX + 1 })
  if (!guarded.ok) return fail({ offset: 0, path: [], message: `${guarded.path} ${guarded.problem}` })
  return { value: guarded.value, document, placeOf: placesOf(file, document, lines) }
}
