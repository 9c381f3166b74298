import { z } from '../../engine/schema/zod.ts'
import type { Tx } from '../../service/routes/context.ts'
import type { ReadContext } from '../../service/routes/read-context.ts'
import { webLink } from '../../service/values/links.ts'
import { present } from '../../service/values/references.ts'
import { isoTime } from '../../service/values/times.ts'
import { field } from '../../service/views/fields.ts'
import type { View } from '../../service/views/view.ts'
import { silhouetteOf } from '../people/page-fields.ts'
import { pictureLink } from '../people/picture-links.ts'
import type { InstagramAccountRow, InstagramMediaRow } from '../rows.ts'
import { instagramProducts } from './instagram-records.ts'
import { mediaTypes } from './records.ts'

const onRequest = { onRequest: true } as const

/** The record of an Instagram account. */
export const instagramAccountView = {
  name: 'IGUser',
  minimal: ['id'],
  fields: {
    id: field(z.string(), ({ id }: InstagramAccountRow) => String(id)),
    /** The id of the account in the app. */
    ig_id: field(z.int(), ({ id }: InstagramAccountRow) => id),
    /** The user name, as in URLs. */
    username: field(z.string(), ({ username }: InstagramAccountRow) => username),
    /** The full name. */
    name: field(z.string(), ({ name }: InstagramAccountRow) => name),
    /** The description that the account gives of itself. It is missing if there is none. */
    biography: field(z.string(), ({ biography }: InstagramAccountRow) => biography),
    /** The URL of the website. Missing without one. */
    website: field(z.string(), ({ website }: InstagramAccountRow) => website),
    /** The number of accounts that follow it. */
    followers_count: field(z.int(), ({ followers }: InstagramAccountRow) => followers),
    /** The number of accounts that it follows. */
    follows_count: field(z.int(), ({ follows }: InstagramAccountRow) => follows),
    /** The number of published media, without stories. */
    media_count: field(z.int(), ({ id }: InstagramAccountRow, { tx }) =>
      tx.count('instagramMedia', 'byAccount', [id]),
    ),
    /** The URL of the profile picture: always a silhouette. */
    profile_picture_url: field(z.string(), ({ id }: InstagramAccountRow) =>
      pictureLink({ id, picture: silhouetteOf({ id }) }, 200, 200),
    ),
  },
} satisfies View<InstagramAccountRow>

const itemsOf = (tx: Tx, { id }: InstagramMediaRow): InstagramMediaRow[] =>
  tx.list('instagramMedia', 'children', [id])

const stillUrl = ({ id, picture }: InstagramMediaRow): string | undefined =>
  picture && pictureLink({ id, picture }, picture.width, picture.height)

/** Returns the URL of the media itself; for an album, of its first item. */
function mediaUrl(tx: Tx, media: InstagramMediaRow): string | undefined {
  if (media.type === 'IMAGE') return stillUrl(media)
  if (media.type === 'VIDEO') return webLink(`/videos/${media.id}.mp4`)
  const [first] = itemsOf(tx, media)
  return first && mediaUrl(tx, first)
}

const shortcodeOf = ({ id }: InstagramMediaRow): string => id.toString(36)

const usernameOf = ({ account }: InstagramMediaRow, { tx }: ReadContext): string =>
  present(tx, 'instagramAccounts', account).username

const Owner = z.object({
  /** The id of the account. */
  id: z.string(),
})

/** The fields of media that the items of an album have too. */
const itemFields = {
  id: field(z.string(), ({ id }: InstagramMediaRow) => String(id)),
  /** The id of the media in the app. */
  ig_id: field(z.string(), ({ id }: InstagramMediaRow) => String(id), onRequest),
  /** The kind of media. */
  media_type: field(z.enum(mediaTypes), ({ type }: InstagramMediaRow) => type),
  /** The URL of the image or the video; for an album, of its first item. */
  media_url: field(z.string(), (media: InstagramMediaRow, { tx }) => mediaUrl(tx, media)),
  /** The account that published it. */
  owner: field(Owner, ({ account }: InstagramMediaRow) => ({ id: String(account) }), onRequest),
  /** The permanent URL. */
  permalink: field(z.string(), ({ id }: InstagramMediaRow) => webLink(`/p/${id}`)),
  /** The last part of a short URL. */
  shortcode: field(z.string(), shortcodeOf, onRequest),
  /** The URL of the still image of a video. Missing for other media. */
  thumbnail_url: field(z.string(), (media: InstagramMediaRow) =>
    media.type === 'VIDEO' ? stillUrl(media) : undefined,
  ),
  /** When the media was published. */
  timestamp: field(z.string(), ({ createdTime }: InstagramMediaRow) => isoTime(createdTime)),
  /** The user name of the account. */
  username: field(z.string(), usernameOf),
}

/** The record of an item in the list of an album. */
export const instagramItemView = {
  name: 'IGMedia',
  minimal: ['id'],
  fields: itemFields,
} satisfies View<InstagramMediaRow>

/** The record of an image, a video or an album of an Instagram account. */
export const instagramMediaView = {
  name: 'IGMedia',
  minimal: ['id'],
  fields: {
    ...itemFields,
    /** The text. Missing without one. */
    caption: field(z.string(), ({ caption }: InstagramMediaRow) => caption),
    /** The description of the image for people who do not see it. Missing without one. */
    alt_text: field(z.string(), ({ altText }: InstagramMediaRow) => altText),
    /** Where Instagram shows the media. */
    media_product_type: field(z.enum(instagramProducts), ({ product }: InstagramMediaRow) => product),
    /** The number of comments: always 0, because comments of media are not simulated. */
    comments_count: field(z.int(), (_media: InstagramMediaRow) => 0),
    /** The number of likes: always 0, because likes of media are not simulated. */
    like_count: field(z.int(), (_media: InstagramMediaRow) => 0),
    /** Whether people can comment. */
    is_comment_enabled: field(z.boolean(), (_media: InstagramMediaRow) => true, onRequest),
  },
} satisfies View<InstagramMediaRow>
