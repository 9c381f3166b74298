import type { RowOf } from '../../engine/table.ts'
import type { Tx } from '../seen.ts'
import { builtInAudiences } from '../vocabulary/audiences.ts'
import { type Audience, compareAudiences, wordsIn } from './audience.ts'
import { folded } from './audience-text.ts'
import type { Tables } from './tables.ts'

/** An audience with its words as they are searched. */
export interface Entry {
  readonly audience: Audience
  readonly name: string
  readonly path: readonly string[]
}

/** The audiences that lie in one category. */
export interface Category {
  readonly path: readonly string[]
  readonly audiences: readonly Audience[]
}

/** A sheet made ready for reading: every list has the largest audience first. */
export interface Sheet {
  readonly audiences: readonly Audience[]
  readonly byId: ReadonlyMap<string, readonly Audience[]>
  readonly categories: readonly Category[]
  readonly entries: (locale: string) => readonly Entry[]
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

function entriesOf(audiences: readonly Audience[], locale: string): Entry[] {
  const parts = new Map<string, string>()
  const foldedPart = (part: string): string => {
    const known = parts.get(part) ?? folded(part)
    parts.set(part, known)
    return known
  }
  return audiences.map((audience) => {
    const { name, path } = wordsIn(audience, locale)
    return { audience, name: folded(name), path: path.map(foldedPart) }
  })
}

function interestsOf(audiences: readonly Audience[], locale: string): Map<string, Audience> {
  const named = new Map<string, Audience>()
  for (const audience of audiences) {
    const name = wordsIn(audience, locale).name.toLowerCase()
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
      path: within[0]?.path ?? [],
      audiences: within,
    })),
    entries: perLanguage(audiences, (locale) => entriesOf(audiences, locale)),
    interests: perLanguage(audiences, (locale) => interestsOf(audiences, locale)),
  }
}

const builtIn = sheetOf(builtInAudiences)

type SheetRow = RowOf<Tables, 'audienceSheets'>

/** The most audiences of one row; three digits of a made-up id say which of them it is. */
export const SHEET_AUDIENCES_MAX = 1_000

/** The id of an audience in a row of added ones. */
export const addedId = (row: SheetRow, given: string | null, at: number): string =>
  given ?? `${row.id}${String(at).padStart(3, '0')}`

// A row is frozen, so that what is worked out from it stays true: it is kept by the row's identity.
const prepared = new WeakMap<SheetRow, Sheet>()

function preparedOf(row: SheetRow): Sheet {
  const known =
    prepared.get(row) ??
    sheetOf(row.audiences.map((audience, at) => ({ ...audience, id: addedId(row, audience.id, at) })))
  prepared.set(row, known)
  return known
}

/** The taxonomy of a world: the built-in sheet unless it was replaced, and those that actions added. */
export function sheetsIn(tx: Tx): Sheet[] {
  const rows = tx.list('audienceSheets', 'all', [])
  return [...(rows[0]?.replacesBuiltIn ? [] : [builtIn]), ...rows.map(preparedOf)]
}

/** The audiences with this id: one, several of different types, or none. */
export const audiencesWithId = (sheets: readonly Sheet[], id: string): Audience[] =>
  sheets.flatMap(({ byId }) => byId.get(id) ?? [])

/** The one audience with this id and type. */
export const audienceOf = (sheets: readonly Sheet[], id: string, type: string): Audience | undefined =>
  audiencesWithId(sheets, id).find((audience) => audience.type === type)
