import type { Call } from '../graph/call.ts'
import type { CallAnswer } from '../graph/call-answer.ts'
import { absoluteJson, absoluteLinks, type Origins } from '../graph/values/links.ts'

/** The origins of the links of an answer (CNV-001, CNV-002). */
export interface LinkOrigins {
  readonly base: string
  readonly web: string
}

const valueText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

const queryPair = (name: string, value: unknown): string =>
  `${encodeURIComponent(name)}=${encodeURIComponent(valueText(value))}`

/**
 * Returns the URL of a call, up to the cursor of another page (CNV-015). It keeps the parameters and the
 * token, except the proof of the token: who follows the link proves the token anew, as at the live service.
 */
function linkToList({ version, path, params, tokens, repeats = [] }: Call, base: string): string {
  const { after: _after, before: _before, appsecret_proof: _proof, appsecret_time: _time, ...kept } = params
  const [token] = tokens
  const all = token === undefined ? kept : { ...kept, access_token: token }
  const query = Object.entries(all).map(([name, value]) =>
    Array.isArray(value) && repeats.includes(name)
      ? value.map((one) => `${queryPair(name, one)}&`).join('')
      : `${queryPair(name, value)}&`,
  )
  const segments = [...(version === undefined ? [] : [version]), ...path.map(encodeURIComponent)]
  return `${base}/${segments.join('/')}?${query.join('')}`
}

/** Returns the origins from which the links of an answer are built. */
function originsOf(call: Call | undefined, { base, web }: LinkOrigins): Origins {
  if (!call) return { web, again: () => base }
  let link: string | undefined
  return {
    web,
    // The links to the next and to the previous page differ only in their cursor.
    again(cursor) {
      link ??= linkToList(call, base)
      return (
        link +
        Object.entries(cursor)
          .map(([name, value]) => queryPair(name, value))
          .join('&')
      )
    },
  }
}

/**
 * Returns the value of an answer with absolute links. The answer to a call of a batch, or to a read of `ids`,
 * links to that call.
 */
export function placed(value: unknown, answer: CallAnswer | undefined, origins: LinkOrigins): unknown {
  const parts = answer?.parts
  if (!parts || typeof value !== 'object' || value === null)
    return absoluteLinks(value, originsOf(answer?.call, origins))
  if (Array.isArray(value)) {
    return value.map((item: { readonly body: unknown } | null, place) =>
      item === null ? null : { ...item, body: placed(item.body, parts[place]?.answer, origins) },
    )
  }
  const members = Object.entries(value)
  return Object.fromEntries(
    members.map(([name, member], place) => [name, placed(member, parts[place]?.answer, origins)]),
  )
}

/** Returns the JSON text of `placed`. */
export const placedJson = (value: unknown, answer: CallAnswer, origins: LinkOrigins): string =>
  answer.parts
    ? JSON.stringify(placed(value, answer, origins))
    : absoluteJson(value, originsOf(answer.call, origins))
