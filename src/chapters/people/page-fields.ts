import { z } from '../../engine/schema/zod.ts'
import { tasksOf } from '../../service/access/access.ts'
import { pageTokenOf, tokenTextOf } from '../../service/caller/caller.ts'
import type { Tx } from '../../service/routes/context.ts'
import type { ReadContext } from '../../service/routes/read-context.ts'
import { webLink } from '../../service/values/links.ts'
import { field } from '../../service/views/fields.ts'
import type { Selection } from '../../service/views/view.ts'
import type { StoredPicture } from '../content/records.ts'
import { displaySizes } from '../pictures/sizes.ts'
import type { PageRow } from '../rows.ts'
import { businessFields } from './business-profile.ts'
import { pageInfoFields } from './page-info.ts'
import { pictureLink } from './picture-links.ts'
import { pageCategories } from './records.ts'

const beyond = { beyond: true } as const

/** The picture of a page without a profile picture, and of a person. */
export const silhouetteOf = ({ id }: { readonly id: number }): StoredPicture => ({
  format: 'png',
  width: 200,
  height: 200,
  spherical: false,
  url: `https://silhouette.test/${id}.png`,
})

/** A profile picture, as a field and as the answer of the edge `picture`. */
export const ProfilePicture = z.object({
  /** The picture. */
  data: z.object({
    /** The height in pixels. */
    height: z.int(),
    /** Whether it stands for a profile picture that does not exist. */
    is_silhouette: z.boolean(),
    /** The URL of the picture. */
    url: z.string(),
    /** The width in pixels. */
    width: z.int(),
  }),
})

/** The widths in pixels that the types of a profile picture request. */
const typeWidths = { small: 50, square: 50, album: 50, normal: 100, large: 200 } as const

/** The types of a profile picture, which request a size. */
export type PictureType = keyof typeof typeWidths

/** The types of a profile picture. */
export const pictureTypes: readonly PictureType[] = ['small', 'square', 'album', 'normal', 'large']

/** Returns the width in pixels that a type requests. Without a type it is the width of `square`. */
export const widthOfType = (type: PictureType = 'square'): number => typeWidths[type]

const pictureModifiers = /^(\.(type\((small|square|album|normal|large)\)|(width|height)\(\d{1,4}\)))+$/

/** Returns the width that modifiers request, such as 200 for `.type(large)`. */
function requestedWidth(modifiers: string): number {
  const [, width] = /\.(?:width|height)\((\d+)\)/.exec(modifiers) ?? []
  const [, type] = /\.type\((\w+)\)/.exec(modifiers) ?? []
  // The modifiers accept the types alone.
  return width === undefined ? widthOfType(type as PictureType | undefined) : Number(width)
}

/** Returns the profile picture of a page or a person in the smallest size that is at least `wanted` wide. */
export function profilePicture(
  tx: Tx,
  owner: { readonly id: number },
  wanted: number,
): z.output<typeof ProfilePicture> {
  const [photo] = tx.list('photos', 'profile', [owner.id], { limit: 1, newestFirst: true })
  const { id, picture } = photo ?? { id: owner.id, picture: silhouetteOf(owner) }
  const sizes = displaySizes(picture.width, picture.height)
  const size = sizes.findLast(({ width }) => width >= wanted) ?? picture
  const { width, height } = size
  const url = pictureLink({ id, picture }, width, height)
  return { data: { height, is_silhouette: photo === undefined, url, width } }
}

/** The field of the profile picture of a page or a person, which a record shows only on request. */
export const pictureField = field(
  ProfilePicture,
  (owner: { readonly id: number }, { tx }: ReadContext, modifiers = '') =>
    profilePicture(tx, owner, requestedWidth(modifiers)),
  { ...beyond, onRequest: true, modifiers: pictureModifiers },
)

/** Returns the page token of the caller: their own, or the one for a page on which their user has a task. */
function callersPageToken(page: PageRow, { tx, caller }: ReadContext): string | undefined {
  if (caller.kind === 'page') return caller.page?.id === page.id ? tokenTextOf(caller) : undefined
  const hasTask = caller.user !== undefined && tasksOf(tx, page.id, caller.user.id).length > 0
  return hasTask ? pageTokenOf(caller, page.id) : undefined
}

const categoryOf = ({ category = pageCategories[0] }: PageRow) => category
const fansOf = ({ fans, engagedUsers }: PageRow): number => fans ?? engagedUsers

/** Returns the number of people who like a page. Braces select from more forms of it. */
function engagementOf(page: PageRow, _context: ReadContext, _modifiers?: string, members?: Selection) {
  const count = fansOf(page)
  const sentence = `${count} people like this.`
  const shown = { count, social_sentence: sentence }
  if (!members) return shown
  return {
    ...shown,
    count_string: String(count),
    count_string_with_like: String(count + 1),
    count_string_without_like: String(count),
    social_sentence_with_like: `You and ${count} others like this.`,
    social_sentence_without_like: sentence,
  }
}

/** The field of the Instagram account of a page: its id, and the fields that braces select. */
const instagramField = field(
  z.object({
    /** The id of the account. */
    id: z.string(),
  }),
  ({ id }: PageRow, { tx }) => {
    const account = tx.first('instagramAccounts', 'byPage', [id])
    return account && { id: String(account.id) }
  },
  { ...beyond, onRequest: true, node: 'IGUser' },
)

/** The fields of a page that a managed page has too; all beyond the description (SIL-189). */
export const pageDetails = {
  /** The category of the page. Missing without one. */
  category: field(z.string(), categoryOf, beyond),
  /** The category of the page as a list of records. */
  category_list: field(
    z.array(
      z.object({
        /** The id of the category. */
        id: z.string(),
        /** The name of the category. */
        name: z.string(),
      }),
    ),
    (page: PageRow) => {
      const name = categoryOf(page)
      return [{ id: String(2_200 + pageCategories.indexOf(name)), name }]
    },
    beyond,
  ),
  /** The user name, as in URLs. Missing without one. */
  username: field(z.string(), ({ username }: PageRow) => username, beyond),
  /** The URL of the page. */
  link: field(z.string(), ({ id }: PageRow) => webLink(`/${id}`), beyond),
  /** The number of people who like the page. */
  fan_count: field(z.int(), fansOf, beyond),
  /** The number of people who follow the page. */
  followers_count: field(z.int(), (page: PageRow) => page.followers ?? fansOf(page), beyond),
  /** The number of people who like the page, and a sentence about it. */
  engagement: field(
    z.object({
      /** The number of people who like the page. */
      count: z.int(),
      /** A sentence with that number. */
      social_sentence: z.string(),
      /** The number as text. */
      count_string: z.string().optional(),
      /** The number as text, if the reader liked the page too. */
      count_string_with_like: z.string().optional(),
      /** The number as text, if the reader did not like the page. */
      count_string_without_like: z.string().optional(),
      /** The sentence, if the reader liked the page too. */
      social_sentence_with_like: z.string().optional(),
      /** The sentence, if the reader did not like the page. */
      social_sentence_without_like: z.string().optional(),
    }),
    engagementOf,
    { ...beyond, onRequest: true },
  ),
  /** Whether the app of the token is installed on the page. */
  is_webhooks_subscribed: field(
    z.boolean(),
    ({ id }: PageRow, { tx, caller }) =>
      tx.first('installations', 'byPageApp', [id, caller.app.id]) !== undefined,
    { ...beyond, onRequest: true },
  ),
  /** Whether the page is authentic. */
  verification_status: field(
    z.enum(['blue_verified', 'not_verified']),
    ({ verified }: PageRow) => (verified ? 'blue_verified' : 'not_verified'),
    { ...beyond, onRequest: true },
  ),
  /**
   * The profile picture. Modifiers as in `picture.type(large)` or `picture.width(200)` choose its size.
   */
  picture: pictureField,
  ...businessFields,
  /** The professional Instagram account of the page. Missing without one. */
  instagram_business_account: instagramField,
  /** The same as `instagram_business_account`. */
  connected_instagram_account: instagramField,
  ...pageInfoFields,
}

/** The page token, which a record shows only on request. */
export const pageAccessToken = field(z.string(), callersPageToken, { ...beyond, onRequest: true })
