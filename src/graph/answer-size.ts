import { bounds } from './contract/bounds.ts'
import { type CallError, invalidParameter } from './contract/errors.ts'

/** The answer budget of a request, which its calls share. */
export interface AnswerBudget {
  /** The characters that are left. */
  characters: number
  /** Whether each answer becomes a text within the answer of a batch. */
  isEmbedded: boolean
}

/** Returns the answer budget of a new request. */
export const newAnswerBudget = (): AnswerBudget => ({
  characters: bounds.answerCharactersMax,
  isEmbedded: false,
})

const NUMBER_CHARACTERS = 12
/** A character that JSON escapes: a quote, a backslash, a control character or a lone surrogate. */
const ESCAPED = /["\\]|[^ -\u{10ffff}]|[\ud800-\udfff]/u

/** Returns the characters of a text in JSON, with its quotes. */
function textSize(text: string, isEmbedded: boolean): number {
  const quotes = isEmbedded ? 4 : 2
  if (!ESCAPED.test(text)) return text.length + quotes
  const json = JSON.stringify(text)
  return isEmbedded ? JSON.stringify(json).length - 2 : json.length
}

/**
 * Returns the characters that a value of an answer takes as JSON text: exact for texts, an upper bound for
 * numbers.
 *
 * @param isEmbedded Whether the JSON text is part of another JSON text, like each body of a batch, so that
 * its quotes and backslashes are escaped once more.
 */
export function answerSize(value: unknown, isEmbedded = false): number {
  if (typeof value === 'string') return textSize(value, isEmbedded)
  if (Array.isArray(value))
    return value.reduce<number>((size, item) => size + answerSize(item, isEmbedded) + 1, 2)
  if (typeof value !== 'object' || value === null) return NUMBER_CHARACTERS
  let size = 2
  for (const [name, member] of Object.entries(value))
    size += textSize(name, isEmbedded) + 2 + answerSize(member, isEmbedded)
  return size
}

/** Returns the error for an answer that exceeds the budget of its request. */
export function answerSizeError(isList: boolean): CallError {
  const advice = isList ? 'ask for fewer rows with a smaller limit' : 'ask for fewer fields'
  return invalidParameter(
    `The answer is too long: the answers to one request have at most ${bounds.answerCharactersMax} ` +
      `characters together; ${advice}, or split the batch`,
  )
}
