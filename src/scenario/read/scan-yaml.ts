import { Lexer } from 'yaml'

/** The most tokens of a scenario file: 10,000 steps of some lines have fewer. A parser takes µs for each. */
const TOKENS_MAX = 500_000

/** A problem that the tokens of a text show, with its offset. */
interface TokenProblem {
  readonly offset: number
  readonly message: string
}

/** Tokens that stand for no characters: the beginning of a document or of a scalar, and an error. */
const marks: ReadonlySet<string> = new Set(['\u0002', '\u0018', '\u001f'])

const changeOf = (token: string): number =>
  token === '[' || token === '{' ? 1 : token === ']' || token === '}' ? -1 : 0

const ESCAPE = /\\(x[\da-fA-F]{2}|u[\da-fA-F]{4}|U[\da-fA-F]{8}|[0abefnrtvN_LP "/\\\t\r\n])?/g

/** Returns the place of the first wrong escape of a text in quotes. A parser makes an error of each. */
function wrongEscape(token: string): number | undefined {
  if (!token.startsWith('"')) return undefined
  for (const { index, 1: valid } of token.matchAll(ESCAPE)) if (valid === undefined) return index
  return undefined
}

/**
 * Looks for what would make a parser slow, in one pass: too many tokens, wrong escapes, and brackets that
 * nest too deeply or end what has not begun.
 */
export function scanYaml(text: string, depthMax: number): TokenProblem | undefined {
  let [offset, depth, count, previous] = [0, 0, 0, '']
  for (const token of new Lexer().lex(text)) {
    // The text of a scalar may look like a bracket.
    if (previous !== '\u001f') depth += changeOf(token)
    if (depth < 0) return { offset, message: `not valid YAML: ${token} ends nothing that has begun` }
    if (depth > depthMax) return { offset, message: `the document is nested deeper than ${depthMax} levels` }
    const wrong = wrongEscape(token)
    if (wrong !== undefined)
      return { offset: offset + wrong, message: 'not valid YAML: Invalid escape sequence' }
    count += 1
    if (count > TOKENS_MAX)
      return { offset, message: `a scenario has at most ${TOKENS_MAX} words and signs: split it` }
    if (!marks.has(token)) offset += token.length
    previous = token
  }
  return undefined
}
