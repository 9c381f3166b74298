import { z } from 'zod'
import { boundedArray } from '../../engine/schema.ts'
import type { Tx } from '../../graph/context.ts'
import { bounds } from '../../graph/contract/bounds.ts'
import { isCallError } from '../../graph/contract/errors.ts'
import { action } from '../../graph/define.ts'
import { leadCount } from '../../graph/ledger/rates.ts'
import { jsonObject, list, object } from '../../graph/values/compounds.ts'
import { missing, present, reference } from '../../graph/values/references.ts'
import { bool, defaulted, httpUrl, oneOf, text } from '../../graph/values/scalars.ts'
import { pictureAt } from '../content/picture-source.ts'
import { pagesOfAd } from '../leads/lead.ts'
import { leadChangeValue, leadNotice } from '../leads/lead-notice.ts'
import { newLead } from '../leads/new-lead.ts'
import { publishAlbum, publishItem } from '../media/publish-media.ts'
import { mediaTypes } from '../media/records.ts'
import { newUserPhoto } from '../photos/user-photo.ts'
import type { LeadFormRow } from '../rows.ts'

const answer = z.union([z.string(), boundedArray(z.string())])

type Question = LeadFormRow['questions'][number]

/** What is wrong with the store that was selected: its number is the one value of the answer. */
function storeProblem({ key, stores }: Question, given: unknown): string | undefined {
  const [store, ...more] = Array.isArray(given) ? given : [given]
  if (more.length > 0 || !/^\d{1,19}$/.test(String(store)))
    return `Param answers.${key} must be a store number`
  if (!stores || stores.includes(String(store))) return undefined
  return `Param answers.${key} must be one of the stores ${stores.join(', ')}`
}

/** What is wrong with the answers to the questions of a form. */
function answerProblem(form: LeadFormRow, answers: Record<string, unknown>): string | undefined {
  for (const [key, given] of Object.entries(answers)) {
    const question = form.questions.find((asked) => asked.key === key)
    if (!question) return `Param answers.${key} is no question of the form`
    if (!answer.safeParse(given).success) return `Param answers.${key} must be text or a list of texts`
    const error = question.type === 'storeLocator' ? storeProblem(question, given) : undefined
    if (error) return error
  }
  const open = form.questions.find(({ key }) => !Object.hasOwn(answers, key))
  return open && `Param answers.${open.key} is required by the form`
}

/** What is wrong with the check boxes of a form. */
function disclaimerProblem(form: LeadFormRow, disclaimers: Record<string, unknown>): string | undefined {
  for (const [key, checked] of Object.entries(disclaimers)) {
    if (!form.disclaimers.some((disclaimer) => disclaimer.key === key))
      return `Param disclaimers.${key} is no disclaimer of the form`
    if (typeof checked !== 'boolean') return `Param disclaimers.${key} must be true or false`
  }
  const open = form.disclaimers.find(({ key, required }) => required && disclaimers[key] !== true)
  return open && `Param disclaimers.${open.key} must be true: the form requires it`
}

/** Says why an ad cannot serve a form of one more page. */
function pagesProblem(tx: Tx, ad: number, page: number): string | undefined {
  const served = pagesOfAd(tx, ad)
  if (served.length < bounds.pagesPerAdMax || served.some(({ id }) => id === page)) return undefined
  return `Param ad must serve forms of at most ${bounds.pagesPerAdMax} pages, got one page more`
}

/**
 * A person submits a lead form: through an ad, from an ad's preview, or by organic reach. `answers` has a
 * text or a list of texts for each question's key, a store number for a store locator; `disclaimers` has true
 * for each box that was checked. The notice of the lead is emitted as the event `leadgen`, and queued for
 * each app that is installed on the page and has a webhook.
 */
export const submitLead = action({
  chapter: 'Events',
  params: z.object({
    form: reference,
    ad: reference.optional(),
    answers: jsonObject,
    disclaimers: defaulted(jsonObject, {}),
    preview: defaulted(bool, false),
    platform: defaulted(text, 'fb'),
  }),
  result: z.object({ id: z.string() }),
  run({ params, tx, refuse, count, policy, outbox }) {
    const error = missing(tx, ['form', 'leadForms', params.form], ['ad', 'ads', params.ad])
    if (error) return refuse(error)
    const form = present(tx, 'leadForms', params.form)
    const wrong = answerProblem(form, params.answers) ?? disclaimerProblem(form, params.disclaimers)
    if (wrong) return refuse(wrong)
    const ad = params.preview ? undefined : params.ad
    const crowd = ad === undefined ? undefined : pagesProblem(tx, ad, form.page)
    if (crowd) return refuse(crowd)
    const lead = newLead(tx, form, { ...params, ad })
    const { name, seconds } = leadCount(policy, form.page)
    count(name, seconds)
    tx.emit('leadgen', leadNotice(lead))
    outbox.notify(lead.page, 'leadgen', leadChangeValue(lead))
    return { id: String(lead.id) }
  },
})

/**
 * A person uploads a photo of his own, from a url of the simulated web, and tags the people and pages in it.
 * It is published at once, and stands in the photos that he uploaded and that the tagged are tagged in.
 */
export const uploadUserPhoto = action({
  chapter: 'Endpoints › User photos',
  params: z.object({
    user: reference,
    url: httpUrl,
    caption: text.optional(),
    place: reference.optional(),
    tags: defaulted(list(reference, { split: true }), []),
  }),
  result: z.object({ id: z.string() }),
  run({ params, tx, policy, refuse }) {
    const { user, url, caption, place, tags } = params
    const error = missing(tx, ['user', 'users', user], ['place', 'pages', place])
    if (error) return refuse(error)
    const nobody = tags.find((id) => !tx.find('users', id) && !tx.find('pages', id))
    if (nobody !== undefined) return refuse(`Param tags must be ids of people and pages, got ${nobody}`)
    const picture = pictureAt(tx, policy, url)
    if (isCallError(picture)) return refuse(picture.message)
    const photo = newUserPhoto(tx, user, picture, { caption, place, tags })
    return { id: String(photo.id) }
  },
})

const [IMAGE, VIDEO] = mediaTypes
const item = object({ type: defaulted(oneOf([IMAGE, VIDEO]), IMAGE), url: httpUrl })

/**
 * A person publishes an image, a video or an album among his media. An image or a video has a `url` of the
 * simulated web, where the picture lies or a still of the video; an album has `children` in its order.
 */
export const publishMedia = action({
  chapter: 'Resources and their fields › Media and user nodes',
  params: z.object({
    user: reference,
    type: defaulted(oneOf(mediaTypes), IMAGE),
    url: httpUrl.optional(),
    caption: text.optional(),
    children: list(item).optional(),
  }),
  result: z.object({ id: z.string(), children: z.array(z.string()) }),
  run({ params, tx, policy, refuse }) {
    const { user, type, url, caption, children } = params
    const error = missing(tx, ['user', 'users', user])
    if (error) return refuse(error)
    if (type === 'CAROUSEL_ALBUM') {
      if (url !== undefined || children === undefined || children.length === 0)
        return refuse('An album needs children, which have a url each, and no url of its own')
      const made = publishAlbum({ tx, policy }, user, caption, children)
      if (isCallError(made)) return refuse(made.message)
      return { id: String(made.album.id), children: made.items.map(({ id }) => String(id)) }
    }
    if (url === undefined || children !== undefined)
      return refuse('An image or a video needs a url, and has no children')
    const made = publishItem({ tx, policy }, user, { type, url }, { caption, album: null, position: 0 })
    if (isCallError(made)) return refuse(made.message)
    return { id: String(made.id), children: [] }
  },
})
