import { z } from '../../../engine/schema/zod.ts'
import { jsonBeginning } from '../../../engine/values/excerpt.ts'
import type { StudyHeader } from '../../../simulation/study/check-study.ts'
import {
  addReplication,
  createStudyCollection,
  type StudyCollection,
} from '../../../simulation/study/collection.ts'
import type { Replication } from '../../../simulation/study/replicate.ts'
import { ENGINE } from '../../../world/handle/version.ts'
import { createLineCheck, type JsonLine, lineBy, readJsonLines } from './json-lines.ts'

const ORIGIN = 'line of a study: write it with fauxgraph simulate --out'

const seed = z.number().int().min(1)

/** The first line of a file: what its study is, and the module that exports it. */
const Header = z.object({
  study: z.string(),
  engine: z.string(),
  variants: z.array(z.tuple([z.string(), z.string()])),
  measures: z.array(z.string()),
  confidence: z.number(),
  goals: z.array(z.object({ measure: z.string(), width: z.number(), isRelative: z.boolean() })),
  series: z.union([z.array(z.string()), z.null()]),
  seeds: z.union([z.tuple([seed, seed]), z.null()]),
  file: z.string().optional(),
}) satisfies z.ZodType<StudyHeader>

const ReplicationLine = z.union([
  z.object({ variant: z.string(), seed, error: z.string() }),
  z.object({
    variant: z.string(),
    seed,
    measures: z.record(z.string(), z.number()),
    series: z
      .object({
        from: z.number(),
        every: z.number(),
        samples: z.number(),
        counters: z.array(z.string()),
        values: z.record(z.string(), z.array(z.number())),
      })
      .exactOptional(),
  }),
]) satisfies z.ZodType<Replication>

/** Lines that are being merged. */
interface Merging {
  /** The replications, and the place of the first header. */
  known: { readonly collection: StudyCollection; readonly place: string } | undefined
  /** The modules that headers name: machines may have it in different places. */
  readonly files: Set<string>
  readonly isNew: ReturnType<typeof createLineCheck>
}

/** Throws a TypeError if two files have parts of two ranges of seeds. */
function checkSeeds(
  place: string,
  seeds: StudyHeader['seeds'],
  before: string,
  others: StudyHeader['seeds'],
): void {
  if (!seeds || !others || seeds.join() === others.join()) return
  const all = [...seeds, ...others]
  throw new TypeError(
    `${place} is of the seeds ${seeds.join('..')}, and ${before} of ${others.join('..')}. Only shards of ` +
      'one range of seeds are merged: run each with the same --seeds and another --shard, such as ' +
      `--seeds ${Math.min(...all)}..${Math.max(...all)} --shard 1/2`,
  )
}

/** Takes a header: all files have the same one. */
function takeHeader(merging: Merging, line: JsonLine): void {
  const { place } = line
  const { engine } = line.value
  if (typeof engine === 'string' && engine !== ENGINE)
    throw new TypeError(
      `${place} is of version ${engine} of fauxgraph, and this is ${ENGINE}: run its seeds again`,
    )
  const { file, ...header } = lineBy(Header, line, ORIGIN)
  if (file !== undefined) merging.files.add(file)
  merging.known ??= { collection: createStudyCollection(header), place }
  const { collection, place: before } = merging.known
  for (const name of Object.keys(collection.header)) {
    const [own, other] = [header, collection.header].map((one): unknown => Reflect.get(one, name))
    if (JSON.stringify(own) === JSON.stringify(other)) continue
    checkSeeds(place, header.seeds, before, collection.header.seeds)
    throw new TypeError(
      `${place} is of another study than ${before}: its ${name} is ${jsonBeginning(own, 300)}, and there ` +
        `it is ${jsonBeginning(other, 300)}. Merge lines of one study, with the same variants and seeds`,
    )
  }
}

function takeReplication({ known, isNew }: Merging, line: JsonLine): void {
  const { place } = line
  const replication: Replication = lineBy(ReplicationLine, line, ORIGIN)
  if (!known) throw new TypeError(`${place} comes before the first line of its study, which names it`)
  const { collection } = known
  const { variant, error, measures } = replication
  const isComplete =
    error !== undefined || collection.header.measures.every((name) => name in (measures ?? {}))
  if (!collection.variants.has(variant) || !isComplete)
    throw new TypeError(`${place} is of another study: it has not the variants or measures of its first line`)
  if (isNew(variant, `seed ${replication.seed}`, line)) addReplication(collection, replication)
}

/**
 * Merges lines of one study, in any order. A line that is there twice counts once. Throws a TypeError that
 * names the lines if they are of different studies or versions, or disagree.
 */
export function mergeStudyFiles(paths: readonly string[], warn: (text: string) => void) {
  const merging: Merging = { known: undefined, files: new Set(), isNew: createLineCheck() }
  for (const line of readJsonLines(paths, ORIGIN, warn)) {
    if ('study' in line.value) takeHeader(merging, line)
    else takeReplication(merging, line)
  }
  const { known, files } = merging
  if (!known) throw new TypeError(`${paths.join(', ')}: there are no lines of a study`)
  return { collection: known.collection, file: [...files].sort()[0] }
}
