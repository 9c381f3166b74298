import { preparedOf } from './shared-records.ts'

const NUMBER_CHARACTERS = 12
/** A character that JSON may escape: a quote, a backslash, a control character or a surrogate. */
const MAYBE_ESCAPED = /[^ !#-[\]-\ud7ff\ue000-\uffff]/

/** Returns the characters of a text in JSON, with its quotes. */
function textSize(text: string, isEmbedded: boolean): number {
  const quotes = isEmbedded ? 4 : 2
  if (!MAYBE_ESCAPED.test(text)) return text.length + quotes
  const json = JSON.stringify(text)
  return isEmbedded ? JSON.stringify(json).length - 2 : json.length
}

function measure(value: unknown, isEmbedded: boolean): number {
  if (typeof value === 'string') return textSize(value, isEmbedded)
  if (typeof value !== 'object' || value === null) return NUMBER_CHARACTERS
  let size = 2
  if (Array.isArray(value)) {
    for (const item of value) size += measure(item, isEmbedded) + 1
    return size
  }
  const members = value as Readonly<Record<string, unknown>>
  for (const name of Object.keys(members))
    size += textSize(name, isEmbedded) + 2 + measure(members[name], isEmbedded)
  return size
}

/**
 * Returns the characters that a value of an answer takes as JSON text: exact for texts, an upper bound for
 * numbers. A shared record is measured once.
 *
 * @param isEmbedded Whether the JSON text is part of another JSON text, like each body of a batch, so that
 * its quotes and backslashes are escaped once more.
 */
export function jsonSize(value: unknown, isEmbedded: boolean): number {
  const prepared = typeof value === 'object' && value !== null ? preparedOf(value) : undefined
  if (!prepared) return measure(value, isEmbedded)
  const name = isEmbedded ? 'embeddedSize' : 'size'
  prepared[name] ??= measure(value, isEmbedded)
  return prepared[name]
}
