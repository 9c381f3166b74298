import type { Tx } from '../../graph/context.ts'
import type { StoredPicture } from '../content/records.ts'
import type { PhotoRow } from '../rows.ts'

/** What a person says of a photo. */
interface UserPhotoFields {
  readonly caption: string | undefined
  readonly place: number | undefined
  /** The pages and people that the photo shows. */
  readonly tags: readonly number[]
}

/** Puts a photo of a person among the photos: published at once, for everybody, and in no post. */
export function newUserPhoto(tx: Tx, owner: number, picture: StoredPicture, told: UserPhotoFields): PhotoRow {
  return tx.insert('photos', {
    owner,
    createdTime: tx.now,
    updatedTime: tx.now,
    published: true,
    publishedByUpload: true,
    scheduledTime: null,
    temporary: false,
    contentType: null,
    picture,
    caption: told.caption,
    backdatedTimeGranularity: 'none',
    privacy: 'EVERYONE',
    place: told.place,
    tags: told.tags.map((id) => ({ tag_uid: String(id) })),
    businessTags: [],
    story: null,
    posts: [],
    profileTime: null,
    spherical: null,
    given: {},
  })
}
