import { z } from '../../engine/schema/zod.ts'
import { action } from '../../service/routes/define.ts'
import { object } from '../../service/values/compounds.ts'
import { nodeId } from '../../service/values/references.ts'
import {
  boolean,
  defaulted,
  filledText,
  httpUrl,
  integer,
  scalar,
  text,
} from '../../service/values/scalars.ts'
import { datetime } from '../../service/values/times.ts'

/** Degrees on a circle, to both sides of 0. */
const degrees = (most: number) =>
  scalar<number, number | string>(
    `a number from -${most} to ${most}`,
    (raw) => {
      const value = typeof raw === 'string' && /^-?\d{1,3}(\.\d{1,15})?$/.test(raw) ? Number(raw) : raw
      return typeof value === 'number' && Math.abs(value) <= most ? value : undefined
    },
    { type: 'number', minimum: -most, maximum: most },
  )

/** Sets what the administrators of a page wrote about it. A parameter that is left out keeps its value. */
export const setPageInfo = action({
  chapter: 'Beyond the description',
  params: z.object({
    page: nodeId,
    /** A short text about the page. */
    about: text.optional(),
    /** A long text about the page. */
    description: text.optional(),
    /** When the organization was founded, as text. */
    founded: text.optional(),
    /** General information about the page. */
    general_info: text.optional(),
    /** The phone number. */
    phone: text.optional(),
    /** The URL of the website. */
    website: httpUrl.optional(),
    /** The address. With an address, people can check in. */
    location: object({
      /** The street and the number. */
      street: text.optional(),
      /** The city. */
      city: text.optional(),
      /** The country. */
      country: text.optional(),
      /** The postal code. */
      zip: text.optional(),
      /** The latitude in degrees. */
      latitude: degrees(90).optional(),
      /** The longitude in degrees. */
      longitude: degrees(180).optional(),
    }).optional(),
    /** The number of people who checked in at the page. */
    checkins: integer(0).optional(),
    /** When the page began. */
    started: datetime.optional(),
    /** The id of the photo at the top of the page. */
    cover: nodeId.optional(),
  }),
  run({ params, tx }) {
    const { page: id, ...info } = params
    tx.patch('pages', id, { info: { ...tx.find('pages', id)?.info, ...info } })
    return { success: true }
  },
})

/** Changes the profile of a person, as they do. A parameter that is left out keeps its value. */
export const setProfile = action({
  chapter: 'Beyond the description',
  params: z.object({
    user: nodeId,
    /** The full name. */
    name: filledText.optional(),
    /** The email address. */
    email: filledText.optional(),
    /** The URL of their website. */
    website: text.optional(),
    /** The language and the country, as in `en_US`. */
    locale: filledText.optional(),
  }),
  run({ params: { user, name, ...profile }, tx }) {
    tx.patch('users', user, { ...profile, ...(name !== undefined && { name }), updatedTime: tx.now })
    return { success: true }
  },
})

/** Makes a person like a page, or takes their like back. The number of its fans stays as it was set. */
export const setPageLike = action({
  chapter: 'Beyond the description',
  params: z.object({
    page: nodeId,
    user: nodeId,
    /** Whether the person likes the page: `false` takes the like back. */
    liked: defaulted(boolean, true),
  }),
  run({ params: { page, user, liked }, tx }) {
    const like = tx.first('pageLikes', 'byPair', [user, page])
    if (like && !liked) tx.remove(like.id)
    if (!like && liked) tx.insert('pageLikes', { user, page, createdTime: tx.now })
    return { success: true }
  },
})
