import { z } from '../../engine/schema/zod.ts'
import { upperAscii } from '../../service/values/letter-case.ts'
import { isoTime, unixTime } from '../../service/values/times.ts'
import { field } from '../../service/views/fields.ts'
import type { View } from '../../service/views/view.ts'
import type { FilterFields } from '../ads/ad-filter.ts'
import type { LeadFormRow } from '../rows.ts'

const Question = z.object({
  /** The field id of the question: the name of its answer in `field_data`. */
  key: z.string(),
  /** The text of the question. */
  label: z.string(),
  /** The kind of question, in capitals. */
  type: z.string(),
})
const FormPage = z.object({
  /** The id of the page. */
  id: z.string(),
  /** The name of the page. */
  name: z.string(),
})

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

const statusOf = ({ archived }: LeadFormRow) => (archived ? 'ARCHIVED' : 'ACTIVE')

/** The fields of lead forms that the conditions of `filtering` can name. */
export const leadFormFilterFields: FilterFields<LeadFormRow> = new Map<
  string,
  (form: LeadFormRow) => string | number
>([
  ['id', ({ id }) => id],
  ['name', ({ name }) => name],
  ['status', statusOf],
  ['created_time', ({ createdTime }) => unixTime(createdTime)],
])

/** The fields of a lead form. Without a locale of its own, it has en_US. */
export const leadFormView = {
  name: 'LeadGenData',
  minimal: ['id', 'locale', 'name', 'status'],
  fields: {
    id: field(z.string(), ({ id }: LeadFormRow) => String(id)),
    /** The locale of the form. */
    locale: field(z.string(), ({ locale = 'en_US' }: LeadFormRow) => locale),
    /** The name of the form. */
    name: field(z.string(), ({ name }: LeadFormRow) => name),
    /** The status of the form. An ARCHIVED one accepts no leads. */
    status: field(z.enum(['ACTIVE', 'ARCHIVED']), statusOf),
    /** When the form was created. */
    created_time: field(z.string(), ({ createdTime }: LeadFormRow) => isoTime(createdTime)),
    /** The number of its leads. */
    leads_count: field(z.int(), ({ id }: LeadFormRow, { tx }) => tx.count('leads', 'byForm', [id])),
    /** The page of the form. */
    page: field(FormPage, ({ page }: LeadFormRow, { tx }) => {
      const row = tx.find('pages', page)
      return row && { id: String(row.id), name: row.name }
    }),
    /** The id of the page of the form. */
    page_id: field(z.string(), ({ page }: LeadFormRow) => String(page)),
    /** The questions in their order. */
    questions: field(z.array(Question), ({ questions }: LeadFormRow) =>
      questions.map((question) => ({
        key: question.key,
        label: question.label,
        type: questionType(question),
      })),
    ),
  },
} satisfies View<LeadFormRow>
