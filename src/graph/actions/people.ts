import { z } from 'zod'
import { jsonObject } from '../compounds.ts'
import { action } from '../define.ts'
import { DAY } from '../limits.ts'
import { type LeadForm, leadNotice, newLead } from '../model/lead-notice.ts'
import { missing, present, reference } from '../model/references.ts'
import { bool, defaulted, text } from '../scalars.ts'

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
