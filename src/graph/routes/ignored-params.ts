import { shortenText } from '../../engine/values/cut.ts'
import { type BeyondPolicy, servesBeyond } from '../contract/beyond.ts'
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
 * Returns the names of the parameters that a call sent and its endpoint ignored (SIL-014), in a world that
 * serves the calls of the live service; undefined if there are none. Their values may be secrets.
 */
export function ignoredParams({
  call,
  route,
  policy,
}: {
  readonly call: Call
  readonly route: Route | undefined
  readonly policy: BeyondPolicy
}): readonly string[] | undefined {
  if (!route || route.stub || !servesBeyond(policy)) return undefined
  const { endpoint, placeholder } = route
  if (endpoint.route === READ_MANY) return undefined
  const types = parameterTypes(endpoint)
  // Without a view, there is nothing that `fields` could select.
  const known = new Set([placeholder, 'id', ...(endpoint.view ? ['fields'] : [])])
  const names = Object.keys(call.params).filter(
    (name) => !types.has(name) && !commonParams.has(name) && !known.has(name),
  )
  return names.length === 0
    ? undefined
    : names.slice(0, NAMES_MAX).map((name) => shortenText(name, NAME_CHARACTERS_MAX))
}
