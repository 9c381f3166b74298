import { type StudyPlan, studyPlan } from './check-study.ts'
import { addReplication, createStudyCollection, reachedGoals, type StudyCollection } from './collection.ts'
import { baselineOf, type Replication, replicate } from './replicate.ts'
import type { StudyOptions } from './study-options.ts'
import { resultOfStudy, type StudyResult } from './study-result.ts'

/** One replication that is to be run. */
export type ReplicationTask = Pick<Replication, 'variant' | 'seed'>

/** Returns the replications that a plan may need: those of one seed before those of the next. */
export function* tasksOfPlan(
  { header }: StudyPlan,
  seeds: Iterable<number>,
): Generator<ReplicationTask, void, undefined> {
  for (const seed of seeds) for (const [variant] of header.variants) yield { variant, seed }
}

/** The seeds of a plan, from the first to the last that it may need. */
export function* seedsOfPlan({ header: { seeds }, most }: StudyPlan): Generator<number, void, undefined> {
  const [first, last] = seeds ?? [1, most]
  for (let seed = first; seed <= last; seed++) yield seed
}

/**
 * Takes replications in the order of `tasksOfPlan`. Returns whether they are enough: it is asked after the
 * last variant of each seed, so that the answer does not depend on who ran them.
 */
export function takeReplication(
  { header, least }: StudyPlan,
  collection: StudyCollection,
  replication: Replication,
): boolean {
  addReplication(collection, replication)
  const [last] = header.variants.at(-1) ?? []
  if (header.goals.length === 0 || replication.variant !== last) return false
  if ((collection.variants.get(last)?.size ?? 0) < least) return false
  return reachedGoals(collection).every(({ isReached }) => isReached)
}

/**
 * Runs the replications of a study in this process, one after the other, and returns their intervals, the
 * differences between variants, and the bands of series. The same study gives the same result to the last
 * byte.
 *
 * Throws a TypeError if an option or a measure is wrong, and an Error if an actor throws and `keepGoing` is
 * not set: both name the variant and the seed.
 */
export function study<Base, Variant, Measure extends string>(
  options: StudyOptions<Base, Variant, Measure>,
): StudyResult {
  const plan = studyPlan(options)
  const collection = createStudyCollection(plan.header)
  const base = baselineOf(plan)
  for (const { variant, seed } of tasksOfPlan(plan, seedsOfPlan(plan))) {
    const replication = replicate(plan, base, variant, seed)
    if (replication.error !== undefined && !options.keepGoing)
      throw new Error(`"${variant}", seed ${seed}: ${replication.error}`)
    if (takeReplication(plan, collection, replication)) break
  }
  return resultOfStudy(collection)
}
