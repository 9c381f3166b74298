import { shortenText } from '../../engine/values/cut.ts'
import { parameterTypes } from '../values/sent-params.ts'
import type { Route } from './route.ts'

/** Parameters that every call may have. */
const commonParams = new Set(['appsecret_proof', 'appsecret_time'])

/** The read of several ids hands its parameters on to the reads of nodes, which have entries of their own. */
const READ_MANY = 'GET /'

const NAMES_MAX = 20
const NAME_CHARACTERS_MAX = 60

/**
 * Returns the names of the parameters that an endpoint ignored (SIL-014); undefined if there are none. Their
 * values may be secrets.
 *
 * @param names The names of the parameters that the call sent.
 */
export function ignoredParams(route: Route, names: readonly string[]): readonly string[] | undefined {
  const { endpoint, placeholder, stub } = route
  if (stub || endpoint.route === READ_MANY) return undefined
  const types = parameterTypes(endpoint)
  const ignored = names.filter(
    (name) =>
      !types.has(name) &&
      !commonParams.has(name) &&
      name !== placeholder &&
      name !== 'id' &&
      // Without a view, there is nothing that `fields` could select.
      !(name === 'fields' && endpoint.view),
  )
  if (ignored.length === 0) return undefined
  return ignored.slice(0, NAMES_MAX).map((name) => shortenText(name, NAME_CHARACTERS_MAX))
}
