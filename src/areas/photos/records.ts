import { z } from 'zod'
import { formerRowId, instant, rowId, table } from '../../engine/table.ts'
import { json, jsonObjectColumn } from '../../graph/values/columns.ts'
import { StoredPicture } from '../content/records.ts'
import { PrivacyAudience, privacyLevels } from '../people/records.ts'
export const PhotoTag = z.object({ tag_uid: z.string() })

/** The ids that the tags of a photo name, each once; no node has an id of more than 15 digits. */
export function taggedIds(tags: readonly unknown[]): readonly number[] {
  const named = tags
    .map((tag) => PhotoTag.safeParse(tag))
    .flatMap(({ data }) => (data && data.tag_uid.length <= 15 ? [Number(data.tag_uid)] : []))
  return [...new Set(named)]
}

/** A photo of a page or of a person. */
export const photos = table({
  row: z.object({
    /** The page or person whose photo it is. */
    owner: rowId('pages', 'users'),
    createdTime: instant(),
    updatedTime: instant(),
    published: z.boolean(),
    /** Its own upload published it: so it stays, whatever becomes of its posts (SIL-090). */
    publishedByUpload: z.boolean(),
    /** When an upload without a story publishes it, in Unix milliseconds; null for every other photo. */
    scheduledTime: instant().nullable(),
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
    /** The post that its upload or its schedule made. */
    story: formerRowId('posts').nullable(),
    /** Every post that shows it: published, unpublished or scheduled. */
    posts: z.array(formerRowId('posts')),
    /** When it last became the profile picture; null if it never did. */
    profileTime: instant().nullable(),
    /** How a spherical photo is first shown; null for a flat one. */
    spherical: jsonObjectColumn.nullable(),
    targeting: jsonObjectColumn.optional(),
    feedTargeting: jsonObjectColumn.optional(),
    /** Parameters that are kept and have no other effect. */
    given: jsonObjectColumn,
  }),
  edges: {
    uploaded: {
      owners: ({ owner, published }) => (published ? [[owner]] : []),
      order: ({ createdTime }) => [createdTime],
    },
    tagged: {
      owners: ({ tags, published }) => (published ? taggedIds(tags).map((id) => [id]) : []),
      order: ({ createdTime }) => [createdTime],
    },
    profile: {
      owners: ({ owner, profileTime }) => (profileTime === null ? [] : [[owner]]),
      order: ({ profileTime }) => [profileTime ?? 0],
    },
  },
})
