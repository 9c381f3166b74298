import { z } from 'zod'
import { jsonObject } from '../compounds.ts'
import { action } from '../define.ts'
import { type LeadForm, leadNotice, newLead } from '../model/lead-notice.ts'
import { missing, present, reference } from '../model/references.ts'
import { leadCount } from '../rates.ts'
import { bool, defaulted, text } from '../scalars.ts'

const answer = z.union([z.string(), z.array(z.string())])

type Question = LeadForm['questions'][number]

/** What is wrong with the store that was selected: its number is the one value of the answer. */
function storeProblem({ key, stores }: Question, given: unknown): string | undefined {
  const [store, ...more] = Array.isArray(given) ? given : [given]
  if (more.length > 0 || !/^\d{1,19}$/.test(String(store)))
    return `Param answers.${key} must be a store number`
  if (!stores || stores.includes(String(store))) return undefined
  return `Param answers.${key} must be one of the stores ${stores.join(', ')}`
}

/** What is wrong with the answers to the questions of a form. */
function answerProblem(form: LeadForm, answers: Record<string, unknown>): string | undefined {
  for (const [key, given] of Object.entries(answers)) {
    const question = form.questions.find((asked) => asked.key === key)
    if (!question) return `Param answers.${key} is no question of the form`
    if (!answer.safeParse(given).success) return `Param answers.${key} must be text or a list of texts`
    const problem = question.type === 'storeLocator' ? storeProblem(question, given) : undefined
    if (problem) return problem
  }
  const open = form.questions.find(({ key }) => !Object.hasOwn(answers, key))
  return open && `Param answers.${open.key} is required by the form`
}

/** What is wrong with the check boxes of a form. */
function disclaimerProblem(form: LeadForm, disclaimers: Record<string, unknown>): string | undefined {
  for (const [key, checked] of Object.entries(disclaimers)) {
    if (!form.disclaimers.some((disclaimer) => disclaimer.key === key))
      return `Param disclaimers.${key} is no disclaimer of the form`
    if (typeof checked !== 'boolean') return `Param disclaimers.${key} must be true or false`
  }
  const open = form.disclaimers.find(({ key, required }) => required && disclaimers[key] !== true)
  return open && `Param disclaimers.${open.key} must be true: the form requires it`
}

/**
 * A person submits a lead form: through an ad, from an ad's preview, or by organic reach. `answers` has a
 * text or a list of texts for each question's key, a store number for a store locator; `disclaimers` has true
 * for each box that was checked. The notice of the lead is emitted as the event `leadgen`.
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
    const wrong = answerProblem(form, params.answers) ?? disclaimerProblem(form, params.disclaimers)
    if (wrong) return refuse(wrong)
    const lead = newLead(tx, form, { ...params, ad: params.preview ? undefined : params.ad })
    const { name, seconds } = leadCount(policy, form.page)
    count(name, seconds)
    tx.emit('leadgen', leadNotice(lead))
    return { id: String(lead.id) }
  },
})
