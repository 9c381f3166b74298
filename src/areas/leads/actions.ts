import { z } from '../../engine/zod.ts'
import { action } from '../../graph/define.ts'
import { list } from '../../graph/values/compounds.ts'
import { missing, nodeId } from '../../graph/values/references.ts'
import { bool, defaulted, filledText, numericId, oneOf, scalar, text } from '../../graph/values/scalars.ts'

/** The key of a question or disclaimer. `__proto__` is not allowed: JSON objects cannot carry it safely. */
const answerKey = scalar<string, string>(
  'text that is not empty, and not __proto__',
  (raw) => (raw === '__proto__' ? undefined : filledText.safeParse(raw).data),
  { type: 'string', minLength: 1 },
)

const question = z.object({
  key: answerKey,
  label: text.optional(),
  type: defaulted(oneOf(['text', 'storeLocator']), 'text'),
  optional: defaulted(bool, false),
  stores: list(numericId).optional(),
})
const disclaimer = z.object({ key: answerKey, text: defaulted(text, ''), required: defaulted(bool, false) })

/**
 * Creates a lead form of a page. The `field_data` of a lead names the keys of the form's questions. `stores`
 * lists the numbers that can answer a question of type `storeLocator`. A person can leave out the answer to
 * an `optional` question; the lead then has no entry for it.
 */
export const createLeadForm = action({
  chapter: 'Resources and their fields › Lead',
  params: z.object({
    page: nodeId,
    name: defaulted(text, ''),
    locale: text.optional(),
    questions: list(question),
    disclaimers: defaulted(list(disclaimer), []),
  }),
  result: z.object({ id: z.string() }),
  run({ params, tx, refuse }) {
    const error = missing(tx, ['page', 'pages', params.page])
    if (error) return refuse(error)
    const keys = [...params.questions, ...params.disclaimers].map(({ key }) => key)
    const duplicate = keys.find((key, index) => keys.indexOf(key) !== index)
    if (duplicate !== undefined) {
      return refuse(
        `Params questions and disclaimers must not use a key twice, got ${duplicate} more than once`,
      )
    }
    const misplaced = params.questions.find(({ type, stores }) => stores && type !== 'storeLocator')
    if (misplaced) {
      return refuse(
        'Param questions must have stores only for the type storeLocator, ' +
          `got stores for ${misplaced.key} of type ${misplaced.type}`,
      )
    }
    const questions = params.questions.map(({ key, label, type, optional, stores }) => ({
      key,
      label: label ?? key,
      type,
      ...(optional && { optional }),
      ...(stores && { stores }),
    }))
    return { id: String(tx.insert('leadForms', { ...params, questions, createdTime: tx.now }).id) }
  },
})
