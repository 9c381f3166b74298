import { z } from '../../engine/schema/zod.ts'
import { action } from '../../service/routes/define.ts'
import { list } from '../../service/values/compounds.ts'
import { nodeId } from '../../service/values/references.ts'
import {
  boolean,
  defaulted,
  filledText,
  numericId,
  oneOf,
  scalar,
  text,
} from '../../service/values/scalars.ts'

/** The key of a question or disclaimer. `__proto__` is not allowed: JSON objects cannot carry it safely. */
const answerKey = scalar<string, string>(
  'text that is not empty, and not __proto__',
  (raw) => (raw === '__proto__' ? undefined : filledText.safeParse(raw).data),
  { type: 'string', minLength: 1 },
)

const question = z.object({
  /** The field id of the question: the name of its answer in `field_data`. */
  key: answerKey,
  /** The text of the question. By default its key. */
  label: text.optional(),
  /** `storeLocator` for a question whose answer is the number of a store. */
  type: defaulted(oneOf(['text', 'storeLocator']), 'text'),
  /** Whether a person may leave the question out. */
  optional: defaulted(boolean, false),
  /** The numbers of the stores that a store locator offers. */
  stores: list(numericId).optional(),
})
const disclaimer = z.object({
  /** The key of the check box in `custom_disclaimer_responses`. */
  key: answerKey,
  /** The text beside the check box. */
  text: defaulted(text, ''),
  /** Whether a person must check the box. A lead stores only the boxes that are not required. */
  required: defaulted(boolean, false),
})

/**
 * Creates a lead form of a page. The `field_data` of a lead names the keys of the form's questions. `stores`
 * lists the numbers that can answer a question of type `storeLocator`. A person can leave out the answer to
 * an `optional` question; the lead then has no entry for it.
 */
export const createLeadForm = action({
  chapter: 'Resources and their fields › Lead',
  params: z.object({
    page: nodeId,
    /** The name of the form. */
    name: defaulted(text, ''),
    /** The locale of the form. */
    locale: text.optional(),
    /** The questions in their order. */
    questions: list(question),
    /** The check boxes of the disclaimer in their order. */
    disclaimers: defaulted(list(disclaimer), []),
  }),
  result: z.object({
    /** The id of the new form. */
    id: z.string(),
  }),
  run({ params, tx, refuse }) {
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

/** Archives a lead form, or makes it active again. An archived form accepts no leads, and keeps its own. */
export const archiveLeadForm = action({
  chapter: 'Resources and their fields › Lead',
  params: z.object({
    /** The id of the lead form. */
    form: nodeId,
    /** Whether the form is archived: `false` makes it active again. */
    archived: defaulted(boolean, true),
  }),
  run({ params, tx }) {
    tx.patch('leadForms', params.form, { archived: params.archived || undefined })
    return { success: true }
  },
})
