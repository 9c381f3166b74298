import { z } from 'zod'
import type { Tx } from '../seen.ts'

/** A page or a person as records name it. */
export const Profile = z.object({ id: z.string(), name: z.string() })

/** The page or person with this id; undefined when there is none. */
export function profileOf(tx: Tx, id: number): z.output<typeof Profile> | undefined {
  const profile = tx.find('pages', id) ?? tx.find('users', id)
  return profile && { id: String(id), name: profile.name }
}

/** What a profile that a text names can be. */
export const profileTypes = ['user', 'page', 'group'] as const

/** A profile that a text names, and where in the text, counted in Unicode code points. */
export const ProfileTag = z.object({
  length: z.int(),
  id: z.string(),
  name: z.string(),
  offset: z.int(),
  type: z.enum(profileTypes),
})

/** A profile that a text names. */
export type ProfileTag = z.output<typeof ProfileTag>

/** A text as it is shown, and the profiles that it names. */
interface TaggedText {
  readonly text: string
  readonly tags: ProfileTag[]
}

const codePoints = (text: string): number => {
  let count = 0
  for (const _ of text) count += 1
  return count
}

/**
 * Puts the name of a page in the place of `@[page-id]`, and notes where it stands; the id of no page is left
 * as it was typed (SIL-102).
 */
export function mentioned(tx: Tx, typed: string): TaggedText {
  const tags: ProfileTag[] = []
  let text = ''
  let offset = 0
  let from = 0
  const add = (piece: string): number => {
    const length = codePoints(piece)
    text += piece
    offset += length
    return length
  }
  for (const mention of typed.matchAll(/@\[(\d{1,15})\]/g)) {
    const [whole, id = ''] = mention
    const page = tx.find('pages', Number(id))
    if (!page) continue
    add(typed.slice(from, mention.index))
    const start = offset
    const length = add(page.name)
    tags.push({ length, id: String(page.id), name: page.name, offset: start, type: 'page' })
    from = mention.index + whole.length
  }
  add(typed.slice(from))
  return { text, tags }
}
