import { z } from 'zod'
import { instant, rowId, table } from '../../engine/table.ts'

export const LeadAnswer = z.object({ name: z.string(), values: z.array(z.string()) })

export const DisclaimerResponse = z.object({ checkbox_key: z.string(), is_checked: z.string() })

export const Disclaimer = z.object({ key: z.string(), text: z.string(), required: z.boolean() })

export const Question = z.object({
  key: z.string(),
  label: z.string(),
  type: z.enum(['text', 'storeLocator']),
  /** The numbers of the stores that a store locator finds; any number where they are not said. */
  stores: z.array(z.string()).optional(),
})

/** A form of a page that collects leads. */
export const leadForms = table({
  row: z.object({
    page: rowId('pages'),
    name: z.string(),
    createdTime: instant(),
    questions: z.array(Question),
    disclaimers: z.array(Disclaimer),
  }),
  edges: { byPage: { owners: ({ page }) => [[page]], order: ({ createdTime }) => [createdTime] } },
})

/** A lead: what one person answered to a form. */
export const leads = table({
  row: z.object({
    form: rowId('leadForms'),
    page: rowId('pages'),
    /** The ad that led to it; null for organic reach and for a preview. */
    ad: rowId('ads').nullable(),
    preview: z.boolean(),
    platform: z.string(),
    createdTime: instant(),
    answers: z.array(LeadAnswer),
    disclaimers: z.array(DisclaimerResponse),
  }),
  edges: {
    byForm: { owners: ({ form }) => [[form]], order: ({ createdTime }) => [createdTime] },
    byAd: { owners: ({ ad }) => (ad === null ? [] : [[ad]]), order: ({ createdTime }) => [createdTime] },
    /** The leads of one page beside one another: the pages of an ad are found without reading every lead. */
    byAdAndPage: { owners: ({ ad }) => (ad === null ? [] : [[ad]]), order: ({ page }) => [page] },
  },
})
