import type { Json } from '../../engine/values/guard.ts'
import { isJsonList, isJsonObject } from '../../scenario/read/json-kinds.ts'
import { DIGITS, newNames } from '../compare/names.ts'
import { isLeftOpen } from '../compare/values.ts'

/** The ids, tokens and addresses of a simulator, each related to that of a real service. */
export interface Related {
  /** Relates two values: whole texts, and the ids in them. */
  relate(simulated: Json, real: Json): void
  /** Relates the ids at the same places of two answers. */
  relateAnswers(simulated: Json | undefined, real: Json | undefined): void
  /** Returns a value with those of the simulator replaced. */
  real(value: Json): Json
  /** Returns a path or an address with the ids in it replaced. */
  realAddress(text: string): string
}

const ID = /^(?:act_)?\d{5,}(?:_\d{5,})?$/

/** Creates relations without values. */
export function newRelated(baseUrl: string, realBase: string): Related {
  const names = newNames()
  const relate = (simulated: Json, real: Json): void => {
    if (typeof simulated !== 'string' || typeof real !== 'string') return
    if (!ID.test(simulated) || !ID.test(real)) return void names.pair('token', simulated, real)
    const numbers = real.match(DIGITS) ?? []
    for (const [index, id] of (simulated.match(DIGITS) ?? []).entries())
      names.pair('id', id, numbers[index] ?? id)
  }
  const relateAnswers = (simulated: Json | undefined, real: Json | undefined): void => {
    if (isJsonList(simulated) && isJsonList(real)) {
      if (simulated.length === real.length)
        for (const [index, item] of simulated.entries()) relateAnswers(item, real[index])
    } else if (isJsonObject(simulated) && isJsonObject(real))
      for (const [name, member] of Object.entries(simulated))
        relateAnswers(member, Object.hasOwn(real, name) ? real[name] : undefined)
    else if (typeof simulated === 'string' && typeof real === 'string' && ID.test(simulated) && ID.test(real))
      relate(simulated, real)
  }
  const realAddress = (text: string): string => {
    const isOwn = text === baseUrl || text.startsWith(`${baseUrl}/`)
    return names.inText(isOwn ? realBase + text.slice(baseUrl.length) : text)
  }
  const realText = (text: string): string => {
    const token = names.simulated('token', text)
    if (token !== undefined) return token
    return ID.test(text) || text.startsWith(`${baseUrl}/`) ? realAddress(text) : text
  }
  const real = (value: Json): Json => {
    if (typeof value === 'string') return realText(value)
    if (isJsonList(value)) return value.map(real)
    if (!isJsonObject(value)) return value
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, real(member)]))
  }
  return { relate, relateAnswers, real, realAddress }
}

const isAddress = (value: Json): boolean => typeof value === 'string' && /^https?:/.test(value)

/** The form of a value: its digits as zeros, so that `+0000` and `Z` are two forms of a time. */
const formOf = (value: Json): string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) ? value.replace(/\d/g, '0') : typeof value

/**
 * Returns an expectation with times, cursors and traces that only the simulator has replaced by those of the
 * real answer, if they have the same form.
 *
 * @param sent Whether the scenario itself sent a value: it must then come back.
 */
export function withRealTimes(
  expected: Json,
  simulated: Json | undefined,
  real: Json | undefined,
  sent: (value: Json) => boolean,
  path = '',
): Json {
  if (isJsonList(expected))
    return expected.map((item, index) =>
      withRealTimes(item, itemOf(simulated, index), itemOf(real, index), sent, `${path}.${index}`),
    )
  if (isJsonObject(expected))
    return Object.fromEntries(
      Object.entries(expected).map(([name, member]) => [
        name,
        withRealTimes(member, memberOf(simulated, name), memberOf(real, name), sent, `${path}.${name}`),
      ]),
    )
  const isOpen =
    expected === simulated && isLeftOpen(path, expected) && !isAddress(expected) && !sent(expected)
  return isOpen && real !== undefined && formOf(real) === formOf(expected) ? real : expected
}

const itemOf = (list: Json | undefined, at: number): Json | undefined =>
  isJsonList(list) ? list[at] : undefined

const memberOf = (value: Json | undefined, name: string): Json | undefined =>
  isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
