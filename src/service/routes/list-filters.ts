import { servesBeyond } from '../contract/beyond.ts'
import { type CallError, invalidParameter } from '../contract/errors.ts'
import { TOO_MUCH_DATA } from '../contract/transient.ts'
import type { Policy } from '../policy.ts'
import { parameterTypes } from '../values/sent-params.ts'
import type { RawParams } from './call.ts'
import type { Endpoint } from './define.ts'

/** A parameter with which the live service adds a member to every read. */
const readFilters = ['metadata']

/** Parameters that the live service applies to lists. A caller cannot see that a list ignored them. */
const listFilters = ['filtering', 'since', 'until', ...readFilters]

/** Whether a list that lacks this parameter refuses it, instead of ignoring it. */
export const isListFilter = (name: string): boolean => listFilters.includes(name)

/**
 * Whether a call asks a list for its summary alone, as in `limit=0&summary=true`. Only a world beyond the
 * description answers it; the list is then read for one row.
 */
export const asksForNoRows = (params: RawParams, endpoint: Endpoint, policy: Policy): boolean =>
  servesBeyond(policy) &&
  (params['limit'] === '0' || params['limit'] === 0) &&
  Object.hasOwn(params, 'summary') &&
  parameterTypes(endpoint).has('summary')

/**
 * The error of a list with a larger `limit` than the policy answers:
 * https://github.com/frappe/crm/issues/2870, https://github.com/singer-io/tap-facebook/issues/65
 */
export function tooMuchData(
  { limit }: RawParams,
  endpoint: Endpoint,
  { pageSizeMax: most }: Policy,
): CallError | undefined {
  if (limit === undefined || !most || !(Number(limit) > most)) return undefined
  if (!parameterTypes(endpoint).has('after')) return undefined
  return {
    code: 1,
    message: TOO_MUCH_DATA,
    verbatim: true,
    hint: `the limit ${Number(limit)} is above ${most}, the pageSizeMax of the policy`,
  }
}

const turnsOff = (value: unknown): boolean =>
  [undefined, null, false, 0, '', '0', 'false'].some((off) => off === value) ||
  (Array.isArray(value) && value.length === 0)

/**
 * The error of a filter that a list or a read does not have in a world of this policy. Other unknown
 * parameters are ignored (SIL-014).
 */
export function unappliedFilter(
  params: RawParams,
  { endpoint, operation }: { readonly endpoint: Endpoint; readonly operation: string },
  policy: Policy,
): CallError | undefined {
  // Most calls send none, so that nothing has to be known of their endpoint.
  if (!listFilters.some((name) => Object.hasOwn(params, name))) return undefined
  const types = parameterTypes(endpoint)
  const isList = types.has('after')
  const isDescribed = servesBeyond(policy) && endpoint.view !== undefined && !isList
  const filters = isList ? listFilters : endpoint.route.startsWith('GET ') && !isDescribed ? readFilters : []
  const unserved = servesBeyond(policy) ? [] : (endpoint.beyondParams ?? [])
  const known = [...types.keys()].filter((name) => !unserved.includes(name))
  const filter = filters.find((name) => Object.hasOwn(params, name) && !known.includes(name))
  if (filter === undefined || turnsOff(params[filter])) return undefined
  const answer = isList ? 'list the same rows' : 'answer the same'
  const names = known.length > 0 ? `; the parameters are ${known.join(', ')}` : ''
  return invalidParameter(
    `Param ${filter} is not simulated for ${operation}, which would ${answer} without it: leave ` +
      `it out${names}`,
  )
}
