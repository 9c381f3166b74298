import type { Tx } from '../../graph/routes/context.ts'
import { caseless } from '../../graph/values/letter-case.ts'
import type { AudienceSheetRow } from '../rows.ts'
import { compareAudiences, type TargetingAudience, wordsIn } from './audience.ts'
import { type AudienceIndex, audienceIndexOf } from './audience-index.ts'
import { builtInAudiences } from './built-in-audiences.ts'

/** Returns each prefix of a path as one text, the shortest first. */
export const pathPrefixes = (path: readonly string[]): string[] =>
  path.map((_, index) => JSON.stringify(path.slice(0, index + 1)))

/** The audiences of one category, with the prefixes of its path. */
interface Category {
  readonly prefixes: readonly string[]
  readonly audiences: readonly TargetingAudience[]
}

/** A block of audiences, prepared for searches. Every list has the largest audience first. */
export interface AudienceBlock {
  readonly audiences: readonly TargetingAudience[]
  readonly byId: ReadonlyMap<string, readonly TargetingAudience[]>
  readonly categories: readonly Category[]
  readonly index: (locale: string) => AudienceIndex
  /** Interests by their name in lower case. */
  readonly interests: (locale: string) => ReadonlyMap<string, TargetingAudience>
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return groups
}

/** Caches a value for each locale. All locales without translations share one value. */
function cacheByLocale<T>(
  audiences: readonly TargetingAudience[],
  make: (locale: string) => T,
): (locale: string) => T {
  const translated = new Set(
    audiences.flatMap(({ translations }) => translations.map(({ locale }) => locale)),
  )
  const cache = new Map<string, T>()
  return (requested) => {
    const locale = translated.has(requested) ? requested : ''
    const value = cache.get(locale) ?? make(locale)
    cache.set(locale, value)
    return value
  }
}

function interestsByName(
  audiences: readonly TargetingAudience[],
  locale: string,
): Map<string, TargetingAudience> {
  const byName = new Map<string, TargetingAudience>()
  for (const audience of audiences) {
    const name = caseless(wordsIn(audience, locale).name)
    if (audience.type === 'interests' && !byName.has(name)) byName.set(name, audience)
  }
  return byName
}

function prepareBlock(unsorted: readonly TargetingAudience[]): AudienceBlock {
  const audiences = [...unsorted].sort(compareAudiences)
  const categories = groupBy(audiences, ({ path }) => JSON.stringify(path))
  return {
    audiences,
    byId: groupBy(audiences, ({ id }) => id),
    categories: [...categories.values()].map((members) => ({
      prefixes: pathPrefixes(members[0]?.path ?? []),
      audiences: members,
    })),
    index: cacheByLocale(audiences, (locale) => audienceIndexOf(audiences, locale)),
    interests: cacheByLocale(audiences, (locale) => interestsByName(audiences, locale)),
  }
}

let preparedBuiltIn: AudienceBlock | undefined

/** The built-in audiences, prepared at the first search: an import does not wait for them. */
function builtInBlock(): AudienceBlock {
  preparedBuiltIn ??= prepareBlock(builtInAudiences)
  return preparedBuiltIn
}

/** The most audiences of one row: the last three digits of a generated id are a place in the row. */
export const ROW_AUDIENCES_MAX = 1_000

/** The id of an added audience: the given one, or one that is made of the row's id and the place in it. */
export const addedId = (row: AudienceSheetRow, given: string | null, at: number): string =>
  given ?? `${row.id}${String(at).padStart(3, '0')}`

const audiencesOf = (row: AudienceSheetRow): TargetingAudience[] =>
  row.audiences.map((audience, index) => ({ ...audience, id: addedId(row, audience.id, index) }))

/**
 * Caches a value for a range of rows. Rows never change, and new rows follow the old ones: the first and the
 * last row identify the range.
 */
function cacheByRange<T>(): (first: AudienceSheetRow, last: AudienceSheetRow, make: () => T) => T {
  const byFirst = new WeakMap<AudienceSheetRow, WeakMap<AudienceSheetRow, T>>()
  return (first, last, make) => {
    const byLast = byFirst.get(first) ?? new WeakMap<AudienceSheetRow, T>()
    const value = byLast.get(last) ?? make()
    byFirst.set(first, byLast.set(last, value))
    return value
  }
}

const cachedBlock = cacheByRange<AudienceBlock>()
const cachedTaxonomy = cacheByRange<readonly AudienceBlock[]>()

/**
 * Divides rows into blocks whose sizes are powers of two, the largest first. A hundred rows are three blocks,
 * and few blocks are prepared again when a row is added.
 */
function addedBlocks(rows: readonly AudienceSheetRow[]): AudienceBlock[] {
  const block = rows.slice(0, 1 << (31 - Math.clz32(rows.length)))
  const [first, last] = [block[0], block.at(-1)]
  if (!first || !last) return []
  const prepared = cachedBlock(first, last, () => prepareBlock(block.flatMap(audiencesOf)))
  return [prepared, ...addedBlocks(rows.slice(block.length))]
}

/** Returns the taxonomy of a world: the built-in block unless it was replaced, and the added blocks. */
export function audienceBlocks(tx: Tx): readonly AudienceBlock[] {
  const first = tx.first('audienceSheets', 'all', [])
  const [last] = tx.list('audienceSheets', 'all', [], { newestFirst: true, limit: 1 })
  if (!first || !last) return [builtInBlock()]
  return cachedTaxonomy(first, last, () => {
    const added = addedBlocks(tx.list('audienceSheets', 'all', []))
    return first.replacesBuiltIn ? added : [builtInBlock(), ...added]
  })
}

/** Returns the audiences with this id. Audiences of different types may share one id. */
export const audiencesWithId = (blocks: readonly AudienceBlock[], id: string): TargetingAudience[] =>
  blocks.flatMap(({ byId }) => byId.get(id) ?? [])

/** Returns the audience with this id and type. */
export const findAudience = (
  blocks: readonly AudienceBlock[],
  id: string,
  type: string,
): TargetingAudience | undefined => audiencesWithId(blocks, id).find((audience) => audience.type === type)
