import { built } from '../../../engine/schema/deferred-schema.ts'
import { z } from '../../../engine/schema/zod.ts'
import { type AnyRow, ordinals } from '../../../engine/store/table.ts'
import type { Json } from '../../../engine/values/guard.ts'
import { handleOf } from '../../../world/handles.ts'
import type { World } from '../../../world/world.ts'
import type { Run } from '../../run/run.ts'
import { rowsOf } from '../../run/targets.ts'

/** The end of a run, with names in place of the ids that it gave, so that two runs can be compared. */
export interface Ending {
  /** The values that the code under test holds, by mirror: each as canonical text. */
  readonly mirrors: Readonly<Record<string, readonly string[]>>
  /** The same entries in the same order, with the ids of this run. */
  readonly raw: Ending['mirrors']
  /** The contents of the rows that the code under test made. */
  readonly made: readonly string[]
  /** Finds the texts of the rows below the row with a text of `made`, such as the comments of a post. */
  readonly below: (text: string) => readonly string[]
  /** The contents of the rows that were there before, or that facts made, by id or name. */
  readonly known: ReadonlyMap<string, string>
  /** The names of facts that are visible, and the ids of the rows that were there before and still are. */
  readonly visible: ReadonlySet<string>
  /** The tables of such rows that the code under test removed, by name or id. */
  readonly removed: ReadonlyMap<string, string>
  /** Rows that were made and then left: unpublished photos that no post shows. */
  readonly leftBehind: readonly string[]
}

/** Tables that calls change without anybody seeing it: rights, tokens, and work in progress. */
const unseen = new Set([
  'tokens',
  'authorizationCodes',
  'consents',
  'asyncBatches',
  'asyncRequests',
  'mediaContainers',
  'webhooks',
  'installations',
  'users',
  'apps',
])

/** Columns that differ between runs although nothing else does. */
const volatile = /(Time|At|On|Rank)$|^(day|token|secret|order|version)$/

const ID = /\d{15,}/g
const ID_LENGTH = 15

/** The names of rows that a run made, and the id of its first row. */
interface Names {
  readonly labels: ReadonlyMap<number, string>
  readonly firstId: number
}

/** Replaces the ids in a text by names, and other ids from `firstId` on by `made`. */
export function replaceIds(text: string, { labels, firstId }: Names): string {
  if (text.length < ID_LENGTH || (labels.size === 0 && firstId === Number.POSITIVE_INFINITY)) return text
  return text.replace(ID, (digits) => {
    const id = Number(digits)
    return labels.get(id) ?? (id >= firstId ? 'made' : digits)
  })
}

/**
 * A value as text that is equal for equal values, with names in place of ids. It is JSON, in which all ids
 * are texts. Two members whose names are ids may get one name, such as `made`: the text has both.
 */
function canonicalText(value: unknown, names: Names): string {
  if (typeof value === 'number' && value >= 1e14) return canonicalText(String(value), names)
  if (typeof value === 'string') return JSON.stringify(replaceIds(value, names))
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map((item) => canonicalText(item, names)).join()}]`
  return canonicalObject(Object.entries(value), names)
}

function canonicalObject(
  members: readonly (readonly [name: string, value: unknown])[],
  names: Names,
): string {
  const texts: string[] = []
  for (const [name, member] of members)
    if (member !== undefined) texts.push(`${canonicalText(name, names)}:${canonicalText(member, names)}`)
  return `{${texts.sort().join()}}`
}

/** The columns of a table of an area that follow from the order of what happens. */
function ordinalsOf(world: World, table: string): ReadonlySet<string> {
  const shape = table.includes('.') && built(handleOf(world).registry.tables[table]?.row ?? z.never())
  if (!(shape instanceof z.ZodObject)) return new Set()
  const isOrdinal = (column: unknown): boolean =>
    column instanceof z.ZodOptional
      ? isOrdinal(column.unwrap())
      : column instanceof z.ZodNumber && ordinals.has(column)
  return new Set(Object.keys(shape.shape).filter((name) => isOrdinal(shape.shape[name])))
}

/** The content of a row without what differs between equal runs. */
function contentOf(row: AnyRow, names: Names & Pick<Run, 'world'>): string {
  const ofOrder = ordinalsOf(names.world, row.kind)
  const columns = Object.entries(row).filter(
    ([name, value]) =>
      name !== 'id' && !(volatile.test(name) && typeof value !== 'boolean') && !ofOrder.has(name),
  )
  return canonicalObject(columns, names)
}

function isLeftBehind(row: AnyRow): boolean {
  if (row.kind !== 'photos') return false
  const isPublished = !('published' in row) || row.published === true
  return !isPublished && !('posts' in row && Array.isArray(row.posts) && row.posts.length > 0)
}

/** The tables of the rows that calls removed, by name or id, as far as another run has the same rows. */
const removedBy = ({ removed, labels, firstId }: Run): Map<string, string> =>
  new Map(
    [...removed]
      .filter(([id, kind]) => (id < firstId || labels.has(id)) && !unseen.has(kind) && kind !== 'tasks')
      .map(([id, kind]) => [labels.get(id) ?? String(id), kind]),
  )

/** What mirrors hold, by their names. */
export type Mirrors = Readonly<Record<string, readonly Json[]>>

/** Returns what the mirrors hold, each entry as canonical text. */
export const mirroredIn = (names: Names, mirrors: Mirrors): Ending['mirrors'] =>
  Object.fromEntries(
    Object.entries(mirrors).map(([name, values]) => [
      name,
      values.map((value) => canonicalText(value, names)),
    ]),
  )

/** A row that the code under test made, and its text. */
interface MadeRow {
  readonly row: AnyRow
  readonly text: string
}

/**
 * Finds the made rows that name another one in columns of their own, and what is below them in turn. A photo
 * that names its post in two columns is below it once.
 */
export function belowEach(rows: readonly MadeRow[]): Map<string, readonly string[]> {
  const ids = new Set(rows.map(({ row }) => row.id))
  const children = new Map<number, MadeRow[]>()
  for (const made of rows)
    for (const owner of new Set(Object.values(made.row).flat().map(Number))) {
      if (owner === made.row.id || !ids.has(owner)) continue
      children.set(owner, [...(children.get(owner) ?? []), made])
    }
  const textsBelow = (id: number, above: ReadonlySet<number>): string[] =>
    (children.get(id) ?? [])
      .filter(({ row }) => !above.has(row.id))
      .flatMap(({ row, text }) => [text, ...textsBelow(row.id, new Set([...above, row.id]))])
  return new Map(rows.map(({ row, text }) => [text, textsBelow(row.id, new Set([row.id]))]))
}

/** Describes how a run ended. `base` is the world in which it began. */
export function endingOf(run: Run, base: World, mirrors: Mirrors): Ending {
  const { firstId } = run
  const made: MadeRow[] = []
  const leftBehind: string[] = []
  const known = new Map<string, string>()
  const visible = new Set<string>()
  // Few runs ask for them.
  let belowByText: ReturnType<typeof belowEach> | undefined
  for (const row of rowsOf(run.world)) {
    const label = run.labels.get(row.id)
    if (label !== undefined || row.id < firstId) visible.add(label ?? String(row.id))
    if (unseen.has(row.kind) || row.kind === 'tasks') continue
    const isNew = row.id >= firstId && label === undefined
    if (!isNew && base.state.graph.rows.get(row.id) === row) continue
    const content = contentOf(row, run)
    if (!isNew) known.set(label ?? String(row.id), content)
    else if (isLeftBehind(row)) leftBehind.push(content)
    else made.push({ row, text: content })
  }
  return {
    mirrors: mirroredIn(run, mirrors),
    raw: mirroredIn({ labels: new Map(), firstId: Number.POSITIVE_INFINITY }, mirrors),
    made: made.map(({ text }) => text),
    below(text) {
      belowByText ??= belowEach(made)
      return belowByText.get(text) ?? []
    },
    known,
    visible,
    removed: removedBy(run),
    leftBehind,
  }
}
