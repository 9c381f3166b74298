import { valueText } from '../../engine/values/json-text.ts'
import type { CallAnswer } from '../../service/call-answer.ts'
import type { Call } from '../../service/routes/call.ts'
import { absoluteLinks, type Origins } from '../../service/values/links.ts'

/** The origins of the links of an answer (CNV-001, CNV-002). */
export interface LinkOrigins {
  readonly base: string
  readonly web: string
}

const queryPair = (name: string, value: unknown): string =>
  `${encodeURIComponent(name)}=${encodeURIComponent(valueText(value))}`

const queryOf = (params: Readonly<Record<string, string>>): string =>
  Object.entries(params)
    .map(([name, value]) => queryPair(name, value))
    .join('&')

/** Returns a URL with the version, the token and some parameters of a call, up to further parameters. */
function linkBase(
  { version, tokens, repeats = [] }: Call,
  base: string,
  path: readonly string[],
  kept: Call['params'],
): string {
  const [token] = tokens
  const all = token === undefined ? kept : { ...kept, access_token: token }
  const query = Object.entries(all).flatMap(([name, value]) =>
    (Array.isArray(value) && repeats.includes(name) ? value : [value]).map(
      (one) => `${queryPair(name, one)}&`,
    ),
  )
  const segments = [...(version === undefined ? [] : [version]), ...path.map(encodeURIComponent)]
  return `${base}/${segments.join('/')}?${query.join('')}`
}

/**
 * Returns the origins from which the links of an answer are built. A link to the call itself has its other
 * parameters, except the proof of the token: who follows the link proves the token anew, as at the live
 * service (CNV-015).
 */
export function originsOf(call: Call | undefined, { base, web }: LinkOrigins): Origins {
  if (!call) return { web, again: () => base, read: () => base }
  let link: string | undefined
  return {
    web,
    again(changed) {
      const {
        after: _after,
        before: _before,
        appsecret_proof: _proof,
        appsecret_time: _time,
        ...kept
      } = call.params
      // The links to the next and to the previous page differ only in their cursor.
      link ??= linkBase(call, base, call.path, kept)
      return link + queryOf(changed)
    },
    read: (path, params) => linkBase(call, base, path.split('/'), {}) + queryOf(params),
  }
}

/**
 * Returns the value of an answer with absolute links. The answer to a call of a batch, or to a read of `ids`,
 * links to that call.
 */
export function linkedAnswer(value: unknown, answer: CallAnswer | undefined, origins: LinkOrigins): unknown {
  const parts = answer?.parts
  if (!parts || typeof value !== 'object' || value === null)
    return absoluteLinks(value, originsOf(answer?.call, origins))
  if (Array.isArray(value)) {
    return value.map((item: { readonly body: unknown } | null, index) =>
      item === null ? null : { ...item, body: linkedAnswer(item.body, parts[index]?.answer, origins) },
    )
  }
  const members = Object.entries(value)
  return Object.fromEntries(
    members.map(([name, member], index) => [name, linkedAnswer(member, parts[index]?.answer, origins)]),
  )
}
