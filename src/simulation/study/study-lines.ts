import { isPlainObject } from '../../engine/values/plain-object.ts'
import { ENGINE } from '../../world/handle/version.ts'
import type { StudyHeader } from './check-study.ts'
import { addReplication, createStudyCollection, type StudyCollection } from './collection.ts'
import type { Replication } from './replicate.ts'

/** The text of a file of lines, with its name. */
export interface StudyFile {
  readonly path: string
  readonly text: string
}

/** Lines of one study, and what a reader must know of the files. */
export interface MergedStudy {
  readonly collection: StudyCollection
  /** The module of the study, as the command that wrote the lines named it. */
  readonly file: string | undefined
  readonly warnings: readonly string[]
}

/** Returns the first line of a file: what its study is, and the module that exports it. */
export const headerLine = (header: StudyHeader, file: string): string =>
  `${JSON.stringify({ ...header, file })}\n`

export const replicationLine = (replication: Replication): string => `${JSON.stringify(replication)}\n`

/** Lines that are being merged. */
interface Merging {
  header: { readonly text: string; readonly place: string } | undefined
  collection: StudyCollection | undefined
  /** The modules that headers name: machines may have it in different places. */
  readonly files: Set<string>
  /** The text of each replication, and the place of its line. */
  readonly seen: Map<string, { readonly text: string; readonly place: string }>
  readonly warnings: string[]
}

const isHeader = (value: Record<string, unknown>): boolean =>
  typeof value['study'] === 'string' && Array.isArray(value['variants']) && Array.isArray(value['measures'])

function isReplication(value: Record<string, unknown>): boolean {
  const { variant, seed, measures, error } = value
  const isNamed = typeof variant === 'string' && Number.isSafeInteger(seed)
  const isMeasured = isPlainObject(measures) && Object.values(measures).every(Number.isFinite)
  return isNamed && (isMeasured || typeof error === 'string')
}

/** Takes a header: all files have the same one. */
function takeHeader(
  merging: Merging,
  { file, ...header }: StudyHeader & { readonly file?: unknown },
  place: string,
): void {
  const text = JSON.stringify(header)
  if (typeof file === 'string') merging.files.add(file)
  if (header.engine !== ENGINE)
    throw new TypeError(
      `${place} is of version ${header.engine} of fauxgraph, and this is ${ENGINE}: run its seeds again`,
    )
  const known = merging.header
  if (known && known.text !== text)
    throw new TypeError(
      `${place} is of another study than ${known.place}: merge lines of one study, whose variants, ` +
        `measures and seeds are the same: ${known.text} and ${text}`,
    )
  merging.header ??= { text, place }
  merging.collection ??= createStudyCollection(header)
}

function takeLine(merging: Merging, replication: Replication, text: string, place: string): void {
  const { collection, seen } = merging
  if (!collection) throw new TypeError(`${place} comes before the first line of its study, which names it`)
  const { variant, seed, error, measures } = replication
  const isComplete =
    error !== undefined || collection.header.measures.every((name) => name in (measures ?? {}))
  if (!collection.variants.has(variant) || !isComplete)
    throw new TypeError(`${place} is of another study: it has not the variants or measures of its first line`)
  const key = JSON.stringify([variant, seed])
  const before = seen.get(key)
  if (before && before.text !== text)
    throw new TypeError(
      `${before.place} and ${place} disagree about "${variant}", seed ${seed}: one of them is of changed ` +
        'code. Leave out the file that is wrong',
    )
  if (before) return
  seen.set(key, { text, place })
  addReplication(collection, replication)
}

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isPlainObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

function takeText(merging: Merging, { path, text }: StudyFile): void {
  const lines = text.split('\n')
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue
    const place = `${path}:${index + 1}`
    const value = parsed(line)
    if (value && isHeader(value)) takeHeader(merging, value as unknown as StudyHeader, place)
    else if (value && isReplication(value)) takeLine(merging, value as unknown as Replication, line, place)
    else if (!value && index === lines.length - 1)
      merging.warnings.push(`${place} is cut and was left out: the other lines count`)
    else throw new TypeError(`${place} is no line of a study: write it with fauxgraph simulate --out`)
  }
}

/**
 * Merges lines of one study, in any order. A line that is there twice counts once. Throws a TypeError that
 * names the lines if they are of different studies or versions, or disagree.
 */
export function mergeStudyFiles(files: readonly StudyFile[]): MergedStudy {
  const merging: Merging = {
    ...{ header: undefined, collection: undefined },
    ...{ files: new Set(), seen: new Map(), warnings: [] },
  }
  for (const file of files) takeText(merging, file)
  const { collection, warnings } = merging
  if (!collection)
    throw new TypeError(`${files.map(({ path }) => path).join(', ')}: there are no lines of a study`)
  return { collection, file: [...merging.files].sort()[0], warnings }
}
