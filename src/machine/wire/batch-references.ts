import {
  encodedReferences,
  plainReferences,
  type ResultReference,
} from '../../chapters/platform/batch-dependencies.ts'
import type { BatchItem } from '../../chapters/platform/endpoints.ts'
import type { Json } from '../../engine/values/guard.ts'
import { valueText } from '../../engine/values/json-text.ts'
import { bounds } from '../../service/contract/bounds.ts'
import { type CallError, invalidParameter, isCallError } from '../../service/contract/errors.ts'
import { absoluteLinks, logOrigins } from '../../service/values/links.ts'
import { shown } from '../../service/values/scalars.ts'
import { bodyLimits } from './body.ts'
import { isParams } from './form-text.ts'

/** The results of the earlier calls of a batch by name. */
export type NamedResults = ReadonlyMap<string, Json>

const STEP = /\.(\*|[\w-]+)|\[(?:(\*|\d{1,9})|'([^']*)'|"([^"]*)")\]/y

/** Parses a path such as `$.data.*.id` or `$[0]['id']`. Returns undefined for a path of another form. */
function stepsOf(path: string): readonly string[] | undefined {
  const steps: string[] = []
  for (let at = 1; at < path.length; at = STEP.lastIndex) {
    STEP.lastIndex = at
    const found = STEP.exec(path)
    if (!found) return undefined
    steps.push(found.slice(1).join(''))
  }
  return steps
}

/** Returns the members of a value that one step selects. A star selects all. */
function selected(value: Json, step: string): readonly Json[] {
  if (typeof value !== 'object' || value === null) return []
  if (step === '*') return Object.values(value)
  return Object.hasOwn(value, step) ? [(value as Readonly<Record<string, Json>>)[step] as Json] : []
}

/** Returns the values at a path of a result as text, several values between commas. */
function valuesAt(results: NamedResults, { name, path }: ResultReference): string | CallError {
  const steps = stepsOf(path)
  if (!steps)
    return invalidParameter(
      `The reference to ${shown(name)} must have a path such as $.data.*.id, got ${shown(path)}`,
    )
  // A call waits until all calls that it refers to have succeeded.
  const plain = absoluteLinks(results.get(name), logOrigins) as Json
  const found = steps.reduce<readonly Json[]>(
    (values, step) => values.flatMap((value) => selected(value, step)),
    [plain],
  )
  if (found.length > 0) return found.map(valueText).join(',')
  return invalidParameter(`The result of ${shown(name)} has nothing at the path ${shown(path)}`)
}

/** Returns a text with its references replaced by values, each of them encoded by `encode`. */
function resolved(
  text: string,
  references: readonly ResultReference[],
  results: NamedResults,
  encode: (value: string) => string,
): string | CallError {
  const parts: string[] = []
  let [end, length, count] = [0, text.length, 0]
  for (const reference of references) {
    const value = valuesAt(results, reference)
    if (isCallError(value)) return value
    parts.push(text.slice(end, reference.start), encode(value))
    end = reference.end
    length += value.length
    count += 1
    if (count > bounds.batchReferencesMax || length > bodyLimits.textBytesMax)
      return invalidParameter(
        `A call of a batch has at most ${bounds.batchReferencesMax} references, and ` +
          `${bodyLimits.textBytesMax} characters with their values, got ${count} and ${length}`,
      )
  }
  return parts.join('') + text.slice(end)
}

// Ids between commas stay readable; everything else that a URL gives a meaning is escaped.
const encoded = (value: string): string => encodeURIComponent(value).replaceAll('%2C', ',')

const resolvedForm = (text: string, results: NamedResults): string | CallError =>
  resolved(text, encodedReferences(text), results, encoded)

const resolvedMember = (text: string, results: NamedResults): string | CallError =>
  resolved(text, plainReferences(text), results, (value) => value)

/** Returns the body of a call with the references in its texts replaced. */
function resolvedBody(body: Json | undefined, results: NamedResults): { body?: Json } | CallError {
  if (typeof body === 'string') {
    const text = resolvedForm(body, results)
    return isCallError(text) ? text : { body: text }
  }
  if (!isParams(body)) return {}
  const members: Record<string, Json> = {}
  for (const [name, value] of Object.entries(body)) {
    const text = typeof value === 'string' ? resolvedMember(value, results) : value
    if (isCallError(text)) return text
    members[name] = text
  }
  return { body: members }
}

/**
 * Returns a call of a batch with the references to earlier results replaced by values. A reference is
 * `{result=NAME:PATH}`, as in `?ids={result=posts:$.data.*.id}`, or the same url-encoded (SIL-029). The path
 * is a JSONPath of names, indexes and stars.
 */
export function withResults(item: BatchItem, results: NamedResults): BatchItem | CallError {
  const url = resolvedForm(item.relative_url, results)
  if (isCallError(url)) return url
  const body = resolvedBody(item.body, results)
  return isCallError(body) ? body : { ...item, relative_url: url, ...body }
}
