import { z } from 'zod'
import { action } from '../../graph/define.ts'
import { list } from '../../graph/values/compounds.ts'
import { missing, present, reference } from '../../graph/values/references.ts'
import { bool, defaulted, filledText, numericId, oneOf, scalar, text } from '../../graph/values/scalars.ts'
import { datetime } from '../../graph/values/times.ts'

const done = z.object({ success: z.boolean() })
const created = z.object({ id: z.string() })

/** Makes a photo of a page its profile picture; the ones before it stay in the list of profile pictures. */
export const setProfilePicture = action({
  chapter: 'Endpoints › Page photos',
  params: z.object({ page: reference, photo: reference }),
  result: done,
  run({ params, tx, refuse }) {
    const error = missing(tx, ['page', 'pages', params.page], ['photo', 'photos', params.photo])
    if (error) return refuse(error)
    const photo = present(tx, 'photos', params.photo)
    if (photo.owner !== params.page) return refuse(`Param photo must be a photo of the page, got ${photo.id}`)
    if (!photo.published) return refuse(`Param photo must be a published photo, got ${photo.id}`)
    tx.patch('photos', photo.id, { profileTime: tx.now })
    return { success: true }
  },
})

/** Sets the instant from which a post cannot be read any more; without one it never expires. */
export const setPostExpiry = action({
  chapter: 'Endpoints › Page feed',
  params: z.object({ post: reference, expiresAt: datetime.optional() }),
  result: done,
  run({ params, tx, refuse }) {
    const error = missing(tx, ['post', 'posts', params.post])
    if (error) return refuse(error)
    tx.patch('posts', params.post, { expiresAt: params.expiresAt ?? null })
    return { success: true }
  },
})

/** Hides a post from the timeline of its page, or shows it again; it stays visible elsewhere. */
export const hidePost = action({
  chapter: 'Resources and their fields › Page post',
  params: z.object({ post: reference, hidden: defaulted(bool, true) }),
  result: done,
  run({ params, tx, refuse }) {
    const error = missing(tx, ['post', 'posts', params.post])
    if (error) return refuse(error)
    tx.patch('posts', params.post, { hidden: params.hidden })
    return { success: true }
  },
})

/** A name under which an answer can be given: no object has a member named __proto__. */
const answerKey = scalar<string, string>(
  'text that is not empty, and not __proto__',
  (raw) => (raw === '__proto__' ? undefined : filledText.safeParse(raw).data),
  { type: 'string', minLength: 1 },
)

const question = z.object({
  key: answerKey,
  label: text.optional(),
  type: defaulted(oneOf(['text', 'storeLocator']), 'text'),
  stores: list(numericId).optional(),
})
const disclaimer = z.object({ key: answerKey, text: defaulted(text, ''), required: defaulted(bool, false) })

/**
 * Creates a lead form of a page. The keys of its questions are what `field_data` names; the `stores` of a
 * store locator are the numbers that may answer it.
 */
export const createLeadForm = action({
  chapter: 'Resources and their fields › Lead',
  params: z.object({
    page: reference,
    name: defaulted(text, ''),
    questions: list(question),
    disclaimers: defaulted(list(disclaimer), []),
  }),
  result: created,
  run({ params, tx, refuse }) {
    const error = missing(tx, ['page', 'pages', params.page])
    if (error) return refuse(error)
    const keys = [...params.questions, ...params.disclaimers].map(({ key }) => key)
    const twice = keys.find((key, index) => keys.indexOf(key) !== index)
    if (twice !== undefined) return refuse(`Param questions names the key ${twice} twice`)
    const strange = params.questions.find(({ type, stores }) => stores && type !== 'storeLocator')
    if (strange) return refuse(`Param questions gives stores to ${strange.key}, which is no store locator`)
    const questions = params.questions.map(({ key, label, type, stores }) => ({
      key,
      label: label ?? key,
      type,
      ...(stores && { stores }),
    }))
    return { id: String(tx.insert('leadForms', { ...params, questions, createdTime: tx.now }).id) }
  },
})
