import { z } from '../../engine/schema/zod.ts'
import type { Tx } from '../../service/routes/context.ts'
import { isoDate } from '../../service/values/times.ts'
import { field } from '../../service/views/fields.ts'
import type { PageRow } from '../rows.ts'
import { photoImages } from './picture-links.ts'
import { PageLocation } from './records.ts'

const onRequest = { beyond: true, onRequest: true } as const

/** Returns a field with what a page says of itself. Missing if it says nothing. */
const infoField = (name: 'about' | 'description' | 'founded' | 'general_info' | 'phone' | 'website') =>
  field(z.string(), ({ info }: PageRow) => info?.[name], onRequest)

const htmlMarks: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Returns a text as HTML, with its lines. */
const htmlOf = (text: string): string =>
  text.replace(/[&<>"]/g, (mark) => htmlMarks[mark] ?? mark).replaceAll('\n', '<br />\n')

const checkinsOf = ({ info }: PageRow): number => info?.checkins ?? 0

function startOf(instant: number | undefined) {
  if (instant === undefined) return undefined
  const [year = 0, month = 0, day = 0] = isoDate(instant).split('-').map(Number)
  return { type: 'Unspecified', date: { year, month, day } }
}

function coverOf({ info }: PageRow, tx: Tx) {
  const photo = info?.cover === undefined ? undefined : tx.find('photos', info.cover)
  const source = photo && photoImages(photo)[0]?.source
  const id = String(photo?.id)
  return source === undefined ? undefined : { cover_id: id, id, offset_x: 50, offset_y: 50, source }
}

/** The fields of a page that a record shows only on request; all beyond the description (SIL-189). */
export const pageInfoFields = {
  /** A short text about the page. Missing without one. */
  about: infoField('about'),
  /** A long text about the page. Missing without one. */
  description: infoField('description'),
  /** The same as `description`, in HTML. */
  description_html: field(
    z.string(),
    ({ info }: PageRow) => (info?.description === undefined ? undefined : htmlOf(info.description)),
    onRequest,
  ),
  /** When the organization was founded, as text. Missing without one. */
  founded: infoField('founded'),
  /** General information about the page. Missing without any. */
  general_info: infoField('general_info'),
  /** The phone number. Missing without one. */
  phone: infoField('phone'),
  /** The URL of the website. Missing without one. */
  website: infoField('website'),
  /** The address. Missing without one. */
  location: field(PageLocation, ({ info }: PageRow) => info?.location, onRequest),
  /** The number of people who checked in at the page. */
  checkins: field(z.int(), checkinsOf, onRequest),
  /** The same as `checkins`. */
  were_here_count: field(z.int(), checkinsOf, onRequest),
  /** A sentence with the number of people who checked in. */
  display_subtext: field(
    z.string(),
    (page: PageRow) => `${checkinsOf(page)} people checked in here`,
    onRequest,
  ),
  /** Whether people can check in at the page: if it has an address. */
  can_checkin: field(z.boolean(), ({ info }: PageRow) => info?.location !== undefined, onRequest),
  /** The number of people who engage with the page. */
  talking_about_count: field(z.int(), ({ engagedUsers }: PageRow) => engagedUsers, onRequest),
  /** The name of the brand: that of the page. */
  global_brand_page_name: field(z.string(), ({ name }: PageRow) => name, onRequest),
  /** The id of the root page of the brand: the page itself. */
  global_brand_root_id: field(z.string(), ({ id }: PageRow) => String(id), onRequest),
  /** When the page began. Missing without a day. */
  start_info: field(
    z.object({
      /** The kind of beginning: always `Unspecified`. */
      type: z.string(),
      /** The day. */
      date: z.object({
        /** The year. */
        year: z.int(),
        /** The month, from 1. */
        month: z.int(),
        /** The day of the month, from 1. */
        day: z.int(),
      }),
    }),
    ({ info }: PageRow) => startOf(info?.started),
    onRequest,
  ),
  /** The photo at the top of the page. Missing without one. */
  cover: field(
    z.object({
      /** The id of the photo. */
      id: z.string(),
      /** The same as `id`. */
      cover_id: z.string(),
      /** The horizontal place of the shown part, in percent. */
      offset_x: z.number(),
      /** The vertical place of the shown part, in percent. */
      offset_y: z.number(),
      /** The URL of the photo. */
      source: z.string(),
    }),
    (page: PageRow, { tx }) => coverOf(page, tx),
    onRequest,
  ),
}
