import { request } from 'undici'
import type { Lead } from './database.ts'

const { PAGE_TOKEN, FORM_ID } = process.env

const base = 'https://graph.facebook.com/v24.0'

/** The service refused a call. */
export class GraphError extends Error {
  readonly code: number | undefined

  constructor(status: number, code: number | undefined) {
    super(`the service answered ${status}, code ${code}`)
    this.code = code
  }
}

interface Answer {
  error?: { code: number }
}

async function read<T extends Answer>(url: string): Promise<T> {
  const { statusCode, body } = await request(url, {
    headers: { authorization: `Bearer ${PAGE_TOKEN}` },
    headersTimeout: 10_000,
  })
  const text = await body.text()
  const answer: T | undefined = text.startsWith('{') ? JSON.parse(text) : undefined
  if (statusCode !== 200 || !answer || answer.error) throw new GraphError(statusCode, answer?.error?.code)
  return answer
}

interface LeadAnswer extends Answer {
  id: string
  form_id: string
  field_data: { name: string; values: string[] }[]
}

export async function readLead(id: string): Promise<Lead> {
  const { form_id, field_data } = await read<LeadAnswer>(`${base}/${id}?fields=id,form_id,field_data`)
  const email = field_data.find(({ name }) => name === 'email')?.values[0] ?? null
  return { id, form_id, email }
}

interface ListAnswer extends Answer {
  data: { id: string }[]
  paging?: { next?: string }
}

/** Lists the ids of all leads of the form, page by page. */
export async function* listLeads(): AsyncGenerator<string[]> {
  let next: string | undefined = `${base}/${FORM_ID}/leads?fields=id&limit=10`
  while (next !== undefined) {
    const { data, paging }: ListAnswer = await read<ListAnswer>(next)
    yield data.map(({ id }) => id)
    next = paging?.next
  }
}
