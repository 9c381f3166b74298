import type { Json } from '../../engine/values/guard.ts'
import { shown } from '../../service/values/scalars.ts'
import { isJsonList, isJsonObject } from './json-kinds.ts'
import type { DocumentPath } from './place.ts'

const STEP = /^(?:\.([A-Za-z_]\w*)|\[(-?\d{1,9})\]|\['([^'\\]+)'\])/

/**
 * Parses a path to one value: a singular query of JSONPath (RFC 9535), such as `$.data[0].id` or
 * `$['a name'][-1]`. Throws a TypeError that says what a path looks like.
 */
export function parsePath(text: string): DocumentPath {
  const path: (string | number)[] = []
  let rest = text.slice(1)
  while (text.startsWith('$') && rest !== '') {
    const [step, member, index, quoted] = STEP.exec(rest) ?? []
    if (step === undefined) break
    path.push(index === undefined ? (member ?? quoted ?? '') : Number(index))
    rest = rest.slice(step.length)
  }
  if (text.startsWith('$') && rest === '') return path
  throw new TypeError(`a path to a value looks like $.data[0].id, got ${shown(text)}`)
}

/** Returns the value at a path, or undefined if there is none. */
export function valueAt(value: Json | undefined, path: DocumentPath): Json | undefined {
  return path.reduce<Json | undefined>((part, step) => {
    if (isJsonList(part)) return typeof step === 'number' ? part.at(step) : undefined
    return isJsonObject(part) && Object.hasOwn(part, step) ? part[step] : undefined
  }, value)
}
