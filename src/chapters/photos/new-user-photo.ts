import type { Tx } from '../../service/routes/context.ts'
import type { StoredPicture } from '../content/records.ts'
import type { PhotoRow } from '../rows.ts'

/** The values of a person's photo that the person chooses. */
interface UserPhotoFields {
  readonly caption: string | undefined
  readonly place: number | undefined
  /** The ids of the tagged pages and people. */
  readonly tags: readonly number[]
}

/** Inserts a photo of a person: published, public and without a post. */
export function newUserPhoto(
  tx: Tx,
  owner: number,
  picture: StoredPicture,
  { caption, place, tags }: UserPhotoFields,
): PhotoRow {
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
    caption,
    backdatedTimeGranularity: 'none',
    privacy: 'EVERYONE',
    place,
    tags: tags.map((id) => ({ tag_uid: String(id) })),
    businessTags: [],
    story: null,
    posts: [],
    profileTime: null,
    spherical: null,
    given: {},
  })
}
