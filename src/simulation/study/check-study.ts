import { jsonBeginning } from '../../engine/values/excerpt.ts'
import { didYouMean } from '../../service/values/nearest.ts'
import { shown } from '../../service/values/scalars.ts'
import { checkNames } from '../../world/handle/known-names.ts'
import { ENGINE } from '../../world/handle/version.ts'
import type { Replications, StudyOptions } from './study-options.ts'

/** The half width that a measure must reach: absolute, or a share of the mean. */
export interface Goal {
  readonly measure: string
  readonly width: number
  readonly isRelative: boolean
}

/** What the lines of a study have in common: lines with another header are of another study. */
export interface StudyHeader {
  readonly study: string
  readonly engine: string
  /** The names of the variants, in their order, and the beginning of each as JSON. */
  readonly variants: readonly (readonly [name: string, value: string])[]
  readonly measures: readonly string[]
  readonly confidence: number
  readonly goals: readonly Goal[]
  /** The names of the series that get bands; null if all do. */
  readonly series: readonly string[] | null
  /** The first and the last seed of all shards; null if precision decides. */
  readonly seeds: readonly [first: number, last: number] | null
}

/** Seeds in a row, both ends included. */
export type SeedRange = NonNullable<StudyHeader['seeds']>

/** A checked study. */
export interface StudyPlan {
  readonly options: StudyOptions
  readonly header: StudyHeader
  /** The least and the greatest number of replications: equal if it is fixed. */
  readonly least: number
  readonly most: number
}

const names = Object.keys({
  name: true,
  variants: true,
  baseline: true,
  simulation: true,
  measures: true,
  warmUp: true,
  replications: true,
  confidence: true,
  series: true,
  keepGoing: true,
} satisfies Record<keyof StudyOptions, true>)

const VARIANTS_MAX = 200
const MEASURES_MAX = 100
const VARIANT_TEXT_MAX = 1_000

/** Maximum replications of each variant. */
export const REPLICATIONS_MAX = 1_000_000

const refuse = (option: string, must: string, got: unknown): never => {
  throw new TypeError(
    `The option ${option} of a study must be ${must}, got ${typeof got === 'number' ? got : shown(got)}`,
  )
}

/** Returns the names of an object with members. */
function namesOf(option: 'variants' | 'measures', value: unknown, most: number): string[] {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  const found = isObject ? Object.keys(value) : []
  if (found.length >= 1 && found.length <= most && !found.includes('')) return found
  const kind = option === 'variants' ? "values such as { 'two agents': { agents: 2 } }" : 'functions'
  return refuse(option, `an object with 1 to ${most} ${kind}, by names that are not empty`, value)
}

function countOption(option: string, value: unknown, least: number): number {
  const isCount = typeof value === 'number' && Number.isSafeInteger(value)
  if (isCount && value >= least && value <= REPLICATIONS_MAX) return value
  return refuse(option, `a whole number from ${least} to ${REPLICATIONS_MAX}`, value)
}

function goalOf(measure: string, precision: unknown, measures: readonly string[]): Goal {
  const option = `replications.until of ${shown(measure)}`
  if (!measures.includes(measure))
    throw new TypeError(
      `The option replications.until names the measure ${shown(measure)}, which the study has not` +
        (didYouMean(measure, measures) || `: it has ${measures.join(', ')}`),
    )
  const isRelative = typeof precision === 'string' && precision.endsWith('%')
  const width = isRelative ? Number(precision.slice(0, -1)) / 100 : precision
  if (typeof width === 'number' && width > 0 && Number.isFinite(width)) return { measure, width, isRelative }
  return refuse(option, "a half width greater than 0, such as 0.5, or a share such as '5%'", precision)
}

/** The numbers of replications, and the precision that ends them. */
function replicationsOf(
  given: number | Replications,
  measures: readonly string[],
): Pick<StudyPlan, 'least' | 'most'> & { readonly goals: readonly Goal[] } {
  if (typeof given !== 'object' || given === null) {
    const count = countOption('replications', given, 1)
    return { least: count, most: count, goals: [] }
  }
  checkNames('The option replications of a study', 'option', given, ['least', 'most', 'until'])
  const least = countOption('replications.least', given.least ?? 10, 2)
  const most = countOption('replications.most', given.most ?? Math.max(1_000, least), 2)
  if (least > most) refuse('replications.least', `at most replications.most, which is ${most}`, least)
  const { until } = given
  const entries = typeof until === 'object' && until !== null ? Object.entries(until) : []
  if (entries.length === 0) refuse('replications.until', "an object such as { 'mean wait': '5%' }", until)
  return { least, most, goals: entries.map(([measure, goal]) => goalOf(measure, goal, measures)) }
}

function checkFunctions({ simulation, baseline, measures }: StudyOptions): void {
  if (typeof simulation !== 'function') refuse('simulation', 'a function', simulation)
  if (baseline !== undefined && typeof baseline !== 'function') refuse('baseline', 'a function', baseline)
  for (const [name, measure] of Object.entries(measures))
    if (typeof measure !== 'function') refuse(`measures.${name}`, 'a function of the result', measure)
}

/**
 * Checks a study. Throws a TypeError that names the first wrong option.
 *
 * @param seeds The seeds that the user of a command gives instead of the replications of the study.
 */
export function studyPlan(options: StudyOptions, seeds?: SeedRange): StudyPlan {
  checkNames('defineStudy', 'option', options, names)
  const { name, confidence = 0.95, replications = 10, variants, series = null } = options
  if (typeof name !== 'string' || name === '') refuse('name', 'text that is not empty', name)
  const [variantNames, measures] = [
    namesOf('variants', variants, VARIANTS_MAX),
    namesOf('measures', options.measures, MEASURES_MAX),
  ]
  checkFunctions(options)
  if (!(typeof confidence === 'number' && confidence > 0 && confidence < 1))
    refuse('confidence', 'a number between 0 and 1, such as 0.95', confidence)
  if (series !== null && !(Array.isArray(series) && series.every((one) => typeof one === 'string')))
    refuse('series', 'a list of names', series)
  const { least, most, goals } = replicationsOf(replications, measures)
  const count = seeds && seeds[1] - seeds[0] + 1
  return {
    options,
    least: count ?? least,
    most: count ?? most,
    header: {
      study: name,
      engine: ENGINE,
      variants: variantNames.map((one) => [one, jsonBeginning(variants[one], VARIANT_TEXT_MAX)] as const),
      measures,
      confidence,
      goals: seeds ? [] : goals,
      series,
      seeds: seeds ?? (goals.length > 0 ? null : [1, most]),
    },
  }
}

/**
 * Checks a study and returns it, for `npx fauxgraph simulate` to run. Throws a TypeError that names the wrong
 * option.
 */
export function defineStudy<Base, Variant, Measure extends string>(
  options: StudyOptions<Base, Variant, Measure>,
): StudyOptions<Base, Variant, Measure> {
  studyPlan(options)
  return options
}

type Combination<Lists extends Readonly<Record<string, readonly unknown[]>>> = {
  readonly [name in keyof Lists]: Lists[name][number]
}

/**
 * Returns a variant for each combination of values: `cross({ agents: [2, 3], patience: ['1h', '2h'] })` has
 * four, of which the first is named `agents 2, patience 1h`.
 */
export function cross<const Lists extends Readonly<Record<string, readonly unknown[]>>>(
  lists: Lists,
): Record<string, Combination<Lists>> {
  const entries = typeof lists === 'object' && lists !== null ? Object.entries(lists) : []
  if (entries.length === 0 || !entries.every(([, values]) => Array.isArray(values) && values.length > 0))
    throw new TypeError(
      `cross takes lists of values by name, such as { agents: [2, 3] }, got ${shown(lists)}`,
    )
  const count = entries.reduce((product, [, values]) => product * values.length, 1)
  if (count > VARIANTS_MAX)
    throw new RangeError(`cross makes ${count} variants, and ${VARIANTS_MAX} is most: give shorter lists`)
  const textOf = (value: unknown) => (typeof value === 'string' ? value : jsonBeginning(value, 100))
  const all = entries.reduce<[name: string, value: Record<string, unknown>][]>(
    (before, [key, values]) =>
      before.flatMap(([name, value]) =>
        values.map((one): [string, Record<string, unknown>] => [
          `${name === '' ? '' : `${name}, `}${key} ${textOf(one)}`,
          { ...value, [key]: one },
        ]),
      ),
    [['', {}]],
  )
  const twice = all.find(([name], index) => all.findIndex((other) => other[0] === name) !== index)
  if (twice) throw new TypeError(`cross makes two variants of the name ${shown(twice[0])}`)
  // Each combination has one value of every list.
  return Object.fromEntries(all) as Record<string, Combination<Lists>>
}
