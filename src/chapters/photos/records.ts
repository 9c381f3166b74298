import { z } from '../../engine/schema/zod.ts'
import { by, formerRowId, inOrderOf, instant, rowId, table } from '../../engine/store/table.ts'
import { json, jsonObjectColumn } from '../../service/values/columns.ts'
import { StoredPicture } from '../content/records.ts'
import { PrivacyAudience, privacyLevels } from '../people/records.ts'

const PhotoTag = z.object({ tag_uid: z.string() })

/** Returns the profile ids in the tags of a photo, without duplicates. An id has at most 15 digits. */
export function taggedIds(tags: readonly unknown[]): readonly number[] {
  const ids = tags
    .map((tag) => PhotoTag.safeParse(tag))
    .flatMap(({ data }) => (data && data.tag_uid.length <= 15 ? [Number(data.tag_uid)] : []))
  return [...new Set(ids)]
}

/** An album of photos of a page. */
export const albums = table({
  row: z.object({
    page: rowId('pages'),
    name: z.string(),
    description: z.string().optional(),
    createdTime: instant(),
    updatedTime: instant(),
  }),
  edges: { byPage: { owners: by('page'), order: inOrderOf('createdTime') } },
})

/** A photo of a page or of a person. */
export const photos = table({
  row: z.object({
    /** The page or person that owns the photo. */
    owner: rowId('pages', 'users'),
    createdTime: instant(),
    updatedTime: instant(),
    published: z.boolean(),
    /** Whether its upload published it: it then stays published if its posts are deleted (SIL-090). */
    publishedByUpload: z.boolean(),
    /** The publication time of a photo without a story, in Unix milliseconds; null for any other photo. */
    scheduledTime: instant().nullable(),
    /** Whether the photo may be in a scheduled post (PHO-048, SIL-075). */
    temporary: z.boolean(),
    contentType: z.string().nullable(),
    picture: StoredPicture,
    caption: z.string().optional(),
    altText: z.string().optional(),
    backdatedTime: instant().optional(),
    backdatedTimeGranularity: z.string(),
    privacy: z.enum(privacyLevels),
    audience: PrivacyAudience.optional(),
    place: z.number().optional(),
    tags: z.array(json),
    businessTags: z.array(rowId('businessTags')),
    /** The post that its upload created. */
    story: formerRowId('posts').nullable(),
    /** All posts that show it: published, unpublished or scheduled. */
    posts: z.array(formerRowId('posts')),
    /** The time when it last became the profile picture; null if it never did. */
    profileTime: instant().nullable(),
    /** The initial view of a spherical photo; null for a flat photo. */
    spherical: jsonObjectColumn.nullable(),
    targeting: jsonObjectColumn.optional(),
    feedTargeting: jsonObjectColumn.optional(),
    /** The album that it was uploaded to. */
    album: rowId('albums').optional(),
    /** Parameters that are stored and have no other effect. */
    given: jsonObjectColumn,
  }),
  edges: {
    /** Published photos of an album. */
    byAlbum: {
      owners: ({ album, published }) => (album !== undefined && published ? [[album]] : []),
      order: inOrderOf('createdTime'),
    },
    /** Published photos of an owner (PHO-019, SIL-068). */
    uploaded: {
      owners: ({ owner, published }) => (published ? [[owner]] : []),
      order: inOrderOf('createdTime'),
    },
    /** Published photos that tag a profile (SIL-068). */
    tagged: {
      owners: ({ tags, published }) => (published ? taggedIds(tags).map((id) => [id]) : []),
      order: inOrderOf('createdTime'),
    },
    /** Current and previous profile pictures (PHO-018, SIL-067). */
    profile: {
      owners: ({ owner, profileTime }) => (profileTime === null ? [] : [[owner]]),
      order: ({ profileTime }) => [profileTime ?? 0],
    },
  },
})
