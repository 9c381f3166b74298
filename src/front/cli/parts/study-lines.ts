import { isPlainObject } from '../../../engine/values/plain-object.ts'
import type { StudyHeader } from '../../../simulation/study/check-study.ts'
import {
  addReplication,
  createStudyCollection,
  type StudyCollection,
} from '../../../simulation/study/collection.ts'
import type { Replication } from '../../../simulation/study/replicate.ts'
import { ENGINE } from '../../../world/handle/version.ts'
import { createLineCheck, type JsonLine, readJsonLines } from './json-lines.ts'

/** Lines of one study, merged. */
export interface MergedStudy {
  readonly collection: StudyCollection
  /** The module of the study, as the command that wrote the lines named it. */
  readonly file: string | undefined
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
  readonly isNew: ReturnType<typeof createLineCheck>
}

const isHeader = (value: JsonLine['value']): boolean =>
  typeof value['study'] === 'string' && Array.isArray(value['variants']) && Array.isArray(value['measures'])

function isReplication(value: JsonLine['value']): boolean {
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

function takeReplication(merging: Merging, replication: Replication, line: JsonLine): void {
  const { collection, isNew } = merging
  const { place } = line
  if (!collection) throw new TypeError(`${place} comes before the first line of its study, which names it`)
  const { variant, seed, error, measures } = replication
  const isComplete =
    error !== undefined || collection.header.measures.every((name) => name in (measures ?? {}))
  if (!collection.variants.has(variant) || !isComplete)
    throw new TypeError(`${place} is of another study: it has not the variants or measures of its first line`)
  if (isNew(variant, `seed ${seed}`, line)) addReplication(collection, replication)
}

const ORIGIN = 'line of a study: write it with fauxgraph simulate --out'

/**
 * Merges lines of one study, in any order. A line that is there twice counts once. Throws a TypeError that
 * names the lines if they are of different studies or versions, or disagree.
 */
export function mergeStudyFiles(paths: readonly string[], warn: (text: string) => void): MergedStudy {
  const merging: Merging = {
    ...{ header: undefined, collection: undefined },
    ...{ files: new Set(), isNew: createLineCheck() },
  }
  for (const line of readJsonLines(paths, ORIGIN, warn)) {
    const { value, place } = line
    if (isHeader(value)) takeHeader(merging, value as unknown as StudyHeader, place)
    else if (isReplication(value)) takeReplication(merging, value as unknown as Replication, line)
    else throw new TypeError(`${place} is no ${ORIGIN}`)
  }
  const { collection, files } = merging
  if (!collection) throw new TypeError(`${paths.join(', ')}: there are no lines of a study`)
  return { collection, file: [...files].sort()[0] }
}
