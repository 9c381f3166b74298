import type { CallProgress } from './call-progress.ts'
import { findToken } from './caller/caller.ts'
import { nodeNumber } from './values/ids.ts'
import { isoTime } from './values/times.ts'
import { isValueless } from './values/valueless.ts'

const UNKNOWN =
  'this world has issued no such token: use one of starter() or of the action issueToken; a token of ' +
  'another world, or from before reset(), is not valid here'

/** The hint about a text that is no token, but contains one, or is an id; undefined for any other text. */
function misspelledToken({ tx }: CallProgress, token: string): string | undefined {
  if (token !== token.trim()) return 'the token has white space around it: send the token alone'
  if (/^bearer /i.test(token)) return 'the token begins with the word Bearer: send the token alone'
  const id = nodeNumber(token)
  return id !== undefined && tx.node(id)
    ? 'the token is the id of an object of this world: send a token, such as pageToken of starter()'
    : undefined
}

/** Returns the hint about a call whose token is not valid; undefined if its error says enough. */
export function tokenAdvice(progress: CallProgress): string | undefined {
  const { tx, call } = progress
  const [token, other] = call.tokens
  if (token === undefined || other !== undefined) return undefined
  if (isValueless(token)) return `the token is the text ${token}: the variable that holds it has no token`
  if (token.includes('|')) return 'an app token is the id and the secret of an app of this world: ID|SECRET'
  const found = findToken(tx, token)
  if (!found) return misspelledToken(progress, token) ?? UNKNOWN
  if (found.row.revoked) return 'the token was revoked'
  const { expiresAt } = found
  return expiresAt === null || tx.now < expiresAt
    ? undefined
    : `the token expired at ${isoTime(expiresAt)}, and the world is at ${isoTime(tx.now)}`
}
