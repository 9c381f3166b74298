import type { Tx } from '../../graph/context.ts'
import { caseless } from '../../graph/values/letter-case.ts'
import type { AudienceSheetRow } from '../rows.ts'
import { type Audience, compareAudiences, wordsIn } from './audience.ts'
import { type AudienceIndex, indexOf } from './audience-index.ts'
import { builtInAudiences } from './built-in-audiences.ts'

/** The beginnings of a path, each as one text, the shortest first. */
export const beginningsOf = (path: readonly string[]): string[] =>
  path.map((_, at) => JSON.stringify(path.slice(0, at + 1)))

/** The audiences that lie in one category: the beginnings of its path, and the audiences. */
export interface Category {
  readonly beginnings: readonly string[]
  readonly audiences: readonly Audience[]
}

/** A sheet made ready for reading: every list has the largest audience first. */
export interface Sheet {
  readonly audiences: readonly Audience[]
  readonly byId: ReadonlyMap<string, readonly Audience[]>
  readonly categories: readonly Category[]
  readonly index: (locale: string) => AudienceIndex
  /** Interests by their name in small letters. */
  readonly interests: (locale: string) => ReadonlyMap<string, Audience>
}

function grouped<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return groups
}

/** Works out a list for each language that it is asked in, once; languages without translations are one. */
function perLanguage<T>(audiences: readonly Audience[], make: (locale: string) => T): (locale: string) => T {
  const translated = new Set(
    audiences.flatMap(({ translations }) => translations.map(({ locale }) => locale)),
  )
  const made = new Map<string, T>()
  return (asked) => {
    const locale = translated.has(asked) ? asked : ''
    const known = made.get(locale) ?? make(locale)
    made.set(locale, known)
    return known
  }
}

function interestsOf(audiences: readonly Audience[], locale: string): Map<string, Audience> {
  const named = new Map<string, Audience>()
  for (const audience of audiences) {
    const name = caseless(wordsIn(audience, locale).name)
    if (audience.type === 'interests' && !named.has(name)) named.set(name, audience)
  }
  return named
}

function sheetOf(unsorted: readonly Audience[]): Sheet {
  const audiences = [...unsorted].sort(compareAudiences)
  const categories = grouped(audiences, ({ path }) => JSON.stringify(path))
  return {
    audiences,
    byId: grouped(audiences, ({ id }) => id),
    categories: [...categories.values()].map((within) => ({
      beginnings: beginningsOf(within[0]?.path ?? []),
      audiences: within,
    })),
    index: perLanguage(audiences, (locale) => indexOf(audiences, locale)),
    interests: perLanguage(audiences, (locale) => interestsOf(audiences, locale)),
  }
}

const builtIn = sheetOf(builtInAudiences)
/** The most audiences of one row; three digits of a made-up id say which of them it is. */
export const SHEET_AUDIENCES_MAX = 1_000

/** The id of an audience in a row of added ones. */
export const addedId = (row: AudienceSheetRow, given: string | null, at: number): string =>
  given ?? `${row.id}${String(at).padStart(3, '0')}`

const audiencesOf = (row: AudienceSheetRow): Audience[] =>
  row.audiences.map((audience, at) => ({ ...audience, id: addedId(row, audience.id, at) }))

// Rows are frozen, and only ever joined by later ones: the first and the last of a block tell which it is.
const prepared = new WeakMap<AudienceSheetRow, WeakMap<AudienceSheetRow, Sheet>>()

function preparedOf(rows: readonly AudienceSheetRow[]): Sheet[] {
  const [first, last] = [rows[0], rows.at(-1)]
  if (!first || !last) return []
  const byLast = prepared.get(first) ?? new WeakMap<AudienceSheetRow, Sheet>()
  const known = byLast.get(last) ?? sheetOf(rows.flatMap(audiencesOf))
  byLast.set(last, known)
  prepared.set(first, byLast)
  return [known]
}

/**
 * The rows in blocks whose sizes are powers of two, the largest first, each block one sheet: a hundred rows
 * are read as three sheets, and a row that joins them makes few blocks anew.
 */
function blocksOf(rows: readonly AudienceSheetRow[]): Sheet[] {
  if (rows.length === 0) return []
  const size = 1 << (31 - Math.clz32(rows.length))
  return [...preparedOf(rows.slice(0, size)), ...blocksOf(rows.slice(size))]
}

/** The taxonomy of a world: the built-in sheet unless it was replaced, and those that actions added. */
export function sheetsIn(tx: Tx): Sheet[] {
  const rows = tx.list('audienceSheets', 'all', [])
  return [...(rows[0]?.replacesBuiltIn ? [] : [builtIn]), ...blocksOf(rows)]
}

/** The audiences with this id: one, several of different types, or none. */
export const audiencesWithId = (sheets: readonly Sheet[], id: string): Audience[] =>
  sheets.flatMap(({ byId }) => byId.get(id) ?? [])

/** The one audience with this id and type. */
export const audienceOf = (sheets: readonly Sheet[], id: string, type: string): Audience | undefined =>
  audiencesWithId(sheets, id).find((audience) => audience.type === type)
