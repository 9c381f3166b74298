import { z } from '../../engine/schema/zod.ts'
import { servesBeyond } from '../../service/contract/beyond.ts'
import { limits } from '../../service/contract/limits.ts'
import type { Tx } from '../../service/routes/context.ts'
import type { ReadContext } from '../../service/routes/read-context.ts'
import { postId } from '../../service/values/ids.ts'
import { webLink } from '../../service/values/links.ts'
import type { Selection } from '../../service/views/view.ts'
import { photoImages, pictureLink } from '../people/picture-links.ts'
import { profileOf } from '../people/profile.ts'
import { ProfileTag } from '../people/records.ts'
import { fitted } from '../pictures/sizes.ts'
import type { PhotoRow, PostRow } from '../rows.ts'
import { messageOf, messageTagsOf } from './post-profiles.ts'

const Media = z.object({
  /** The image of the attachment. */
  image: z.object({
    /** The URL of the image. */
    src: z.string(),
    /** The width in pixels. Missing if it is unknown. */
    width: z.int().optional(),
    /** The height in pixels. Missing if it is unknown. */
    height: z.int().optional(),
  }),
})

const Subattachment = z.object({
  /** The kind of attachment, such as `photo`, `share` or `album`. */
  type: z.string(),
  /** The URL that the attachment leads to. */
  url: z.string(),
  /** The title of the attachment. Missing without one. */
  title: z.string().optional(),
  /** The text of the attachment. Missing without one. */
  description: z.string().optional(),
  /** The picture of the attachment. Missing without one. */
  media: Media.optional(),
  /**
   * The attached object. For a link to another site, only a world with the policy `beyond: 'serve'` has it.
   */
  target: z
    .object({
      /** The id of the object. Missing for a link to another site. */
      id: z.string().optional(),
      /** The URL of the object. */
      url: z.string(),
    })
    .optional(),
  /**
   * `photo`, `album`, `video` or `link`, if the read names it. Only a world with the policy `beyond: 'serve'`
   * has it.
   */
  media_type: z.enum(['photo', 'album', 'video', 'link']).optional(),
  /**
   * The URL without a redirect, if the read names it. Only a world with the policy `beyond: 'serve'` has it.
   */
  unshimmed_url: z.string().optional(),
})

/** An attachment of a post: a photo, a video or a link; or an album of photos, or several links. */
export const Attachment = Subattachment.extend({
  /**
   * The people and pages that the text mentions. Missing without any. Only a world with the policy
   * `beyond: 'serve'` has it.
   */
  description_tags: z.array(ProfileTag).optional(),
  /** The items of an album or of a carousel. Missing for a single attachment. */
  subattachments: z
    .object({
      /** The items in their order. */
      data: z.array(Subattachment),
    })
    .optional(),
})

type Attachment = z.output<typeof Attachment>

/** Returns the existing photos of a post. */
const photosOf = (tx: Tx, { photos }: PostRow): readonly PhotoRow[] =>
  photos.map((id) => tx.find('photos', id)).filter((photo) => photo !== undefined)

/**
 * Returns the thumbnail of a link post: the photo that object_attachment named, if it still exists, or else
 * the stored picture (SIL-094).
 */
function thumbnailOf(tx: Tx, post: PostRow): Pick<PhotoRow, 'id' | 'picture'> | undefined {
  const { id, thumbnail: picture, thumbnailPhoto } = post
  const photo = thumbnailPhoto === undefined ? undefined : tx.find('photos', thumbnailPhoto)
  return photo ?? (picture && { id, picture })
}

/** Returns the picture with its largest side reduced to 720 pixels if it is larger (FEE-032). */
function resized(photo: Pick<PhotoRow, 'id' | 'picture'>): { src: string; width: number; height: number } {
  const { width, height } = fitted(photo.picture.width, photo.picture.height, limits.fullPictureSideMax)
  return { src: pictureLink(photo, width, height), width, height }
}

/** Returns the URL of the picture of a post: its first photo, or the thumbnail of its link (FEE-031). */
export function fullPictureOf(tx: Tx, post: PostRow): string | undefined {
  const photo = photosOf(tx, post)[0] ?? thumbnailOf(tx, post)
  return photo && resized(photo).src
}

function photoAttachment(photo: PhotoRow): Attachment {
  const [image] = photoImages(photo)
  const url = webLink(`/photo/${photo.id}`)
  const src = image?.source ?? url
  const { width, height } = photo.picture
  return {
    type: 'photo',
    url,
    media: { image: { src, width, height } },
    target: { id: String(photo.id), url },
  }
}

function albumAttachment(post: PostRow, photos: readonly Attachment[]): Attachment {
  const [first] = photos
  return {
    type: 'album',
    url: webLink(`/${postId(post)}`),
    subattachments: { data: [...photos] },
    ...(first?.media && { media: first.media }),
  }
}

const childAttachment = ({ link, name, description, picture }: NonNullable<PostRow['children']>[number]) => ({
  type: 'share',
  url: link,
  ...(name !== undefined && { title: name }),
  ...(description !== undefined && { description }),
  ...(picture !== undefined && { media: { image: { src: picture } } }),
})

/** Returns the attachment of a link post; of several links it shows the first five (FEE-173, FEE-186). */
function linkAttachment(tx: Tx, post: PostRow, url: string): Attachment {
  const { preview, children = [] } = post
  const thumbnail = thumbnailOf(tx, post)
  const shared = {
    type: 'share',
    url,
    ...(preview && { title: preview.title }),
    ...(preview?.description !== undefined && { description: preview.description }),
    ...(thumbnail && { media: { image: resized(thumbnail) } }),
  }
  if (children.length === 0) return shared
  const displayed = children.slice(0, limits.childAttachmentsDisplayedMax).map(childAttachment)
  const type = post.endCard === false ? 'multi_share_no_end_card' : 'multi_share'
  return { ...shared, type, subattachments: { data: displayed } }
}

const mediaTypes: Readonly<Record<string, NonNullable<Attachment['media_type']>>> = {
  photo: 'photo',
  album: 'album',
  video_inline: 'video',
}

/** Returns the selection of the items of a list: braces after its name leave out its member `data`. */
const itemsIn = (members: Selection | undefined): Selection | undefined => members?.names.get('data')

/**
 * Returns an attachment with the members that only the live service describes (SIL-189). Two of them show
 * only if the read names them.
 */
function liveAttachment(attachment: Attachment, asked: Selection | undefined): Attachment {
  const { type, url, target = { url }, subattachments } = attachment
  const named = asked && { media_type: mediaTypes[type] ?? 'link', unshimmed_url: url }
  const items = itemsIn(asked?.names.get('subattachments'))
  const inner = subattachments && {
    subattachments: { data: subattachments.data.map((one) => liveAttachment(one, items)) },
  }
  return { ...attachment, ...named, target, ...inner }
}

/** Returns the text that an attachment takes from its post: that of a photo, or the title of an album. */
function textOfPost(post: PostRow, { type, url }: Attachment, context: ReadContext): Partial<Attachment> {
  if (type === 'album') {
    const name = profileOf(context.tx, post.author)?.name ?? ''
    return { title: `Photos from ${name}'s post`, target: { id: String(post.id), url } }
  }
  if (type !== 'photo') return {}
  const [message, tags] = [messageOf(post, context), messageTagsOf(post, context)]
  return { ...(message && { description: message.text }), ...(tags && { description_tags: tags }) }
}

/**
 * Returns the attachments of a post (SIL-103). A world beyond the description says more of each.
 *
 * @param members The members of the field that the read names.
 */
export function attachmentsOf(
  post: PostRow,
  context: ReadContext,
  members?: Selection,
): { data: Attachment[] } | undefined {
  const attachments = describedAttachments(context.tx, post)
  if (!attachments || !servesBeyond(context.policy)) return attachments
  const withText = (one: Attachment) => ({ ...one, ...textOfPost(post, one, context) })
  return { data: attachments.data.map((one) => liveAttachment(withText(one), itemsIn(members))) }
}

/** Returns the attachments of a post: its photos, else its video, else its link (SIL-103). */
function describedAttachments(tx: Tx, post: PostRow): { data: Attachment[] } | undefined {
  const photos = photosOf(tx, post).map(photoAttachment)
  if (photos.length > 1) return { data: [albumAttachment(post, photos)] }
  if (photos.length === 1) return { data: photos }
  const { video, link } = post
  if (video)
    return { data: [{ type: 'video_inline', url: webLink(`/videos/${post.id}`), title: video.title }] }
  return link === undefined ? undefined : { data: [linkAttachment(tx, post, link)] }
}
