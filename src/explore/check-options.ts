import { checkNames } from '../world/handle/known-names.ts'
import { millisecondsOf } from '../world/time/durations.ts'
import type { DurablePart } from './io/durable/part.ts'
import { databasesOf, placeText } from './io/durable/part.ts'
import { checkCopy, versionsOf } from './run/lifecycle.ts'
import { fakeTimers } from './run/options/mocked.ts'
import type { ExploreOptions } from './run/options/options.ts'
import { WrongInput } from './run/options/wrong-input.ts'

export const optionNames = [
  'name',
  'world',
  'sut',
  'mirror',
  'database',
  'others',
  'environment',
  'hostile',
  'invariants',
  'eventually',
  'sometimes',
  'gaveUp',
  'processes',
  'runs',
  'kinds',
  'steps',
  'seed',
  'within',
  'time',
  'timeZone',
  'watchdog',
  'stories',
]

/** The names of what may go wrong. */
export const hostileNames = [
  'restarts',
  'stops',
  'deploys',
  'down',
  'torn',
  'conflicts',
  'disconnects',
  'notices',
  'tokens',
  'limits',
  'pages',
  'transport',
  'errors',
  'delays',
  'people',
]

/** The kinds of `hostile` that are off unless the options say otherwise. */
const offAtFirst = new Set(['down', 'torn', 'conflicts', 'disconnects', 'pages'])

/** The kinds of `hostile` that only some durable parts can suffer, with a test for such a part. */
const sufferers: Readonly<Record<string, (part: DurablePart) => boolean>> = {
  torn: ({ kind }) => kind === 'file',
  conflicts: ({ kind }) => kind === 'sql',
  disconnects: ({ kind, addresses }) => (kind === 'sql' || kind === 'redis') && addresses !== undefined,
}

/** The kinds of `hostile` that could happen to the code under test, and that an exploration leaves out. */
export function notTried(options: ExploreOptions): string[] {
  const { hostile = {} } = options
  const parts = databasesOf(options)
  const isOff = (name: string) => !(Reflect.get(hostile, name) ?? !offAtFirst.has(name))
  const couldHappen = (name: string) =>
    name === 'deploys' ? versionsOf(options).length > 1 : !sufferers[name] || parts.some(sufferers[name])
  return hostileNames.filter((name) => isOff(name) && couldHappen(name))
}

/** The longest story that a file can hold. */
const STEPS_MAX = 1_000

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

function checkTime({ time = 'globals', timeZone, within }: ExploreOptions): void {
  if (time !== 'globals' && time !== 'injected')
    throw new TypeError(`explore: time must be 'globals' or 'injected', got ${String(time)}`)
  if (time === 'globals' && fakeTimers() !== undefined)
    throw new TypeError(
      'explore: fake timers are on already: call vi.useRealTimers() before, ' +
        'because explore replaces the timers. Runs have a virtual clock of their own: code that calls ' +
        'setTimeout or Date needs no fake timers. Or hand the code the clock of the context, with ' +
        "time: 'injected'",
    )
  if (within !== undefined && millisecondsOf(within) <= 0)
    throw new TypeError(`explore: within must be longer than 0, got ${within}`)
  if (timeZone === undefined) return
  if (time === 'injected')
    throw new TypeError(
      "explore: timeZone needs time: 'globals', because code that is given a clock reads no local time",
    )
  try {
    new Intl.DateTimeFormat('en', { timeZone })
  } catch {
    throw new TypeError(`explore: timeZone must be an IANA time zone such as Europe/Berlin, got ${timeZone}`)
  }
}

function checkStories(stories: unknown): void {
  if (stories === undefined || stories === false || (typeof stories === 'string' && stories !== '')) return
  throw new TypeError(
    `explore: stories must be the path of a folder, or false, got ${JSON.stringify(stories)}`,
  )
}

/** The most processes that run side by side. */
const PROCESSES_MAX = 8

const partMembers = ['prepare', 'reset', 'crash', 'close']

function checkParts(parts: readonly DurablePart[]): void {
  const known = new Map<string, DurablePart>()
  for (const part of parts) {
    const missing = partMembers.find((member) => typeof Reflect.get(Object(part), member) !== 'function')
    if (missing !== undefined || typeof part.name !== 'string')
      throw new TypeError(
        "explore: database must be a part, such as sqlite('./app.db'), or a list of them; " +
          `one has no ${missing ?? 'name'}`,
      )
    const first = known.get(part.name)
    if (first)
      throw new TypeError(
        `explore: two databases have the name ${part.name}${placeText(first)}${placeText(part)}: ` +
          'list it once',
      )
    known.set(part.name, part)
  }
}

/** Checks the options of `explore`. Throws a TypeError that says which is wrong, and what was expected. */
export function checkOptions(options: ExploreOptions): void {
  checkNames('explore', 'option', options, optionNames)
  checkCopy(options)
  const { name, world, sut, mirror, environment, hostile = {}, invariants, eventually, sometimes } = options
  if (typeof name !== 'string' || name === '')
    throw new TypeError('explore: name must be a text that is not empty')
  if (typeof world !== 'function')
    throw new TypeError('explore: world must be a function that returns a world')
  if (options.gaveUp !== undefined && typeof options.gaveUp !== 'function')
    throw new TypeError('explore: gaveUp must be a function of an entry and the name of its mirror')
  if (typeof sut !== 'function') throw new TypeError('explore: sut must be a function that returns a process')
  for (const [key, value] of Object.entries({ mirror, invariants, eventually, sometimes }))
    checkFunctions(key, value)
  checkNames('explore: hostile', 'option', hostile, hostileNames)
  for (const [key, value] of Object.entries({ ...hostile, watchdog: options.watchdog }))
    if (value !== undefined && typeof value !== 'boolean')
      throw new TypeError(`explore: ${key} must be true or false, got ${String(value)}`)
  for (const key of ['processes', 'runs', 'kinds', 'steps', 'seed'] as const) checkCount(key, options[key])
  if (Number(options.steps ?? 0) > STEPS_MAX)
    throw new TypeError(`explore: steps must be at most ${STEPS_MAX}, got ${options.steps}`)
  if (Number(options.processes ?? 1) > PROCESSES_MAX)
    throw new TypeError(`explore: processes must be at most ${PROCESSES_MAX}, got ${options.processes}`)
  checkParts(databasesOf(options))
  checkTime(options)
  checkStories(options.stories)
  if (environment !== undefined && environment !== 'inferred' && !Array.isArray(environment))
    throw new TypeError(
      `explore: environment must be 'inferred' or a list of facts, got ${String(environment)}`,
    )
}

/** Checks that a world has the facts that `environment` lists. Throws a TypeError that names another one. */
export function checkEnvironment({ environment }: ExploreOptions, facts: ReadonlyMap<string, unknown>): void {
  if (environment === undefined || environment === 'inferred') return
  const wrong = environment.find((kind) => !facts.has(kind))
  if (wrong === undefined) return
  const known = [...facts.keys()].join(', ')
  throw new WrongInput(`explore: environment lists ${String(wrong)}; the kinds of facts are ${known}`)
}
