import type { StudyHeader } from './check-study.ts'
import { intervalOf } from './estimate.ts'
import type { Replication } from './replicate.ts'

/** Maximum replications of a variant whose series are kept: those with the lowest seeds. */
export const BANDS_MAX = 200

/** The replications of a study, by variant and seed. */
export interface StudyCollection {
  readonly header: StudyHeader
  readonly variants: ReadonlyMap<string, Map<number, Replication>>
  /** The seeds of each variant whose series are kept. */
  readonly banded: ReadonlyMap<string, Set<number>>
}

/** Creates a collection without replications. */
export const createStudyCollection = (header: StudyHeader): StudyCollection => ({
  header,
  variants: new Map(header.variants.map(([name]) => [name, new Map()])),
  banded: new Map(header.variants.map(([name]) => [name, new Set()])),
})

/** Adds a replication. The series of few are kept: memory does not grow with them. */
export function addReplication({ variants, banded }: StudyCollection, replication: Replication): void {
  const { variant, seed, series } = replication
  const [all, kept] = [variants.get(variant), banded.get(variant)]
  if (!all || !kept) throw new TypeError(`the study has no variant ${JSON.stringify(variant)}`)
  all.set(seed, replication)
  if (!series) return
  kept.add(seed)
  if (kept.size <= BANDS_MAX) return
  const last = Math.max(...kept)
  kept.delete(last)
  const dropped = all.get(last)
  if (!dropped) return
  const { series: _, ...rest } = dropped
  all.set(last, rest)
}

/** The replications of a variant, by ascending seed. */
export const replicationsOf = ({ variants }: StudyCollection, variant: string): Replication[] =>
  [...(variants.get(variant)?.values() ?? [])].sort((left, right) => left.seed - right.seed)

/** The replications of a variant that ended well, by ascending seed. */
export const measuredOf = (collection: StudyCollection, variant: string) =>
  replicationsOf(collection, variant).flatMap(({ measures, ...rest }) =>
    measures ? [{ ...rest, measures }] : [],
  )

/** How near a study is to one of its goals. */
export interface Reached {
  readonly measure: string
  readonly variant: string
  readonly isReached: boolean
  /** The half width and the one that is enough; null if there is no interval. */
  readonly halfWidth: number | null
  readonly enough: number
}

/** Compares each interval with its goal. */
export function reachedGoals(collection: StudyCollection): Reached[] {
  const { goals, variants, confidence } = collection.header
  return goals.flatMap(({ measure, width, isRelative }) =>
    variants.map(([variant]) => {
      const values = measuredOf(collection, variant).map(({ measures }) => measures[measure] ?? 0)
      const { mean, halfWidth } = intervalOf(values, confidence)
      const enough = isRelative ? width * Math.abs(mean) : width
      // A share of zero is no width: all values may be zero because the event is rare.
      const isReached = halfWidth !== null && halfWidth <= enough && enough > 0
      return { measure, variant, isReached, halfWidth, enough }
    }),
  )
}
