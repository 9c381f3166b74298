import { z } from '../../engine/schema/zod.ts'
import { administratorsOf } from '../../service/access/access.ts'
import { hasPermission } from '../../service/caller/caller.ts'
import type { ReadContext } from '../../service/routes/read-context.ts'
import { privacyDescriptions } from '../people/privacy.ts'
import { isProfileShown, profileOf } from '../people/profile.ts'
import { friendsLevels, type ProfileTag, privacyLevels } from '../people/records.ts'
import { readableText, resolveMentions, type TaggedText } from '../people/tagged-text.ts'
import type { PostRow } from '../rows.ts'
import { profilesNamedIn } from './records.ts'

/**
 * Returns the person who created a post of a page. Requires a page token with business_management, and a page
 * with more than one administrator (FEE-013, FEE-014, FEE-015, AUT-012, SIL-107).
 */
export function creatorOf({ page, author, creator }: PostRow, { tx, caller }: ReadContext) {
  if (caller.kind !== 'page' || !hasPermission(caller, 'business_management') || author !== page)
    return undefined
  const user = tx.find('users', creator)
  return user && administratorsOf(tx, page).length > 1 ? { id: user.id, name: user.name } : undefined
}

/**
 * Returns the author of a post or a comment. A user token sees only its own person (FEE-029, FEE-030,
 * SIL-055).
 */
export function authorOf({ author }: Pick<PostRow, 'author'>, context: ReadContext) {
  const keepsPages = context.policy.fromForUserTokens === 'keepPages'
  const page = keepsPages ? context.tx.find('pages', author) : undefined
  return page || isProfileShown(context, author) ? profileOf(context.tx, author) : undefined
}

/** Returns the profiles that a post names. A user token sees only its own person (FEE-085, FEE-086). */
export function addresseesOf(post: PostRow, context: ReadContext) {
  const data = profilesNamedIn(post)
    .filter((id) => isProfileShown(context, id))
    .flatMap((id) => profileOf(context.tx, id) ?? [])
  return data.length > 0 ? { data } : undefined
}

/** Returns the pages that the uploads of the photos of a post named as sponsors. */
export function sponsorsOf({ photos }: PostRow, { tx }: ReadContext) {
  const named = photos.flatMap((id) => tx.find('photos', id)?.given['sponsor_id'] ?? [])
  const data = [...new Set(named.map(Number))].flatMap((id) => profileOf(tx, id) ?? [])
  return data.length > 0 ? { data } : undefined
}

/** Returns the message of a post or a comment as the caller may read it (FEE-048, AUT-019). */
export function messageOf(
  { message, messageTags = [] }: Pick<PostRow, 'message' | 'messageTags'>,
  context: ReadContext,
): TaggedText | undefined {
  return message === undefined ? undefined : readableText({ text: message, tags: messageTags }, context)
}

/** Returns the tags of a message. A user token sees only the tags of its own person (FEE-049, FEE-056). */
export function messageTagsOf(
  post: Pick<PostRow, 'message' | 'messageTags'>,
  context: ReadContext,
): ProfileTag[] | undefined {
  const tags = messageOf(post, context)?.tags.filter(({ id }) => isProfileShown(context, Number(id))) ?? []
  return tags.length > 0 ? tags : undefined
}

/** Returns the story of a post, for apps with the recent-activity-stories migration (FEE-074, FEE-075). */
export function storyOf(
  { insights, story, storyTags = [] }: PostRow,
  context: ReadContext,
): TaggedText | undefined {
  if (!context.caller.app.activityStories) return undefined
  const override = insights?.story
  if (override !== undefined) return readableText(resolveMentions(context.tx, override), context)
  return story === undefined ? undefined : readableText({ text: story, tags: storyTags }, context)
}

/** The privacy of a post. */
export const Privacy = z.object({
  /** The ids of those who can see it, between commas. Empty unless the value is CUSTOM. */
  allow: z.string(), // FEE-113
  /** The ids of those who cannot see it, between commas. Empty unless the value is CUSTOM. */
  deny: z.string(), // FEE-115
  /** The level in words. */
  description: z.string(), // FEE-117
  /** Which friends can see it. Empty unless the value is CUSTOM. */
  friends: z.enum([...friendsLevels, '']), // FEE-118
  /** The level. */
  value: z.enum(privacyLevels), // FEE-120
})

const noAudience = { friends: '', allow: '', deny: '' } as const

/** Removes the ids that the caller may not see from a list of comma-separated ids. */
function shownIds(ids: string, context: ReadContext): string {
  if (context.caller.kind === 'page') return ids
  return ids
    .split(',')
    .map((id) => id.trim())
    .filter((id) => isProfileShown(context, Number(id)))
    .join(',')
}

/** Returns the privacy of a post. Only CUSTOM privacy has an audience (FEE-061, FEE-114, FEE-116). */
export function privacyOf({ privacy, audience }: PostRow, context: ReadContext): z.output<typeof Privacy> {
  const { friends, allow, deny } = (privacy === 'CUSTOM' && audience) || noAudience
  return {
    allow: shownIds(allow, context),
    deny: shownIds(deny, context),
    description: privacyDescriptions[privacy],
    friends,
    value: privacy,
  }
}
