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
/** A character that JSON may escape: a quote, a backslash, a control character or a surrogate. */
const MAYBE_ESCAPED = /[^ !#-[\]-\ud7ff\ue000-\uffff]/

/** Returns the characters of a text in JSON, with its quotes. */
function textSize(text: string, isEmbedded: boolean): number {
  const quotes = isEmbedded ? 4 : 2
  if (!MAYBE_ESCAPED.test(text)) return text.length + quotes
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
  if (typeof value !== 'object' || value === null) return NUMBER_CHARACTERS
  let size = 2
  if (Array.isArray(value)) {
    for (const item of value) size += answerSize(item, isEmbedded) + 1
    return size
  }
  const members = value as Readonly<Record<string, unknown>>
  for (const name of Object.keys(members))
    size += textSize(name, isEmbedded) + 2 + answerSize(members[name], isEmbedded)
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
