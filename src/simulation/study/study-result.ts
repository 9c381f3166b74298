import { differencesInPairs } from '../../inspector/pairs.ts'
import type { StudyHeader } from './check-study.ts'
import { measuredOf, reachedGoals, replicationsOf, type StudyCollection } from './collection.ts'
import { type Estimate, estimateOf, quantileOf } from './estimate.ts'
import type { CoarseSeries } from './replicate.ts'

/** The median of a series over replications, and the band that holds 90 % of them. */
export interface Band {
  readonly p5: readonly number[]
  readonly p50: readonly number[]
  readonly p95: readonly number[]
}

/** What was measured of one variant. */
export interface VariantResult {
  readonly name: string
  /** The seeds of its replications, in ascending order. */
  readonly seeds: readonly number[]
  readonly measures: Readonly<Record<string, Estimate>>
  /** The value of each measure for each of `seeds`. */
  readonly values: Readonly<Record<string, readonly number[]>>
  /** Left out if nothing was sampled. The bands are those of the first 200 replications. */
  readonly series?: {
    readonly from: number
    readonly every: number
    readonly replications: number
    readonly bands: Readonly<Record<string, Band>>
  }
}

/** How much more a variant has than the first one, in pairs of replications with the same seed. */
export interface DifferenceResult {
  readonly variant: string
  /** The variant that it is compared with. */
  readonly from: string
  /** All half widths of a study hold together with its confidence. */
  readonly measures: Readonly<Record<string, Estimate>>
}

/** The answer of a study, as plain JSON. */
export interface StudyResult extends Pick<StudyHeader, 'study' | 'engine' | 'confidence'> {
  readonly variants: readonly VariantResult[]
  readonly differences: readonly DifferenceResult[]
  /** Replications that an actor ended with an error. */
  readonly failures: readonly { readonly variant: string; readonly seed: number; readonly error: string }[]
  /** Seeds that a variant should have, and has not. */
  readonly missing: readonly { readonly variant: string; readonly seeds: string }[]
  /** Warnings about the numbers, as sentences. */
  readonly notes: readonly string[]
  /** Whether a mean of zero made a relative precision impossible. */
  readonly isImpossible?: true
}

/** The names of all series that counted in a replication of a study. */
function countersOf({ variants }: StudyCollection): ReadonlySet<string> {
  const replications = [...variants.values()].flatMap((all) => [...all.values()])
  return new Set(replications.flatMap(({ series }) => series?.counters ?? []))
}

/** Returns the bands of a variant. A counter is 0 in each replication in which it counted nothing. */
function bandsOf(
  all: readonly { readonly series?: CoarseSeries | undefined }[],
  counters: ReadonlySet<string>,
): VariantResult['series'] {
  const first = all.find(({ series }) => series)?.series
  if (!first) return undefined
  const { from, every } = first
  const same = all.flatMap(({ series }) =>
    series && series.from === from && series.every === every ? [series] : [],
  )
  const names = [...new Set([...counters, ...same.flatMap(({ values }) => Object.keys(values))])].sort()
  if (names.length === 0) return undefined
  const longest = Math.max(...same.map(({ samples }) => samples))
  const bandOf = (name: string): Band => {
    const known = same.flatMap(({ values, samples }) => {
      const own = values[name] ?? (counters.has(name) ? Array.from({ length: samples }, () => 0) : undefined)
      return own ? [own] : []
    })
    const columns = Array.from({ length: longest }, (_, index) =>
      known.flatMap((one) => one[index] ?? []).sort((left, right) => left - right),
    )
    const of = (share: number) => columns.map((column) => quantileOf(column, share))
    return { p5: of(0.05), p50: of(0.5), p95: of(0.95) }
  }
  const bands = names.map((name) => [name, bandOf(name)] as const)
  return { from, every, replications: same.length, bands: Object.fromEntries(bands) }
}

function variantResult(
  collection: StudyCollection,
  name: string,
  counters: ReadonlySet<string>,
): VariantResult {
  const { measures, confidence } = collection.header
  const all = measuredOf(collection, name)
  const values = measures.map((measure) => [measure, all.map((one) => one.measures[measure] ?? 0)] as const)
  const series = bandsOf(all, counters)
  return {
    name,
    seeds: all.map(({ seed }) => seed),
    measures: Object.fromEntries(
      all.length === 0 ? [] : values.map(([measure, list]) => [measure, estimateOf(list, confidence)]),
    ),
    values: Object.fromEntries(values),
    ...(series && { series }),
  }
}

/** The confidence of each of several intervals that hold together, by Bonferroni's inequality. */
const together = (confidence: number, count: number): number => 1 - (1 - confidence) / count

function differenceOf(header: StudyHeader, first: VariantResult, other: VariantResult): DifferenceResult {
  const confidence = together(header.confidence, (header.variants.length - 1) * header.measures.length)
  const measures = header.measures.flatMap((measure) => {
    const { values } = differencesInPairs(measure, first, other)
    return values.length === 0 ? [] : [[measure, estimateOf(values, confidence)] as const]
  })
  return { variant: other.name, from: first.name, measures: Object.fromEntries(measures) }
}

/** Writes ascending numbers as ranges, such as `3, 7..9`. */
export function rangesOf(numbers: readonly number[]): string {
  const ranges: [first: number, last: number][] = []
  for (const one of numbers) {
    const range = ranges.at(-1)
    if (range && one === range[1] + 1) range[1] = one
    else ranges.push([one, one])
  }
  return ranges.map(([first, last]) => (first === last ? `${first}` : `${first}..${last}`)).join(', ')
}

/** The seeds that each variant should have and has not. */
function missingOf({ header, variants }: StudyCollection): StudyResult['missing'] {
  const known = [...variants.values()].flatMap((all) => [...all.keys()])
  const last = known.reduce((most, seed) => Math.max(most, seed), 0)
  const [from, to] = header.seeds ?? [1, last]
  return [...variants].flatMap(([variant, all]) => {
    const missing: number[] = []
    for (let seed = from; seed <= to; seed++) if (!all.has(seed)) missing.push(seed)
    return missing.length === 0 ? [] : [{ variant, seeds: rangesOf(missing) }]
  })
}

/** Writes a number with three digits. */
const short = (value: number | null): string =>
  value === null ? 'unknown' : String(Number(value.toPrecision(3)))

function notesOf(collection: StudyCollection, results: readonly VariantResult[]): string[] {
  const single = results.filter(({ seeds }) => seeds.length === 1).map(({ name }) => `"${name}"`)
  const goals = reachedGoals(collection).filter(({ isReached }) => !isReached)
  const measured = results.filter(({ seeds }) => seeds.length > 0)
  const unseen = (collection.header.series ?? []).filter(
    (name) => measured.length > 0 && measured.every(({ series }) => !series || !(name in series.bands)),
  )
  return [
    ...unseen.map(
      (name) =>
        `No replication has the series "${name}": the name may be wrong, a counter may have counted ` +
        'nothing, or simulate lacks the option sample',
    ),
    ...(single.length > 0
      ? [`One replication has no interval (${single.join(', ')}): run two or more, better ten`]
      : []),
    ...goals.map(({ measure, variant, halfWidth, enough }) =>
      enough === 0
        ? `The mean of "${measure}" is 0 for "${variant}": no half width is a share of 0. Set an absolute ` +
          'precision such as 0.5, or run more replications'
        : `"${measure}" is not precise enough for "${variant}": its half width is ${short(halfWidth)}, ` +
          `and ${short(enough)} would be enough. Run more replications`,
    ),
  ]
}

/** Returns the answer of a study. It depends on the replications alone, and not on their order. */
export function resultOfStudy(collection: StudyCollection): StudyResult {
  const { header } = collection
  const { study, engine, confidence } = header
  const counters = countersOf(collection)
  const results = header.variants.map(([name]) => variantResult(collection, name, counters))
  const [first, ...others] = results
  const failures = header.variants.flatMap(([name]) =>
    replicationsOf(collection, name).flatMap(({ variant, seed, error }) =>
      error === undefined ? [] : [{ variant, seed, error }],
    ),
  )
  const isImpossible = reachedGoals(collection).some(({ isReached, enough }) => !isReached && enough === 0)
  return {
    ...{ study, engine, confidence },
    variants: results,
    differences: first ? others.map((other) => differenceOf(header, first, other)) : [],
    failures,
    missing: missingOf(collection),
    notes: notesOf(collection, results),
    ...(isImpossible && { isImpossible }),
  }
}
