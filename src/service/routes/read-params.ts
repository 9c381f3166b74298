import { readBy } from '../../engine/schema/schema.ts'
import { servesBeyond } from '../contract/beyond.ts'
import { type CallError, parameterError } from '../contract/errors.ts'
import type { Policy } from '../policy.ts'
import { type SentParams, sentParams } from '../values/sent-params.ts'
import type { Endpoint } from './define.ts'
import { asksForNoRows, tooMuchData, unappliedFilter } from './list-filters.ts'
import type { Route } from './route.ts'

/** The parameters of a call as the rule of its endpoint gets them. */
interface ReadParams {
  readonly value: unknown
  /** Whether the call asks a list for no rows: it is read for one row, which the answer leaves out. */
  readonly noRows: boolean
}

/** Returns what a call sent, without parameters that only a world beyond the description has (SIL-014). */
function servedParams(sent: SentParams, { beyondParams = [] }: Endpoint, policy: Policy): SentParams {
  if (servesBeyond(policy) || !beyondParams.some((name) => Object.hasOwn(sent.params, name))) return sent
  const kept = Object.entries(sent.params).filter(([name]) => !beyondParams.includes(name))
  return { ...sent, params: Object.fromEntries(kept) }
}

/**
 * Returns the parsed parameters of a call, or of an edge within a record; or their first error.
 *
 * @param now The time of the world, in Unix milliseconds.
 */
export function readParams(
  sent: SentParams,
  entry: Pick<Route, 'endpoint' | 'operation'> & Partial<Pick<Route, 'implied'>>,
  policy: Policy,
  now: number,
): ReadParams | CallError {
  const { endpoint, implied } = entry
  const unapplied = unappliedFilter(sent.params, entry, policy)
  if (unapplied) return unapplied
  const noRows = asksForNoRows(sent.params, endpoint, policy)
  const served = servedParams(sent, endpoint, policy)
  const given = noRows ? { ...served, params: { ...served.params, limit: 1 } } : served
  const read = sentParams(given, endpoint, policy, now)
  const parsed = readBy(endpoint.params, implied ? { ...read, ...implied } : read)
  if (!parsed.success) return parameterError(parsed.error)
  return tooMuchData(read, endpoint, policy) ?? { value: parsed.data, noRows }
}
