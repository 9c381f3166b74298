import { z } from '../../engine/schema/zod.ts'
import { by, inOrderOf, instant, rowId, table } from '../../engine/store/table.ts'

/** An answer of a lead, as `field_data` shows it (LEA-011, LEA-012). */
export const LeadAnswer = z.object({
  /** The field id of the question. */
  name: z.string(),
  /** The answers; for a store locator, the number of the store. */
  values: z.array(z.string()),
})

/** The state of an optional check box, as `custom_disclaimer_responses` shows it (LEA-014, LEA-015). */
export const DisclaimerResponse = z.object({
  /** The key of the check box. */
  checkbox_key: z.string(),
  /** `1` if the box is checked, empty if not. */
  is_checked: z.string(),
})

/** A check box of a form. */
const Disclaimer = z.object({ key: z.string(), text: z.string(), required: z.boolean() })

/** A question of a form. */
const Question = z.object({
  key: z.string(),
  label: z.string(),
  type: z.enum(['text', 'storeLocator']),
  /** Whether a person can leave the question without an answer. */
  optional: z.boolean().optional(),
  /** The store numbers that a store locator accepts; without them, any number. */
  stores: z.array(z.string()).optional(),
})

/** A lead form of a page. */
export const leadForms = table({
  row: z.object({
    page: rowId('pages'),
    name: z.string(),
    /** The language of the form, such as `en_US`. */
    locale: z.string().optional(),
    createdTime: instant(),
    /** An archived form accepts no leads; its leads stay readable. */
    archived: z.boolean().optional(),
    questions: z.array(Question),
    disclaimers: z.array(Disclaimer),
  }),
  edges: { byPage: { owners: by('page'), order: inOrderOf('createdTime') } },
})

/** A lead: the answers of a person to a form. */
export const leads = table({
  row: z.object({
    form: rowId('leadForms'),
    page: rowId('pages'),
    /** The ad that the lead came from; null for organic reach and for a preview. */
    ad: rowId('ads').nullable(),
    preview: z.boolean(),
    platform: z.string(),
    /** The partner through which it came; absent without one. */
    partner: z.string().optional(),
    createdTime: instant(),
    answers: z.array(LeadAnswer),
    disclaimers: z.array(DisclaimerResponse),
    /** Whether it is a test lead, which a call made. */
    test: z.boolean().optional(),
  }),
  edges: {
    tests: { owners: ({ form, test }) => (test ? [[form]] : []) },
    byForm: {
      owners: by('form'),
      order: inOrderOf('createdTime'),
    },
    byAd: { owners: by('ad'), order: inOrderOf('createdTime') },
    /** Groups the leads of each page, so that the pages of an ad are found without reading every lead. */
    byAdAndPage: { owners: by('ad'), order: inOrderOf('page') },
  },
})
