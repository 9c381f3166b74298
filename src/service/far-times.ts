import { parseJson } from '../engine/values/json-text.ts'
import { DAY_MS } from '../engine/values/milliseconds.ts'
import type { FarTime } from './call-advice.ts'
import type { RawParams } from './routes/call.ts'
import { parametersOf } from './values/sent-params.ts'
import { isMillisecondTime, parseIso } from './values/times.ts'
import type { Selection } from './views/view.ts'

/** An endpoint, as far as its parameters are concerned. */
type Reading = Parameters<typeof parametersOf>[0]

const TIME_LENGTH_MAX = 40
const TIMES_MAX = 10
const JSON_LENGTH_MAX = 4_096
const JSON_DEPTH_MAX = 4
const JSON_VALUES_MAX = 100

/** Returns the values within a parameter: those of its JSON text, if it has one, or the parameter itself. */
function* valuesIn(raw: unknown, depth = 0): Generator<unknown> {
  if (depth > JSON_DEPTH_MAX) return
  if (typeof raw === 'object' && raw !== null)
    for (const member of Object.values(raw).slice(0, JSON_VALUES_MAX)) yield* valuesIn(member, depth + 1)
  else if (typeof raw === 'string' && /^\s*[[{]/.test(raw) && raw.length <= JSON_LENGTH_MAX) {
    const parsed = parseJson(raw, { depth: JSON_DEPTH_MAX, values: JSON_VALUES_MAX })
    if (parsed.ok && typeof parsed.value === 'object') yield* valuesIn(parsed.value, depth + 1)
  } else yield raw
}

const NUMBER = /^\d{1,13}(\.\d{1,9})?$/

/** Returns the number that a value is or spells. */
function numberIn(value: unknown): number | undefined {
  const number = typeof value === 'string' && NUMBER.test(value) ? Number(value) : value
  return typeof number === 'number' ? number : undefined
}

/** Returns the instant that a value is, in Unix milliseconds: Unix seconds, milliseconds, or a date. */
function instantIn(value: unknown): number | undefined {
  const number = numberIn(value)
  if (number !== undefined) return isMillisecondTime(number) ? number : number * 1000
  if (typeof value !== 'string' || value.length > TIME_LENGTH_MAX) return undefined
  const text = value.replace(/^"(.*)"$/, '$1')
  return parseIso(text) ?? parseIso(`${text}Z`)
}

/** A time in the parameters of a call, and the value that spells it. */
export interface SentTime extends FarTime {
  readonly raw: unknown
}

/** Returns the times in the parameters of a read, the first ten; undefined if there are none. */
function timesOf(params: RawParams, endpoint: Reading): readonly SentTime[] | undefined {
  let times: SentTime[] | undefined
  for (const name of parametersOf(endpoint).times) {
    if (!Object.hasOwn(params, name)) continue
    for (const raw of valuesIn(params[name])) {
      const instant = instantIn(raw)
      if (instant === undefined) continue
      times ??= []
      if (times.push({ name, instant, raw }) === TIMES_MAX) return times
    }
  }
  return times
}

/** Returns the times in the modifiers of the edges that a selection expands, such as `feed.since(…)`. */
function* expandedTimes({ expansions = [] }: Selection, path = ''): Generator<SentTime> {
  for (const { member, edge, selection } of expansions) {
    const name = `${path}${edge?.name ?? member}`
    for (const time of (edge && timesOf(edge.sent, edge.endpoint)) ?? [])
      yield { ...time, name: `${name}.${time.name}` }
    if (selection) yield* expandedTimes(selection, `${name}.`)
  }
}

/** Returns the times that a call sends, the first ten; undefined if there are none. */
export function timesIn(
  params: RawParams,
  endpoint: Reading,
  selection: Selection | undefined,
): readonly SentTime[] | undefined {
  const times = timesOf(params, endpoint)
  if (!selection?.expansions) return times
  const all = [...(times ?? []), ...expandedTimes(selection)]
  return all.length === 0 ? undefined : all.slice(0, TIMES_MAX)
}

/** Returns the times that are more than a day from the time of the world; undefined if none is. */
export function farTimes(times: readonly FarTime[], now: number): readonly FarTime[] | undefined {
  const far = times.filter(({ instant }) => Math.abs(instant - now) > DAY_MS)
  return far.length === 0 ? undefined : far.map(({ name, instant }) => ({ name, instant }))
}
