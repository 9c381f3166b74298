import type { Json } from '../../engine/values/guard.ts'
import { isRecord } from '../../engine/values/plain-object.ts'
import { type CallError, invalidParameter } from '../../service/contract/errors.ts'
import { shown } from '../../service/values/scalars.ts'
import { percentDecoded } from '../../service/values/urls.ts'

/** A reference to the result of an earlier call of a batch, and its place in a text. */
export interface ResultReference {
  readonly start: number
  readonly end: number
  readonly name: string
  /** A JSONPath, such as `$.data.*.id`. */
  readonly path: string
}

// Both patterns exclude the braces that begin and end a reference, so that they read each character once.
const PLAIN = /\{result=([^:{}]{1,200}):(\$[^{}]{0,1000})\}/g
const ENCODED = /(?:\{|%7B)result(?:=|%3D)((?:(?!%7[BD])[^{}]){1,3600})(?:\}|%7D)/gi
const TARGET = /^([^:{}]{1,200}):(\$[^{}]{0,1000})$/s

function encodedReference(match: RegExpExecArray): ResultReference | undefined {
  const [text, target = ''] = match
  // A space of a name is a plus sign only where the client encoded the braces too.
  const found = TARGET.exec(percentDecoded(text.startsWith('{') ? target : target.replaceAll('+', '%20')))
  if (!found) return undefined
  const [, name = '', path = ''] = found
  return { start: match.index, end: match.index + text.length, name, path }
}

/** Returns the references of a text that a client may have url-encoded: a URL, or a body as text. */
export const encodedReferences = (text: string): readonly ResultReference[] =>
  [...text.matchAll(ENCODED)].flatMap((match) => encodedReference(match) ?? [])

/** Returns the references of a text that no client encodes: a member of a body. */
export const plainReferences = (text: string): readonly ResultReference[] =>
  [...text.matchAll(PLAIN)].map((match) => {
    const [all, name = '', path = ''] = match
    return { start: match.index, end: match.index + all.length, name, path }
  })

const bodyReferences = (body: Json | undefined): readonly ResultReference[] => {
  if (typeof body === 'string') return encodedReferences(body)
  if (!isRecord(body)) return []
  return Object.values(body).flatMap((value) => (typeof value === 'string' ? plainReferences(value) : []))
}

/** Whether a value is a name by which later calls can refer to a call. */
export const isName = (value: Json | undefined): value is string | number =>
  typeof value === 'string' || typeof value === 'number'

/** The members of a call of a batch that say which calls it waits for. */
interface DependentCall {
  readonly name?: Json | undefined
  readonly relative_url: string
  readonly body?: Json | undefined
  readonly depends_on?: Json | undefined
}

/** Returns the names of the calls that a call waits for: those in `depends_on`, and those it refers to. */
function awaitedNames({ relative_url: url, body, depends_on: named }: DependentCall): readonly string[] {
  const names = (Array.isArray(named) ? named : [named]).filter(isName).map(String)
  const referred = [...encodedReferences(url), ...bodyReferences(body)].map(({ name }) => name)
  return [...names.filter((name) => name !== ''), ...referred]
}

/**
 * Returns for each call of a batch the positions of the earlier calls that must succeed before it is made. Of
 * calls with one name, it is the last before the call. Returns an error if there is none (SIL-029).
 */
export function awaitedCalls(items: readonly DependentCall[]): readonly (readonly number[])[] | CallError {
  const positions = new Map<string, number>()
  const awaited: number[][] = []
  for (const [index, item] of items.entries()) {
    const found = new Set<number>()
    for (const name of awaitedNames(item)) {
      const position = positions.get(name)
      if (position === undefined) return unresolvedError(index, name)
      found.add(position)
    }
    awaited.push([...found])
    if (isName(item.name)) positions.set(String(item.name), index)
  }
  return awaited
}

const unresolvedError = (index: number, name: string): CallError =>
  invalidParameter(
    `Request ${index} cannot depend on an unresolved request with name ${shown(name)}: ` +
      'requests can only depend on preceding requests of the batch',
  )
