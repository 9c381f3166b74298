import { checkNames } from '../world/known-names.ts'
import { type ExploreOptions, factKinds } from './options.ts'

const optionNames = [
  'name',
  'world',
  'sut',
  'mirror',
  'environment',
  'hostile',
  'invariants',
  'eventually',
  'sometimes',
  'runs',
  'kinds',
  'steps',
  'seed',
  'within',
  'time',
  'timeZone',
  'stories',
]

const hostileNames = ['restarts', 'notices', 'tokens', 'limits', 'transport', 'errors', 'delays', 'people']

function checkCount(name: string, value: unknown): void {
  if (value === undefined || (Number.isSafeInteger(value) && Number(value) >= 1)) return
  throw new TypeError(`explore: ${name} must be a whole number of at least 1, got ${String(value)}`)
}

function checkFunctions(name: string, value: unknown): void {
  if (value === undefined) return
  const isObject = typeof value === 'object' && value !== null
  if (!isObject || !Object.values(value).every((member) => typeof member === 'function'))
    throw new TypeError(`explore: ${name} must be an object of functions`)
}

/** Checks the options of `explore`. Throws a TypeError that says which is wrong, and what was expected. */
export function checkOptions(options: ExploreOptions): void {
  checkNames('explore', 'option', options, optionNames)
  const { name, world, sut, mirror, environment, hostile = {}, invariants, eventually, sometimes } = options
  if (typeof name !== 'string' || name === '')
    throw new TypeError('explore: name must be a text that is not empty')
  if (typeof world !== 'function')
    throw new TypeError('explore: world must be a function that returns a world')
  if (typeof sut !== 'function') throw new TypeError('explore: sut must be a function that returns a process')
  for (const [key, value] of Object.entries({ mirror, invariants, eventually, sometimes }))
    checkFunctions(key, value)
  checkNames('explore: hostile', 'option', hostile, hostileNames)
  for (const key of ['runs', 'kinds', 'steps', 'seed'] as const) checkCount(key, options[key])
  if (Array.isArray(environment)) {
    const wrong = environment.find((kind) => !factKinds.includes(kind))
    if (wrong !== undefined)
      throw new TypeError(
        `explore: environment lists ${String(wrong)}; the kinds of facts are ${factKinds.join(', ')}`,
      )
  }
  if (options.time === 'injected' && options.timeZone !== undefined)
    throw new TypeError(
      "explore: timeZone needs time: 'globals', because code that is given a clock reads no local time",
    )
}
