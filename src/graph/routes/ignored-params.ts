import { shortenText } from '../../engine/values/cut.ts'
import { parameterTypes } from '../values/sent-params.ts'
import type { Call } from './call.ts'
import type { Route } from './route.ts'

/** Parameters that every call may have. */
const commonParams = new Set(['appsecret_proof', 'appsecret_time'])

/** The read of several ids hands its parameters on to the reads of nodes, which have entries of their own. */
const READ_MANY = 'GET /'

const NAMES_MAX = 20
const NAME_CHARACTERS_MAX = 60

/**
 * Returns the names of the parameters that a call sent and its endpoint ignored (SIL-014); undefined if there
 * are none. Their values may be secrets.
 */
export function ignoredParams({
  call,
  route,
}: {
  readonly call: Call
  readonly route: Route | undefined
}): readonly string[] | undefined {
  if (!route || route.stub || route.endpoint.route === READ_MANY) return undefined
  const { endpoint, placeholder } = route
  let ignored: string[] | undefined
  for (const name in call.params) {
    if (parameterTypes(endpoint).has(name) || commonParams.has(name)) continue
    // Without a view, there is nothing that `fields` could select.
    if (name === placeholder || name === 'id' || (name === 'fields' && endpoint.view)) continue
    ignored ??= []
    if (ignored.push(shortenText(name, NAME_CHARACTERS_MAX)) === NAMES_MAX) break
  }
  return ignored
}
