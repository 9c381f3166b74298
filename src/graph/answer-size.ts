import { bounds } from './contract/bounds.ts'
import type { CallError } from './contract/errors.ts'

/** How many characters the answers to the calls of one request may still have. They share it. */
export interface AnswerRoom {
  characters: number
}

/** The room that a request begins with. */
export const answerRoom = (): AnswerRoom => ({ characters: bounds.answerCharactersMax })

// What escapes add to a shorter text is not worth writing it for.
const ESCAPED_FROM = 32
const NUMBER_CHARACTERS = 12

/** Characters that a value of an answer takes as JSON text: exact for long texts, nearly so for the rest. */
export function answerSize(value: unknown): number {
  if (typeof value === 'string')
    return value.length < ESCAPED_FROM ? value.length + 2 : JSON.stringify(value).length
  if (Array.isArray(value)) return value.reduce<number>((size, item) => size + answerSize(item) + 1, 2)
  if (typeof value !== 'object' || value === null) return NUMBER_CHARACTERS
  let size = 2
  for (const [name, member] of Object.entries(value)) size += name.length + 4 + answerSize(member)
  return size
}

/** The problem of an answer that is too long for its request. */
export function answerSizeError(isList: boolean): CallError {
  const advice = isList ? 'ask for fewer rows with a smaller limit' : 'ask for fewer fields'
  return {
    code: 100,
    message:
      `The answer is too long: the answers to one request have at most ${bounds.answerCharactersMax} ` +
      `characters together; ${advice}, or make the calls of a batch apart`,
  }
}
