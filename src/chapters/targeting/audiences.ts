import type { Tx } from '../../service/routes/context.ts'
import { finderOf } from '../../service/values/text-search.ts'
import type { AudienceSheetRow } from '../rows.ts'
import { compareAudiences, isListedFor, type TargetingAudience, wordsIn } from './audience.ts'
import { type AudienceType, builtInAudiences } from './built-in-audiences.ts'
import { foldText } from './letters.ts'

/** The most audiences of one row: the last three digits of a generated id are a place in the row. */
export const ROW_AUDIENCES_MAX = 1_000

/** The id of an added audience: the given one, or one that is made of the row's id and the place in it. */
export const addedId = (row: AudienceSheetRow, given: string | null, at: number): string =>
  given ?? `${row.id}${String(at).padStart(3, '0')}`

const audiencesIn = (row: AudienceSheetRow): TargetingAudience[] =>
  row.audiences.map((audience, index) => ({ ...audience, id: addedId(row, audience.id, index) }))

let builtIn: readonly TargetingAudience[] | undefined

/** The audiences up to a row. Rows never change, and go all at once: the last identifies those before it. */
const audiencesTo = new WeakMap<AudienceSheetRow, readonly TargetingAudience[]>()

/** Returns the audiences of a world, the largest first: the built-in ones unless replaced, and the added. */
export function audiencesOf(tx: Tx): readonly TargetingAudience[] {
  builtIn ??= builtInAudiences.toSorted(compareAudiences)
  const [last] = tx.list('audienceSheets', 'all', [], { newestFirst: true, limit: 1 })
  if (!last) return builtIn
  const known = audiencesTo.get(last)
  if (known) return known
  const rows = tx.list('audienceSheets', 'all', [])
  const before = rows[0]?.replacesBuiltIn ? [] : builtIn
  const audiences = [...before, ...rows.flatMap(audiencesIn)].sort(compareAudiences)
  audiencesTo.set(last, audiences)
  return audiences
}

const byIds = new WeakMap<readonly TargetingAudience[], Map<string, TargetingAudience[]>>()

/** Returns the audiences with this id. Audiences of different types may share one id. */
export function audiencesWithId(
  audiences: readonly TargetingAudience[],
  id: string,
): readonly TargetingAudience[] {
  let byId = byIds.get(audiences)
  if (!byId) {
    byId = new Map()
    for (const audience of audiences) byId.set(audience.id, [...(byId.get(audience.id) ?? []), audience])
    byIds.set(audiences, byId)
  }
  return byId.get(id) ?? []
}

/** Returns the audience with this id and type. */
export const findAudience = (
  audiences: readonly TargetingAudience[],
  id: string,
  type: string,
): TargetingAudience | undefined => audiencesWithId(audiences, id).find((audience) => audience.type === type)

/** Returns a function that finds the largest interest with a name of the list. `spelled` compares names. */
export function interestsNamed(
  audiences: readonly TargetingAudience[],
  names: readonly string[],
  locale: string,
  spelled: (name: string) => string,
): (name: string) => TargetingAudience | undefined {
  const byName = new Map<string, TargetingAudience>()
  for (const audience of names.length > 0 ? audiences : []) {
    const name = spelled(wordsIn(audience, locale).name)
    if (audience.type === 'interests' && !byName.has(name)) byName.set(name, audience)
  }
  return (name) => byName.get(spelled(name))
}

const foldedWords = new WeakMap<object, readonly string[]>()

/** Returns the folded name and the folded parts of the path, in one language. */
function foldedIn(audience: TargetingAudience, locale: string): readonly string[] {
  const words = wordsIn(audience, locale)
  const folded = foldedWords.get(words) ?? [words.name, ...words.path].map(foldText)
  foldedWords.set(words, folded)
  return folded
}

/** The text and the filters of a search. */
interface AudienceSearch {
  readonly text: string
  readonly locale: string
  readonly limitType: AudienceType | undefined
  readonly limit: number
}

/**
 * Finds audiences by name or path: those with the whole name first, then those that begin with the text, then
 * those that contain it; of each rank the largest first, then by id (SIL-135).
 */
export function searchAudiences(
  tx: Tx,
  { text, locale, limitType, limit }: AudienceSearch,
): TargetingAudience[] {
  const sought = foldText(text)
  const find = finderOf(sought)
  const [exact, prefix, part]: [TargetingAudience[], TargetingAudience[], TargetingAudience[]] = [[], [], []]
  for (const audience of sought === '' ? [] : audiencesOf(tx)) {
    const words = foldedIn(audience, locale)
    const [name = ''] = words
    const places = words.map(find)
    if (places.every((place) => place < 0) || !isListedFor(audience, limitType)) continue
    if (name === sought) exact.push(audience)
    else if (places[0] === 0) prefix.push(audience)
    else part.push(audience)
  }
  return [...exact, ...prefix, ...part].slice(0, limit)
}

/**
 * Returns the whole taxonomy, the largest audience first, without those that only a search finds (TGT-035).
 */
export const browseAudiences = (tx: Tx, limitType: AudienceType | undefined): TargetingAudience[] =>
  audiencesOf(tx).filter((audience) => audience.browsable && isListedFor(audience, limitType))

/** An entry of `targeting_list`: type and id together identify one audience. */
export interface TargetingEntry {
  readonly type: string
  readonly id: string
}

/** The parameters of suggestions. */
interface SuggestionParams {
  readonly targetingList: readonly TargetingEntry[]
  readonly limitType: AudienceType | undefined
  readonly limit: number
}

const keyOf = ({ type, id }: TargetingEntry): string => `${type}/${id}`

/** Returns each prefix of a path as one text, the shortest first. */
const pathPrefixes = (path: readonly string[]): string[] =>
  path.map((_, index) => JSON.stringify(path.slice(0, index + 1)))

/**
 * Suggests audiences whose path shares a prefix with an audience of the list: the longest shared prefix
 * first, then the largest, then by id (SIL-135). It does not suggest audiences of the list, and ignores
 * unknown entries.
 */
export function suggestAudiences(
  tx: Tx,
  { targetingList, limitType, limit }: SuggestionParams,
): TargetingAudience[] {
  const audiences = audiencesOf(tx)
  const listed = new Set(targetingList.map(keyOf))
  const paths = targetingList.map(({ id, type }) => findAudience(audiences, id, type)?.path ?? [])
  const sought = new Set(paths.flatMap(pathPrefixes))
  const suggested = audiences
    .filter((audience) => isListedFor(audience, limitType) && !listed.has(keyOf(audience)))
    .map((audience) => ({
      audience,
      shared: pathPrefixes(audience.path).filter((prefix) => sought.has(prefix)).length,
    }))
    .filter(({ shared }) => shared > 0)
    .sort((one, other) => other.shared - one.shared)
  return suggested.slice(0, limit).map(({ audience }) => audience)
}
