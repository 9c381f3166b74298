import type { ReadContext, Tx } from '../../graph/context.ts'
import { isProfileShown } from './profile.ts'
import type { ProfileTag } from './records.ts'

/** A text as it is shown, and the profiles that it names, in the order of the text. */
export interface TaggedText {
  readonly text: string
  readonly tags: ProfileTag[]
}

/** A profile as text names it: `@[id]`. */
const mentionPattern = /@\[(\d{1,15})\]/g

/** The word in the place of a person whom the caller may not see. */
const HIDDEN_NAME = 'Somebody'

const codePoints = (text: string): number => {
  let count = 0
  for (const _ of text) count += 1
  return count
}

/** The UTF-16 index that lies so many code points behind another. */
function unitAfter(text: string, from: number, points: number): number {
  let unit = from
  for (let left = points; left > 0 && unit < text.length; left -= 1)
    unit += (text.codePointAt(unit) ?? 0) > 0xffff ? 2 : 1
  return unit
}

/** A text that grows piece by piece, and its length in Unicode code points. */
interface TextBuilder {
  text: string
  length: number
}

/** Adds a piece to a text and returns the piece's length in code points. */
function append(growing: TextBuilder, piece: string): number {
  const length = codePoints(piece)
  growing.text += piece
  growing.length += length
  return length
}

/** What a text can name. */
type MentionTable = 'pages' | 'users'

function findProfile(
  tx: Tx,
  id: number,
  named: readonly MentionTable[],
): { name: string; type: 'page' | 'user' } | undefined {
  const page = named.includes('pages') ? tx.find('pages', id) : undefined
  if (page) return { name: page.name, type: 'page' }
  const user = named.includes('users') ? tx.find('users', id) : undefined
  return user && { name: user.name, type: 'user' }
}

/**
 * Replaces `@[id]` with the name of the page or person, and notes where the name stands. The id of anything
 * else is left as it was typed (SIL-102).
 *
 * @param named What the text can name: calls name pages alone, what people and the platform do names both.
 */
export function resolveMentions(
  tx: Tx,
  typed: string,
  named: readonly MentionTable[] = ['pages', 'users'],
): TaggedText {
  const tags: ProfileTag[] = []
  const shown: TextBuilder = { text: '', length: 0 }
  let from = 0
  for (const { 0: whole, 1: id = '', index } of typed.matchAll(mentionPattern)) {
    const profile = findProfile(tx, Number(id), named)
    if (!profile) continue
    append(shown, typed.slice(from, index))
    const { name, type } = profile
    const offset = shown.length
    tags.push({ length: append(shown, name), id: String(Number(id)), name, offset, type })
    from = index + whole.length
  }
  append(shown, typed.slice(from))
  return { text: shown.text, tags }
}

/**
 * Returns a text as the caller may read it: without a page token, other people than the caller are replaced
 * with one word, whether the text names them or holds their `@[id]`; the tags behind them move (AUT-019).
 */
export function readableText({ text, tags }: TaggedText, context: ReadContext): TaggedText {
  const { tx, caller } = context
  if (caller.kind === 'page') return { text, tags }
  const typed = (piece: string): string =>
    piece.replace(mentionPattern, (whole, id: string) =>
      isProfileShown(context, Number(id)) || !tx.find('users', Number(id)) ? whole : HIDDEN_NAME,
    )
  if (tags.length === 0) return { text: typed(text), tags }
  const shown: TextBuilder = { text: '', length: 0 }
  const kept: ProfileTag[] = []
  let [unit, point] = [0, 0]
  for (const tag of tags) {
    const start = unitAfter(text, unit, tag.offset - point)
    const end = unitAfter(text, start, tag.length)
    append(shown, typed(text.slice(unit, start)))
    const isHidden = tag.type === 'user' && !isProfileShown(context, Number(tag.id))
    if (!isHidden) kept.push({ ...tag, offset: shown.length })
    append(shown, isHidden ? HIDDEN_NAME : text.slice(start, end))
    unit = end
    point = tag.offset + tag.length
  }
  append(shown, typed(text.slice(unit)))
  return { text: shown.text, tags: kept }
}
