import type { Tx } from '../../service/routes/context.ts'
import type { ReadContext } from '../../service/routes/read-context.ts'
import { isProfileShown } from './profile.ts'
import type { ProfileTag } from './records.ts'

/** A text with the names of the profiles that it mentions, and a tag for each name, in text order. */
export interface TaggedText {
  readonly text: string
  readonly tags: ProfileTag[]
}

/** A mention as it is typed: `@[id]`. */
const mentionPattern = /@\[(\d{1,15})\]/g

/** Replaces the name of a person whom the caller may not see. */
const HIDDEN_NAME = 'Somebody'

/** The length of a text in Unicode code points (FEE-055). */
const codePoints = (text: string): number => {
  let count = 0
  for (const _ of text) count += 1
  return count
}

/** Returns the UTF-16 index that is `points` code points after the index `from`. */
function indexAfter(text: string, from: number, points: number): number {
  let index = from
  for (let left = points; left > 0 && index < text.length; left -= 1)
    index += (text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1
  return index
}

/** A text under construction, and its length in code points. */
interface TextBuilder {
  text: string
  length: number
}

/** Adds a piece to a text and returns the piece's length in code points. */
function append(builder: TextBuilder, piece: string): number {
  const length = codePoints(piece)
  builder.text += piece
  builder.length += length
  return length
}

/** The tables of the profiles that a text can mention. */
type Mentionable = 'pages' | 'users'

function findProfile(
  tx: Tx,
  id: number,
  mentionable: readonly Mentionable[],
): { name: string; type: 'page' | 'user' } | undefined {
  const page = mentionable.includes('pages') ? tx.find('pages', id) : undefined
  if (page) return { name: page.name, type: 'page' } // FEE-054
  const user = mentionable.includes('users') ? tx.find('users', id) : undefined
  return user && { name: user.name, type: 'user' }
}

/**
 * Replaces each `@[id]` with the name of the page or person, and tags the name. An unknown id stays as it was
 * typed (FEE-153, SIL-102).
 *
 * @param mentionable Calls can mention pages only; actions can mention pages and people.
 */
export function resolveMentions(
  tx: Tx,
  typed: string,
  mentionable: readonly Mentionable[] = ['pages', 'users'],
): TaggedText {
  const tags: ProfileTag[] = []
  if (!typed.includes('@[')) return { text: typed, tags }
  const resolved: TextBuilder = { text: '', length: 0 }
  let from = 0
  for (const { 0: mention, 1: id = '', index } of typed.matchAll(mentionPattern)) {
    const profile = findProfile(tx, Number(id), mentionable)
    if (!profile) continue
    append(resolved, typed.slice(from, index))
    const { name, type } = profile
    const offset = resolved.length
    tags.push({ length: append(resolved, name), id: String(Number(id)), name, offset, type })
    from = index + mention.length
  }
  append(resolved, typed.slice(from))
  return { text: resolved.text, tags }
}

/**
 * Returns a text as the caller may read it. Without a page token, one word replaces the name or the `@[id]`
 * of each person other than the caller, and the offsets of later tags change (AUT-019).
 */
export function readableText({ text, tags }: TaggedText, context: ReadContext): TaggedText {
  const { tx, caller } = context
  if (caller.kind === 'page') return { text, tags }
  const hideTyped = (piece: string): string =>
    piece.replace(mentionPattern, (mention, id: string) =>
      isProfileShown(context, Number(id)) || !tx.find('users', Number(id)) ? mention : HIDDEN_NAME,
    )
  if (tags.length === 0) return { text: hideTyped(text), tags }
  const readable: TextBuilder = { text: '', length: 0 }
  const shownTags: ProfileTag[] = []
  let [index, point] = [0, 0]
  for (const tag of tags) {
    const start = indexAfter(text, index, tag.offset - point)
    const end = indexAfter(text, start, tag.length)
    append(readable, hideTyped(text.slice(index, start)))
    const isHidden = tag.type === 'user' && !isProfileShown(context, Number(tag.id))
    if (!isHidden) shownTags.push({ ...tag, offset: readable.length })
    append(readable, isHidden ? HIDDEN_NAME : text.slice(start, end))
    index = end
    point = tag.offset + tag.length
  }
  append(readable, hideTyped(text.slice(index)))
  return { text: readable.text, tags: shownTags }
}
