import type { CallAnswer } from '../../service/call-answer.ts'
import { absoluteLinks } from '../../service/values/links.ts'
import { type LinkOrigins, originsOf } from './answer-links.ts'

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
