import { z } from 'zod'
import { jsonObject, list, object } from '../compounds.ts'
import { action } from '../define.ts'
import { DAY } from '../limits.ts'
import { type LeadForm, leadNotice, newLead } from '../model/lead-notice.ts'
import { mediaTypes } from '../model/media.ts'
import { pictureAt } from '../model/picture-source.ts'
import { publishAlbum, publishItem } from '../model/publish-media.ts'
import { missing, present, reference } from '../model/references.ts'
import { newUserPhoto } from '../model/user-photo.ts'
import { isProblem } from '../problem.ts'
import { bool, defaulted, httpUrl, oneOf, text } from '../scalars.ts'

const answer = z.union([z.string(), z.array(z.string())])

/** What is wrong with the answers to a form. */
function answerProblem(
  form: LeadForm,
  answers: Record<string, unknown>,
  disclaimers: Record<string, unknown>,
): string | undefined {
  for (const [key, given] of Object.entries(answers)) {
    if (!form.questions.some((question) => question.key === key))
      return `Param answers.${key} is no question of the form`
    if (!answer.safeParse(given).success) return `Param answers.${key} must be text or a list of texts`
  }
  const open = form.questions.find(({ key }) => !Object.hasOwn(answers, key))
  if (open) return `Param answers.${open.key} is required by the form`
  for (const [key, checked] of Object.entries(disclaimers)) {
    if (!form.disclaimers.some((disclaimer) => disclaimer.key === key))
      return `Param disclaimers.${key} is no disclaimer of the form`
    if (typeof checked !== 'boolean') return `Param disclaimers.${key} must be true or false`
  }
  return undefined
}

/**
 * A person submits a lead form: through an ad, from an ad's preview, or by organic reach. `answers` has a
 * text or a list of texts for each question's key, `disclaimers` true for each box that was checked. The
 * notice of the lead is emitted as the event `leadgen`.
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
  run({ params, tx, refuse, count, policy }) {
    const problem = missing(tx, ['form', 'leadForms', params.form], ['ad', 'ads', params.ad])
    if (problem) return refuse(problem)
    const form = present(tx, 'leadForms', params.form)
    const wrong = answerProblem(form, params.answers, params.disclaimers)
    if (wrong) return refuse(wrong)
    const lead = newLead(tx, form, { ...params, ad: params.preview ? undefined : params.ad })
    if (policy.leadReadLimit) count(`leads/${form.page}`, policy.leadReadLimit.leadDays * DAY)
    tx.emit('leadgen', leadNotice(lead))
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
    const problem = missing(tx, ['user', 'users', user], ['place', 'pages', place])
    if (problem) return refuse(problem)
    const nobody = tags.find((id) => !tx.find('users', id) && !tx.find('pages', id))
    if (nobody !== undefined) return refuse(`Param tags must be ids of people and pages, got ${nobody}`)
    const picture = pictureAt(tx, policy, url)
    if (isProblem(picture)) return refuse(picture.message)
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
    const problem = missing(tx, ['user', 'users', user])
    if (problem) return refuse(problem)
    if (type === 'CAROUSEL_ALBUM') {
      if (url !== undefined || children === undefined || children.length === 0)
        return refuse('An album needs children, which have a url each, and no url of its own')
      const made = publishAlbum({ tx, policy }, user, caption, children)
      if (isProblem(made)) return refuse(made.message)
      return { id: String(made.album.id), children: made.items.map(({ id }) => String(id)) }
    }
    if (url === undefined || children !== undefined)
      return refuse('An image or a video needs a url, and has no children')
    const made = publishItem({ tx, policy }, user, { type, url }, { caption, album: null, position: 0 })
    if (isProblem(made)) return refuse(made.message)
    return { id: String(made.id), children: [] }
  },
})
