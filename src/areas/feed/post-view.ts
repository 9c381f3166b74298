import { z } from 'zod'
import { administratorsOf } from '../../graph/access/tasks.ts'
import { hasPermission } from '../../graph/caller/caller.ts'
import type { ReadContext } from '../../graph/context.ts'
import { jsonObjectColumn } from '../../graph/values/columns.ts'
import { webLink } from '../../graph/values/links.ts'
import { isoTime, unixTime } from '../../graph/values/times.ts'
import { field, type View } from '../../graph/views/fields.ts'
import { isExpired, postId, seesPost } from '../content/post.ts'
import { privacyDescriptions } from '../people/privacy.ts'
import { isProfileShown, Profile, profileOf } from '../people/profile.ts'
import { friendsLevels, ProfileTag, privacyLevels } from '../people/records.ts'
import { readableText, resolveMentions, type TaggedText } from '../people/tagged-text.ts'
import type { PostRow } from '../rows.ts'
import { Attachment, attachmentsOf, fullPictureOf } from './post-attachments.ts'
import { FeedTargeting, feedTargetingOf, Targeting, targetingOf } from './post-targeting.ts'
import {
  ChildAttachment,
  type Insights,
  photoappEligibilities,
  profilesNamedIn,
  statusTypes,
  VideoProperties,
} from './records.ts'

/** An instant of a post, in the form that the policy `postTimes` chooses. */
const postTime = (milliseconds: number, { policy }: ReadContext): number | string =>
  policy.postTimes === 'iso' ? isoTime(milliseconds) : unixTime(milliseconds)

const PostTime = z.union([z.number(), z.string()])

/** A value that was set by hand, or else the one that follows from the post. */
const insightOr = <N extends keyof z.output<typeof Insights>>(
  { insights }: PostRow,
  name: N,
  derived: () => z.output<typeof Insights>[N],
): z.output<typeof Insights>[N] => insights?.[name] ?? derived()

const permalink = (post: PostRow): string =>
  insightOr(post, 'permalink_url', () => webLink(`/${postId(post)}`)) ?? webLink(`/${postId(post)}`)

/** What everybody can do with a post, and the links that came with it. */
function actionsOf(post: PostRow): { name: string; link: string }[] {
  const link = permalink(post)
  const every = ['Comment', 'Like', 'Share'].map((name) => ({ name, link }))
  return [...every, ...(post.actions ?? [])]
}

/** Who made a post of a page: for a page token with business_management, when there are several admins. */
function creatorOf({ page, author, creator }: PostRow, { tx, caller }: ReadContext) {
  if (caller.kind !== 'page' || !hasPermission(caller, 'business_management') || author !== page)
    return undefined
  const user = tx.find('users', creator)
  return user && administratorsOf(tx, page).length > 1 ? { id: user.id, name: user.name } : undefined
}

function authorOf({ author }: PostRow, context: ReadContext) {
  const keepsPages = context.policy.fromForUserTokens === 'keepPages'
  const page = keepsPages ? context.tx.find('pages', author) : undefined
  return page || isProfileShown(context, author) ? profileOf(context.tx, author) : undefined
}

function addresseesOf(post: PostRow, context: ReadContext) {
  const data = profilesNamedIn(post)
    .filter((id) => isProfileShown(context, id))
    .flatMap((id) => profileOf(context.tx, id) ?? [])
  return data.length > 0 ? { data } : undefined
}

function messageOf({ message, messageTags = [] }: PostRow, context: ReadContext): TaggedText | undefined {
  return message === undefined ? undefined : readableText({ text: message, tags: messageTags }, context)
}

/** With a user token the tags of a message are of the token's person alone: pages are left out too. */
function messageTagsOf(post: PostRow, context: ReadContext): ProfileTag[] | undefined {
  const shown = messageOf(post, context)?.tags.filter(({ id }) => isProfileShown(context, Number(id))) ?? []
  return shown.length > 0 ? shown : undefined
}

/** A page can write to the person who wrote on its feed. */
function canReplyPrivately(post: PostRow, { caller }: ReadContext): boolean | undefined {
  if (!hasPermission(caller, 'read_page_mailboxes')) return undefined
  return insightOr(
    post,
    'can_reply_privately',
    () => caller.page?.id === post.page && post.author !== post.page,
  )
}

const isPromotable = (post: PostRow, { now }: ReadContext): boolean =>
  insightOr(
    post,
    'is_eligible_for_promotion',
    () => !isExpired(post, now) && (post.published || post.scheduledTime === null),
  ) ?? false

const photoappEligibility = (post: PostRow) =>
  insightOr(post, 'photoapp_eligibility', () =>
    post.photos.length > 0 ? 'eligible' : 'ineligible_post_type',
  )

const isPhotoappEligible = (post: PostRow) =>
  insightOr(post, 'is_photoapp_eligible', () => String(photoappEligibility(post) === 'eligible'))

/** Popular is what more than ten of a hundred people it reached did something with (SIL-106). */
const isPopular = (post: PostRow) =>
  insightOr(post, 'is_popular', () => {
    const { actions, reach } = post.engagement ?? { actions: 0, reach: 0 }
    return reach > 0 && actions * 100 > reach * 10
  })

const videoBuyingEligibility = (post: PostRow, context: ReadContext) =>
  insightOr(post, 'video_buying_eligibility', () =>
    post.video && isPromotable(post, context) ? [] : ['ineligible_post_type'],
  )

const twoDigits = (value: number): string => String(value).padStart(2, '0')

const propertiesOf = (post: PostRow) =>
  insightOr(post, 'properties', () => {
    const { id, video } = post
    if (!video) return undefined
    const text = `${twoDigits(Math.floor(video.seconds / 60))}:${twoDigits(video.seconds % 60)}`
    return { name: 'Length', text, href: webLink(`/videos/${id}`) }
  })

const Privacy = z.object({
  allow: z.string(),
  deny: z.string(),
  description: z.string(),
  friends: z.enum([...friendsLevels, '']),
  value: z.enum(privacyLevels),
})

const noAudience = { friends: '', allow: '', deny: '' } as const

/** Of comma-separated ids those that the caller may see. */
function shownIds(ids: string, context: ReadContext): string {
  if (context.caller.kind === 'page') return ids
  return ids
    .split(',')
    .map((id) => id.trim())
    .filter((id) => isProfileShown(context, Number(id)))
    .join(',')
}

/** Who may see a post; `allow`, `deny` and `friends` say something only where the value is CUSTOM. */
function privacyOf({ privacy, audience }: PostRow, context: ReadContext): z.output<typeof Privacy> {
  const { friends, allow, deny } = (privacy === 'CUSTOM' && audience) || noAudience
  return {
    allow: shownIds(allow, context),
    deny: shownIds(deny, context),
    description: privacyDescriptions[privacy],
    friends,
    value: privacy,
  }
}

/** The parent post, unless the caller cannot read it. */
function parentOf({ parent }: PostRow, context: ReadContext): string | undefined {
  const found = parent === undefined ? undefined : context.tx.find('posts', parent)
  return found && seesPost(context, found) ? postId(found) : undefined
}

const CallToAction = z.object({ type: z.string(), value: jsonObjectColumn.optional() })
const callToActionOf = ({ callToAction }: PostRow) =>
  callToAction && CallToAction.safeParse(callToAction).data

/** The story that a post tells, for apps with the migration alone; one set by hand has tags of its own. */
function storyOf({ insights, story, storyTags = [] }: PostRow, context: ReadContext): TaggedText | undefined {
  if (!context.caller.app.activityStories) return undefined
  const byHand = insights?.story
  if (byHand !== undefined) return readableText(resolveMentions(context.tx, byHand), context)
  return story === undefined ? undefined : readableText({ text: story, tags: storyTags }, context)
}

/** Who made a post or commented on it follows what happens to it. */
const isSubscribed = ({ creator, subscribers = [] }: PostRow, user: number | undefined): boolean =>
  user !== undefined && (user === creator || subscribers.includes(user))

const ActionLink = z.object({ name: z.string(), link: z.string() })

/** A post as it is read (Resources › Page post). */
export const postView = {
  name: 'Post',
  minimal: ['id', 'created_time', 'message', 'story'],
  fields: {
    id: field(z.string(), (post: PostRow) => postId(post)),
    actions: field(z.array(ActionLink), (post: PostRow) => actionsOf(post)),
    admin_creator: field(z.object({ id: z.int(), name: z.string() }), creatorOf),
    allowed_advertising_objects: field(z.string(), (post: PostRow) =>
      insightOr(post, 'allowed_advertising_objects', () => undefined),
    ),
    application: field(Profile, ({ app }: PostRow, { tx }) => {
      const found = tx.find('apps', app)
      return found && { id: String(app), name: found.name }
    }),
    attachments: field(z.object({ data: z.array(Attachment) }), (post: PostRow, context) =>
      attachmentsOf(context, post),
    ),
    backdated_time: field(PostTime.nullable(), ({ backdatedTime }: PostRow, context) =>
      backdatedTime === undefined ? null : postTime(backdatedTime, context),
    ),
    call_to_action: field(CallToAction, callToActionOf),
    context: field(CallToAction, callToActionOf),
    can_reply_privately: field(z.boolean(), canReplyPrivately),
    child_attachments: field(z.array(ChildAttachment), (post: PostRow) => post.children),
    created_time: field(PostTime, (post: PostRow, context) => postTime(post.createdTime, context)),
    feed_targeting: field(FeedTargeting, feedTargetingOf),
    from: field(Profile, authorOf),
    full_picture: field(z.string(), (post: PostRow, context) => fullPictureOf(context, post)),
    icon: field(z.string(), (post: PostRow) =>
      insightOr(post, 'icon', () => webLink(`/icons/${post.statusType}.png`)),
    ),
    photoapp_eligibility: field(z.enum(photoappEligibilities), photoappEligibility),
    is_eligible_for_promotion: field(z.boolean(), isPromotable),
    is_expired: field(z.boolean(), (post: PostRow, { now }) => isExpired(post, now)),
    is_hidden: field(z.boolean(), ({ author, page, hidden }: PostRow) =>
      author === page ? hidden : undefined,
    ),
    is_photoapp_eligible: field(z.string(), isPhotoappEligible),
    is_popular: field(z.boolean(), isPopular),
    is_published: field(z.boolean(), (post: PostRow) => post.published),
    is_spherical: field(z.boolean(), ({ video }: PostRow) => video?.spherical ?? false),
    message: field(z.string(), (post: PostRow, context) => messageOf(post, context)?.text),
    message_tags: field(z.array(ProfileTag), messageTagsOf),
    parent_id: field(z.string(), parentOf),
    permalink_url: field(z.string(), permalink),
    place: field(z.string(), ({ place }: PostRow) => (place === undefined ? undefined : String(place))),
    privacy: field(Privacy, privacyOf),
    promotable_id: field(z.string(), (post: PostRow) => insightOr(post, 'promotable_id', () => postId(post))),
    properties: field(VideoProperties, propertiesOf),
    sheduled_publish_time: field(z.number(), ({ scheduledTime }: PostRow) =>
      scheduledTime === null ? undefined : unixTime(scheduledTime),
    ),
    shares: field(z.object({ count: z.int() }), ({ engagement }: PostRow) => ({
      count: engagement?.shares ?? 0,
    })),
    status_type: field(z.enum(statusTypes), (post: PostRow) =>
      insightOr(post, 'status_type', () => statusTypes.find((type) => type === post.statusType)),
    ),
    story: field(z.string(), (post: PostRow, context) => storyOf(post, context)?.text),
    story_tags: field(z.array(ProfileTag), (post: PostRow, context) => storyOf(post, context)?.tags),
    subscribed: field(z.boolean(), (post: PostRow, { caller }) =>
      insightOr(post, 'subscribed', () => isSubscribed(post, caller.user?.id)),
    ),
    targeting: field(Targeting, targetingOf),
    to: field(z.object({ data: z.array(Profile) }), addresseesOf),
    updated_time: field(PostTime, (post: PostRow, context) => postTime(post.updatedTime, context)),
    video_buying_eligibility: field(z.array(z.string()), videoBuyingEligibility),
  },
} satisfies View<PostRow>
