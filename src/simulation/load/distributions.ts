// The functions of Math are not used here: their last bits differ between engines.
import exp from '@stdlib/math-base-special-exp'
import ln from '@stdlib/math-base-special-ln'
import pow from '@stdlib/math-base-special-pow'
import { shown } from '../../service/values/scalars.ts'
import { checkNames } from '../../world/handle/known-names.ts'
import type { FixedDuration } from '../../world/time/durations.ts'
import { durationOption } from './duration-option.ts'

/** The mean of a distribution, and its standard deviation. */
export interface Spread {
  readonly mean: FixedDuration
  readonly deviation: FixedDuration
}

/** A range, and its most frequent value. */
export interface Triangle {
  readonly least: FixedDuration
  readonly mode: FixedDuration
  readonly greatest: FixedDuration
}

/** Draws of whole milliseconds, and of items. */
export interface Distributions {
  /** Returns whole milliseconds, exponentially distributed: the wait for something that has no memory. */
  exponential(mean: FixedDuration): number
  /** Returns whole milliseconds from `least` to `greatest`, all equally probable. */
  uniform(least: FixedDuration, greatest: FixedDuration): number
  /** Returns whole milliseconds, normally distributed. A draw below 0 is drawn again. */
  normal(options: Spread): number
  /** Returns whole milliseconds whose logarithm is normal. `mean` and `deviation` are those of the result. */
  lognormal(options: Spread): number
  /** Returns whole milliseconds from `least` to `greatest`, most often about `mode`. */
  triangular(options: Triangle): number
  /** Returns whole milliseconds of a gamma distribution. Its deviation is `mean` / √`shape`. */
  gamma(options: { readonly shape: number; readonly mean: FixedDuration }): number
  /** Returns the sum of exponential phases, as whole milliseconds. `mean` is that of the sum. */
  erlang(options: { readonly phases: number; readonly mean: FixedDuration }): number
  /** Returns whole milliseconds of a Weibull distribution. With `shape` 1 it is exponential. */
  weibull(options: { readonly shape: number; readonly scale: FixedDuration }): number
  /** Returns one item of a list of pairs, with a probability in proportion to its weight. */
  weighted<T>(items: readonly (readonly [item: T, weight: number])[]): T
}

const WEIGHTS = 'random.weighted takes a list of pairs, such as [["mail", 3], ["phone", 1]], with weights'

type Uniform = () => number

/**
 * Draws from the exponential distribution with mean 1, by von Neumann's comparisons. It uses no logarithm,
 * whose last bits differ between engines.
 *
 * A run draws numbers from [0, 1) as long as they descend from the first one, x. The probability that the run
 * has at least n numbers is x^(n-1)/(n-1)!, so that its length is odd with the probability
 * 1 - x + x²/2 - x³/6 … = e^-x. Such a run is accepted, and gives x. Each run that is not accepted, which
 * happens with the probability 1/e, adds 1 to the result.
 */
export function exponentialDraw(uniform: Uniform): number {
  for (let whole = 0; ; whole++) {
    const first = uniform()
    let [last, length] = [first, 1]
    for (let next = uniform(); next < last; next = uniform()) {
      last = next
      length++
    }
    if (length % 2 === 1) return whole + first
  }
}

/** Draws from the normal distribution with mean 0 and deviation 1, by Marsaglia's polar method. */
export function normalDraw(uniform: Uniform): number {
  for (;;) {
    const [x, y] = [2 * uniform() - 1, 2 * uniform() - 1]
    const square = x * x + y * y
    if (square > 0 && square < 1) return x * Math.sqrt((-2 * ln(square)) / square)
  }
}

/** Draws from the gamma distribution with scale 1, as Marsaglia and Tsang do (2000). */
export function gammaDraw(uniform: Uniform, shape: number): number {
  if (shape < 1) return gammaDraw(uniform, shape + 1) * pow(uniform(), 1 / shape)
  const d = shape - 1 / 3
  const c = 1 / Math.sqrt(9 * d)
  for (;;) {
    const normal = normalDraw(uniform)
    const root = 1 + c * normal
    const cube = root * root * root
    if (cube > 0 && ln(uniform()) < 0.5 * normal * normal + d * (1 - cube + ln(cube))) return d * cube
  }
}

/** Checks a shape. That of an Erlang distribution is the number of its phases. */
function shapeOption(owner: string, option: 'shape' | 'phases', value: number): number {
  const isValid = option === 'shape' ? Number.isFinite(value) : Number.isSafeInteger(value)
  if (isValid && value > 0) return value
  throw new TypeError(
    `The option ${option} of random.${owner} must be a ${option === 'shape' ? '' : 'whole '}number ` +
      `greater than 0, got ${typeof value === 'number' ? value : shown(value)}`,
  )
}

const lengthOf = (owner: string, option: string, value: FixedDuration, least?: number): number =>
  durationOption(`random.${owner}`, option, value, least)

function uniformOf(uniform: Uniform, least: FixedDuration, greatest: FixedDuration): number {
  const from = lengthOf('uniform', 'least', least)
  return from + uniform() * (lengthOf('uniform', 'greatest', greatest, from) - from)
}

function normalOf(uniform: Uniform, options: Spread): number {
  checkNames('random.normal', 'option', options, ['mean', 'deviation'])
  const mean = lengthOf('normal', 'mean', options.mean)
  const deviation = lengthOf('normal', 'deviation', options.deviation)
  for (;;) {
    const drawn = mean + deviation * normalDraw(uniform)
    if (drawn >= 0) return drawn
  }
}

function lognormalOf(uniform: Uniform, options: Spread): number {
  checkNames('random.lognormal', 'option', options, ['mean', 'deviation'])
  const mean = lengthOf('lognormal', 'mean', options.mean, 1)
  const ratio = lengthOf('lognormal', 'deviation', options.deviation) / mean
  const variance = ln(1 + ratio * ratio)
  return mean * exp(Math.sqrt(variance) * normalDraw(uniform) - variance / 2)
}

function triangularOf(uniform: Uniform, options: Triangle): number {
  checkNames('random.triangular', 'option', options, ['least', 'mode', 'greatest'])
  const least = lengthOf('triangular', 'least', options.least)
  const mode = lengthOf('triangular', 'mode', options.mode, least)
  const greatest = lengthOf('triangular', 'greatest', options.greatest, mode)
  const drawn = uniform() * (greatest - least)
  return drawn < mode - least
    ? least + Math.sqrt(drawn * (mode - least))
    : greatest - Math.sqrt((greatest - least - drawn) * (greatest - mode))
}

const gammaOf = (uniform: Uniform, shape: number, mean: number): number =>
  Math.round((gammaDraw(uniform, shape) / shape) * mean)

function weightedOf<T>(uniform: Uniform, items: readonly (readonly [item: T, weight: number])[]): T {
  const arePairs = Array.isArray(items) && items.every((item) => Array.isArray(item))
  const weights = arePairs ? items.map(([, weight]) => weight) : []
  const sum = weights.every((weight) => typeof weight === 'number' && weight >= 0)
    ? weights.reduce((all, weight) => all + weight, 0)
    : 0
  if (!(sum > 0 && Number.isFinite(sum)))
    throw new TypeError(`${WEIGHTS} of at least 0 and a finite sum greater than 0, got ${shown(items)}`)
  let rest = uniform() * sum
  const drawn = items.find(([, weight]) => {
    rest -= weight
    return rest < 0
  })
  // A sum of rounded weights may leave a rest: it belongs to the last item that has a weight.
  return (drawn ?? items.findLast(([, weight]) => weight > 0) ?? items[0])?.[0] as T
}

/** The distributions as functions of a stream of numbers from [0, 1). */
export const draws: {
  readonly [name in keyof Distributions]: (
    uniform: Uniform,
    ...options: Parameters<Distributions[name]>
  ) => ReturnType<Distributions[name]>
} = {
  exponential: (uniform, mean) =>
    Math.round(exponentialDraw(uniform) * lengthOf('exponential', 'mean', mean)),
  uniform: (uniform, least, greatest) => Math.round(uniformOf(uniform, least, greatest)),
  normal: (uniform, options) => Math.round(normalOf(uniform, options)),
  lognormal: (uniform, options) => Math.round(lognormalOf(uniform, options)),
  triangular: (uniform, options) => Math.round(triangularOf(uniform, options)),
  gamma(uniform, options) {
    checkNames('random.gamma', 'option', options, ['shape', 'mean'])
    const shape = shapeOption('gamma', 'shape', options.shape)
    return gammaOf(uniform, shape, lengthOf('gamma', 'mean', options.mean))
  },
  erlang(uniform, options) {
    checkNames('random.erlang', 'option', options, ['phases', 'mean'])
    const phases = shapeOption('erlang', 'phases', options.phases)
    return gammaOf(uniform, phases, lengthOf('erlang', 'mean', options.mean))
  },
  weibull(uniform, options) {
    checkNames('random.weibull', 'option', options, ['shape', 'scale'])
    const power = 1 / shapeOption('weibull', 'shape', options.shape)
    const scale = lengthOf('weibull', 'scale', options.scale)
    return Math.round(pow(exponentialDraw(uniform), power) * scale)
  },
  weighted: weightedOf,
}
