import { boundedArray, readBy } from '../../engine/schema/schema.ts'
import { z } from '../../engine/schema/zod.ts'
import { cutText } from '../../engine/values/cut.ts'
import { bounds } from '../../service/contract/bounds.ts'
import { isCallError } from '../../service/contract/errors.ts'
import type { Tx } from '../../service/routes/context.ts'
import { action } from '../../service/routes/define.ts'
import { jsonObject, list, object } from '../../service/values/compounds.ts'
import { didYouMean } from '../../service/values/nearest.ts'
import { nodeId, present } from '../../service/values/references.ts'
import { boolean, defaulted, filledText, httpUrl, oneOf, text } from '../../service/values/scalars.ts'
import { pictureAt } from '../content/picture-source.ts'
import { pagesOfAd } from '../leads/lead.ts'
import { announceLead, newLead } from '../leads/new-lead.ts'
import { publishAlbum, publishItem } from '../media/publish-media.ts'
import { mediaTypes } from '../media/records.ts'
import { newUserPhoto } from '../photos/new-user-photo.ts'
import type { LeadFormRow } from '../rows.ts'

const answer = z.union([z.string(), boundedArray(z.string())])

type Question = LeadFormRow['questions'][number]

/** The error of a store-locator answer. Its only value must be a store number (LEA-019). */
function storeError({ key, stores }: Question, value: unknown): string | undefined {
  const [store, ...more] = Array.isArray(value) ? value : [value]
  if (more.length > 0 || !/^\d{1,19}$/.test(String(store)))
    return `Param answers.${key} must be a store number`
  if (!stores || stores.includes(String(store))) return undefined
  return `Param answers.${key} must be one of the stores ${stores.join(', ')}`
}

/** Names the question that a key may mean, or else all questions of the form. */
function questionHint(name: string, { questions }: LeadFormRow): string {
  const keys = questions.map(({ key }) => key)
  return didYouMean(name, keys) || `, which asks for ${cutText(keys.join(', ') || 'nothing', 200)}`
}

/** The error of the answers to the questions of a form. */
function answerError(form: LeadFormRow, answers: Record<string, unknown>): string | undefined {
  for (const [key, value] of Object.entries(answers)) {
    const question = form.questions.find((candidate) => candidate.key === key)
    if (!question) return `Param answers.${key} is not a question of the form${questionHint(key, form)}`
    if (!readBy(answer, value).success) return `Param answers.${key} must be text or a list of texts`
    const error = question.type === 'storeLocator' ? storeError(question, value) : undefined
    if (error) return error
  }
  const isMissing = ({ key, optional }: Question) => !optional && !Object.hasOwn(answers, key)
  const missingQuestion = form.questions.find(isMissing)
  return missingQuestion && `Param answers.${missingQuestion.key} is required by the form`
}

/** The error of the disclaimer check boxes of a form. */
function disclaimerError(form: LeadFormRow, disclaimers: Record<string, unknown>): string | undefined {
  for (const [key, checked] of Object.entries(disclaimers)) {
    if (!form.disclaimers.some((disclaimer) => disclaimer.key === key))
      return `Param disclaimers.${key} is not a disclaimer of the form`
    if (typeof checked !== 'boolean') return `Param disclaimers.${key} must be true or false`
  }
  const unchecked = form.disclaimers.find(({ key, required }) => required && disclaimers[key] !== true)
  return unchecked && `Param disclaimers.${unchecked.key} must be true: the form requires it`
}

/** The error if an ad would serve the forms of too many pages. */
function pagesError(tx: Tx, ad: number, page: number): string | undefined {
  const served = pagesOfAd(tx, ad)
  if (served.length < bounds.pagesPerAdMax || served.some(({ id }) => id === page)) return undefined
  return `Param ad must serve forms of at most ${bounds.pagesPerAdMax} pages, got one more`
}

/**
 * Submits a lead form as a person does: through an ad, from an ad preview, or by organic reach (HOK-020).
 * `answers` has a text or a list of texts for the key of each question, and a store number for a store
 * locator. An optional question may be left out. `disclaimers` has true for each box that is checked. It
 * emits the event `leadgen`, and queues a notice for each app that is installed on the page and has a webhook
 * (HOK-001).
 */
export const submitLead = action({
  chapter: 'Events',
  params: z.object({
    /** The id of the lead form. */
    form: nodeId,
    /** The id of the ad that led to the form. Without it, the lead is organic. */
    ad: nodeId.optional(),
    /**
     * A text or a list of texts for the key of each question; the number of a store for a store locator.
     */
    answers: jsonObject,
    /** `true` for the key of each check box that is checked. */
    disclaimers: defaulted(jsonObject, {}),
    /** Whether the lead is submitted from a preview of the ad. */
    preview: defaulted(boolean, false),
    /** Where the lead is submitted: the field `platform` of the lead. */
    platform: defaulted(text, 'fb'),
    /** The partner through which the lead comes: the field `partner_name` of the lead. */
    partnerName: filledText.optional(),
  }),
  result: z.object({
    /** The id of the new lead. */
    id: z.string(),
  }),
  run({ params, tx, refuse, countLead, policy, outbox }) {
    const form = present(tx, 'leadForms', params.form)
    if (form.archived) return refuse(`Param form must be an active lead form: ${form.id} is archived`)
    const inputError = answerError(form, params.answers) ?? disclaimerError(form, params.disclaimers)
    if (inputError) return refuse(inputError)
    const ad = params.preview ? undefined : params.ad
    const adError = ad === undefined ? undefined : pagesError(tx, ad, form.page)
    if (adError) return refuse(adError)
    const lead = newLead(tx, form, { ...params, ad })
    countLead(form.page)
    announceLead(tx, outbox, lead, policy)
    return { id: String(lead.id) }
  },
})

/**
 * Uploads a photo of a person from a URL of the simulated web, with tags of people and pages. It is published
 * at once. The uploader finds it among their uploaded photos, and tagged people among their tagged ones.
 */
export const uploadUserPhoto = action({
  chapter: 'Endpoints › User photos',
  params: z.object({
    user: nodeId,
    /** The URL of the photo in the simulated web. */
    url: httpUrl,
    /** The description of the photo. */
    caption: text.optional(),
    /** The page id of a place. */
    place: nodeId.optional(),
    /** The ids of the people and pages in the photo. */
    tags: defaulted(list(nodeId, { split: true }), []),
  }),
  result: z.object({
    /** The id of the new photo. */
    id: z.string(),
  }),
  run({ params, tx, policy, refuse }) {
    const { user, url, caption, place, tags } = params
    const unknownTag = tags.find((id) => !tx.find('users', id) && !tx.find('pages', id))
    if (unknownTag !== undefined)
      return refuse(`Param tags must be ids of people and pages, got ${unknownTag}`)
    const picture = pictureAt(tx, policy, url)
    if (isCallError(picture)) return refuse(picture.message)
    const photo = newUserPhoto(tx, user, picture, { caption, place, tags })
    return { id: String(photo.id) }
  },
})

const [IMAGE, VIDEO] = mediaTypes
const item = object({
  /** The kind of item. */
  type: defaulted(oneOf([IMAGE, VIDEO]), IMAGE),
  /** The URL of the item in the simulated web. */
  url: httpUrl,
})

/**
 * Publishes an image, a video or an album of a person (USR-022). An image or a video has a `url` of the
 * simulated web, which leads to the image or a still of the video. An album has `children` in their order.
 */
export const publishMedia = action({
  chapter: 'Resources and their fields › Media and user nodes',
  params: z.object({
    user: nodeId,
    /** The kind of media. */
    type: defaulted(oneOf(mediaTypes), IMAGE),
    /** The URL of the image, or of a still of the video. An album has none. */
    url: httpUrl.optional(),
    /** The text of the media. */
    caption: text.optional(),
    /** The items of an album in their order. */
    children: list(item).optional(),
  }),
  result: z.object({
    /** The id of the new media. */
    id: z.string(),
    /** The ids of the items of an album, in their order. */
    children: z.array(z.string()),
  }),
  run({ params, tx, policy, refuse }) {
    const { user, type, url, caption, children } = params
    if (type === 'CAROUSEL_ALBUM') {
      if (url !== undefined || children === undefined || children.length === 0)
        return refuse('An album must have children with a url each, and no url of its own')
      const published = publishAlbum({ tx, policy }, user, caption, children)
      if (isCallError(published)) return refuse(published.message)
      return { id: String(published.album.id), children: published.items.map(({ id }) => String(id)) }
    }
    if (url === undefined || children !== undefined)
      return refuse('An image or a video must have a url and no children')
    const published = publishItem({ tx, policy }, user, { type, url }, { caption, album: null, position: 0 })
    if (isCallError(published)) return refuse(published.message)
    return { id: String(published.id), children: [] }
  },
})
