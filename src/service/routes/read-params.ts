import { readBy } from '../../engine/schema/schema.ts'
import { servesBeyond } from '../contract/beyond.ts'
import { type CallError, invalidParameter, parameterError } from '../contract/errors.ts'
import { TOO_MUCH_DATA } from '../contract/transient.ts'
import type { Policy } from '../policy.ts'
import { parameterTypes, type SentParams, sentParams } from '../values/sent-params.ts'
import type { Endpoint } from './define.ts'
import type { Route } from './route.ts'

/** The parameters of a call as the rule of its endpoint gets them. */
interface ReadParams {
  readonly value: unknown
  /**
   * True if the call asks a list for its summary alone, as in `limit=0&summary=true`, in a world beyond the
   * description. The call then reads one row, and the answer leaves it out.
   */
  readonly noRows: boolean
}

/** Returns what a call sent, without parameters that only a world beyond the description has (SIL-014). */
function servedParams(sent: SentParams, beyondParams: readonly string[]): SentParams {
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
  const isLive = servesBeyond(policy)
  const filters = known[isLive ? 'serve' : 'refuse']
  const { isList, hasSummary, refused } = filters.get(endpoint) ?? filtersOf(endpoint, isLive)
  for (const name of refused) {
    if (!Object.hasOwn(sent.params, name)) continue
    const unapplied = unappliedFilter(name, sent.params[name], entry, isLive)
    if (unapplied) return unapplied
    break
  }
  const { limit: sentLimit } = sent.params
  const asksForNone = sentLimit === '0' || sentLimit === 0
  const noRows = hasSummary && asksForNone && Object.hasOwn(sent.params, 'summary')
  const { beyondParams } = endpoint
  const served = beyondParams && !isLive ? servedParams(sent, beyondParams) : sent
  const given = noRows ? { ...served, params: { ...served.params, limit: 1 } } : served
  const read = sentParams(given, endpoint, policy, now)
  const parsed = readBy(endpoint.params, implied ? { ...read, ...implied } : read)
  if (!parsed.success) return parameterError(parsed.error)
  const { pageSizeMax: most } = policy
  // The limit of a list that was read is a number, or its text; that of another endpoint may be any value.
  const limit = isList && most ? Number(read['limit']) : 0
  if (most && limit > most) return tooMuchData(limit, most)
  return { value: parsed.data, noRows }
}

/** A parameter with which the live service adds a member to every read. */
const readFilters = ['metadata']

/** Parameters that the live service applies to lists. A caller cannot see that a list ignored them. */
const listFilters = ['filtering', 'since', 'until', ...readFilters]

/** Whether a list that lacks this parameter refuses it, instead of ignoring it. */
export const isListFilter = (name: string): boolean => listFilters.includes(name)

/**
 * The error of a list with a larger `limit` than the policy answers:
 * https://github.com/frappe/crm/issues/2870, https://github.com/singer-io/tap-facebook/issues/65
 */
const tooMuchData = (limit: number, most: number): CallError => ({
  code: 1,
  message: TOO_MUCH_DATA,
  verbatim: true,
  hint: `the limit ${limit} is above ${most}, the pageSizeMax of the policy`,
})

const turnsOff = (value: unknown): boolean =>
  [undefined, null, false, 0, '', '0', 'false'].some((off) => off === value) ||
  (Array.isArray(value) && value.length === 0)

/** The parameters of an endpoint in worlds of one kind. */
interface Filters {
  readonly isList: boolean
  readonly hasSummary: boolean
  /** The filters that it lacks, and therefore refuses. Other unknown parameters are ignored (SIL-014). */
  readonly refused: readonly string[]
}

const known = { serve: new WeakMap<Endpoint, Filters>(), refuse: new WeakMap<Endpoint, Filters>() }

/** Finds the filters of an endpoint at its first call, and keeps them. */
function filtersOf(endpoint: Endpoint, isLive: boolean): Filters {
  const names = namesOf(endpoint, isLive)
  const isList = names.includes('after')
  const isDescribed = isLive && endpoint.view !== undefined && !isList
  const all = isList ? listFilters : endpoint.route.startsWith('GET ') && !isDescribed ? readFilters : []
  const refused = all.filter((name) => !names.includes(name))
  const filters = { isList, hasSummary: isLive && names.includes('summary'), refused }
  known[isLive ? 'serve' : 'refuse'].set(endpoint, filters)
  return filters
}

/** Returns the names of the parameters that an endpoint has in worlds of one kind. */
function namesOf(endpoint: Endpoint, isLive: boolean): readonly string[] {
  const names = [...parameterTypes(endpoint).keys()]
  return isLive ? names : names.filter((name) => !endpoint.beyondParams?.includes(name))
}

/** The error of a filter that a list or a read does not have in a world of this policy, unless it is off. */
function unappliedFilter(
  filter: string,
  value: unknown,
  { endpoint, operation }: { readonly endpoint: Endpoint; readonly operation: string },
  isLive: boolean,
): CallError | undefined {
  if (turnsOff(value)) return undefined
  const known = namesOf(endpoint, isLive)
  const answer = known.includes('after') ? 'list the same rows' : 'answer the same'
  const names = known.length > 0 ? `; the parameters are ${known.join(', ')}` : ''
  return invalidParameter(
    `Param ${filter} is not simulated for ${operation}, which would ${answer} without it: leave ` +
      `it out${names}`,
  )
}
