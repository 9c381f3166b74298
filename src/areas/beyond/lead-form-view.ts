import { z } from '../../engine/zod.ts'
import { upperAscii } from '../../graph/values/letter-case.ts'
import { isoTime } from '../../graph/values/times.ts'
import { field, type View } from '../../graph/views/fields.ts'
import type { LeadFormRow } from '../rows.ts'

const Question = z.object({ key: z.string(), label: z.string(), type: z.string() })
const FormPage = z.object({ id: z.string(), name: z.string() })

/** The types of questions that ask for a detail of the profile; the key of such a question is the type. */
const profileQuestions = new Set([
  'FULL_NAME',
  'FIRST_NAME',
  'LAST_NAME',
  'EMAIL',
  'PHONE',
  'CITY',
  'COUNTRY',
  'ZIP',
  'COMPANY_NAME',
  'JOB_TITLE',
])

function questionType({ key, type }: LeadFormRow['questions'][number]): string {
  if (type === 'storeLocator') return 'STORE_LOOKUP'
  const profileType = upperAscii(key)
  return profileQuestions.has(profileType) ? profileType : 'CUSTOM'
}

/** The fields of a lead form. Without a locale of its own, it has en_US. Its status is always ACTIVE. */
export const leadFormView = {
  name: 'LeadGenData',
  minimal: ['id', 'locale', 'name', 'status'],
  fields: {
    id: field(z.string(), ({ id }: LeadFormRow) => String(id)),
    locale: field(z.string(), ({ locale = 'en_US' }: LeadFormRow) => locale),
    name: field(z.string(), ({ name }: LeadFormRow) => name),
    status: field(z.enum(['ACTIVE']), (_form: LeadFormRow) => 'ACTIVE' as const),
    created_time: field(z.string(), ({ createdTime }: LeadFormRow) => isoTime(createdTime)),
    leads_count: field(z.int(), ({ id }: LeadFormRow, { tx }) => tx.count('leads', 'byForm', [id])),
    page: field(FormPage, ({ page }: LeadFormRow, { tx }) => {
      const row = tx.find('pages', page)
      return row && { id: String(row.id), name: row.name }
    }),
    page_id: field(z.string(), ({ page }: LeadFormRow) => String(page)),
    questions: field(z.array(Question), ({ questions }: LeadFormRow) =>
      questions.map((question) => ({
        key: question.key,
        label: question.label,
        type: questionType(question),
      })),
    ),
  },
} satisfies View<LeadFormRow>
