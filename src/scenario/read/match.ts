import type { Json } from '../../engine/values/guard.ts'
import { shown } from '../../service/values/scalars.ts'
import { isJsonList, isJsonObject } from './json-kinds.ts'
import type { DocumentPath } from './place.ts'

/** The first part of a value that is not as expected. */
interface Mismatch {
  /** The path within the expectation. */
  readonly path: DocumentPath
  readonly expected: string
  readonly got: string
}

type Members = { readonly [name: string]: Json }

/** The kinds of values that `$kind` names. */
export const valueKinds = ['string', 'number', 'boolean', 'null', 'list', 'object', 'absent'] as const

const kindOf = (value: Json | undefined): string =>
  value === null
    ? 'null'
    : isJsonList(value)
      ? 'list'
      : typeof value === 'undefined'
        ? 'absent'
        : typeof value

const lengthOf = (value: Json | undefined): number | undefined =>
  typeof value === 'string' || isJsonList(value) ? value.length : undefined

const asText = (value: Json | undefined): string => (typeof value === 'string' ? value : '')

const isIn = (whole: Json | undefined, part: Json): boolean =>
  isJsonList(whole)
    ? whole.some((item) => !mismatch(part, item))
    : asText(whole).includes(String(part)) && whole !== ''

/** The tests that a member with a dollar sign stands for. Each says whether a value passes. */
const matchTests: Readonly<Record<string, (wanted: Json, value: Json | undefined) => boolean>> = {
  $absent: (wanted, value) => (value === undefined) === wanted,
  $kind: (wanted, value) => kindOf(value) === wanted,
  $length: (wanted, value) => lengthOf(value) === wanted,
  $contains: (wanted, value) => isIn(value, wanted),
  $startsWith: (wanted, value) => asText(value).startsWith(String(wanted)) && typeof value === 'string',
  $endsWith: (wanted, value) => asText(value).endsWith(String(wanted)) && typeof value === 'string',
  $not: (wanted, value) => value !== undefined && mismatch(wanted, value) !== undefined,
  $exactly: (wanted, value) => value !== undefined && !exactMismatch(wanted, value),
}

/** The names of the members that test the whole value. */
export const matchTestNames: readonly string[] = Object.keys(matchTests)

function memberMismatch(expected: Members, value: Json | undefined): Mismatch | undefined {
  const members = Object.entries(expected)
  if (members.length === 0 && !isJsonObject(value))
    return { path: [], expected: 'an object', got: shown(value) }
  for (const [name, wanted] of members) {
    const test = Object.hasOwn(matchTests, name) ? matchTests[name] : undefined
    if (test) {
      if (!test(wanted, value))
        return { path: [name], expected: shown({ [name]: wanted }), got: shown(value) }
      continue
    }
    if (!isJsonObject(value)) return { path: [], expected: shown(expected), got: shown(value) }
    const found = mismatch(wanted, Object.hasOwn(value, name) ? value[name] : undefined)
    if (found) return { ...found, path: [name, ...found.path] }
  }
  return undefined
}

function listMismatch(expected: readonly Json[], value: Json | undefined): Mismatch | undefined {
  if (!isJsonList(value)) return { path: [], expected: shown(expected), got: shown(value) }
  for (const [index, wanted] of expected.entries()) {
    const found = mismatch(wanted, value[index])
    if (found) return { ...found, path: [index, ...found.path] }
  }
  if (value.length <= expected.length) return undefined
  const got = `${value.length} items, the next of which is ${shown(value[expected.length])}`
  return { path: [], expected: `a list of ${expected.length}`, got }
}

/**
 * Compares a value with an expectation, and returns the first difference. An object is compared in the
 * members that are expected, a list in all its items. A member such as `$length` tests the whole value.
 */
export function mismatch(expected: Json, value: Json | undefined): Mismatch | undefined {
  if (isJsonList(expected)) return listMismatch(expected, value)
  if (isJsonObject(expected)) return memberMismatch(expected, value)
  return expected === value ? undefined : { path: [], expected: shown(expected), got: shown(value) }
}

/** As `mismatch`, but no object has a member that is not expected, and no member is a test. */
function exactMismatch(expected: Json, value: Json): boolean {
  if (isJsonList(expected))
    return (
      !isJsonList(value) ||
      value.length !== expected.length ||
      expected.some((item, index) => exactMismatch(item, value[index] ?? null))
    )
  if (!isJsonObject(expected)) return expected !== value
  if (!isJsonObject(value)) return true
  const names = Object.keys(expected)
  return (
    names.length !== Object.keys(value).length ||
    names.some(
      (name) => !Object.hasOwn(value, name) || exactMismatch(expected[name] ?? null, value[name] ?? null),
    )
  )
}
