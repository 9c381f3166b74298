import { bounds } from './contract/bounds.ts'
import { type CallError, invalidParameter } from './contract/errors.ts'

/** The answer budget of a request, which its calls share. */
export interface AnswerBudget {
  /** The characters that are left. */
  characters: number
  /** Whether each answer becomes a text within the answer of a batch. */
  isEmbedded: boolean
  /** The lists within records that it has read, with their rows and characters. */
  readonly expanded: { lists: number; rows: number; characters: number }
}

/** Returns the answer budget of a new request. */
export const newAnswerBudget = (): AnswerBudget => ({
  characters: bounds.answerCharactersMax,
  isEmbedded: false,
  expanded: { lists: 0, rows: 0, characters: 0 },
})

/** Returns the error for an answer that exceeds the budget of its request. */
export function answerSizeError(isList: boolean): CallError {
  const advice = isList ? 'ask for fewer rows with a smaller limit' : 'ask for fewer fields'
  return invalidParameter(
    `The answer is too long: the answers to one request have at most ${bounds.answerCharactersMax} ` +
      `characters together; ${advice}, or split the batch`,
  )
}
