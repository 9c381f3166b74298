import type { Call } from '../graph/call.ts'
import type { Origins } from '../graph/values/links.ts'

/** The origins of the links of an answer (CNV-001, CNV-002). */
export interface LinkOrigins {
  readonly base: string
  readonly web: string
}

const valueText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** Returns a URL with the version and the token of a call. */
function linkFrom(
  { version, tokens, repeats = [] }: Call,
  base: string,
  path: readonly string[],
  kept: Call['params'],
  added: Readonly<Record<string, string>>,
): string {
  const [token] = tokens
  const all = { ...kept, ...(token !== undefined && { access_token: token }), ...added }
  const query = Object.entries(all).flatMap(([name, value]) =>
    (Array.isArray(value) && repeats.includes(name) ? value : [value]).map(
      (one) => `${encodeURIComponent(name)}=${encodeURIComponent(valueText(one))}`,
    ),
  )
  const segments = [...(version === undefined ? [] : [version]), ...path.map(encodeURIComponent)]
  return `${base}/${segments.join('/')}?${query.join('&')}`
}

/**
 * Returns the origins from which the links of an answer are built. A link to the call itself has its other
 * parameters, except the proof of the token: who follows the link proves the token anew, as at the live
 * service (CNV-015).
 */
export function originsOf(call: Call | undefined, { base, web }: LinkOrigins): Origins {
  if (!call) return { web, again: () => base, read: () => base }
  const {
    after: _after,
    before: _before,
    appsecret_proof: _proof,
    appsecret_time: _time,
    ...kept
  } = call.params
  return {
    web,
    again: (changed) => linkFrom(call, base, call.path, kept, changed),
    read: (path, params) => linkFrom(call, base, path.split('/'), {}, params),
  }
}
