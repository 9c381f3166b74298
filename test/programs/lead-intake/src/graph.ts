import axios from 'axios'

const { PAGE_TOKEN, FORM_ID } = process.env

const graph = axios.create({
  baseURL: 'https://graph.facebook.com/v24.0',
  timeout: 10_000,
  headers: { authorization: `Bearer ${PAGE_TOKEN}` },
})

export interface Lead {
  id: string
  created_time: string
  field_data: { name: string; values: string[] }[]
}

interface Page {
  data: Pick<Lead, 'id' | 'created_time'>[]
  paging?: { next?: string }
}

export async function readLead(id: string): Promise<Lead> {
  const { data } = await graph.get<Lead>(`/${id}`, { params: { fields: 'id,created_time,field_data' } })
  return data
}

/** Lists the leads of the form that were created at a time or later, in Unix seconds. */
export async function leadsSince(time: number): Promise<Page['data']> {
  const filtering = JSON.stringify([
    { field: 'time_created', operator: 'GREATER_THAN_OR_EQUAL', value: time },
  ])
  const query = new URLSearchParams({ fields: 'id,created_time', filtering, limit: '50' })
  const leads: Page['data'] = []
  let next: string | undefined = `/${FORM_ID}/leads?${query}`
  while (next !== undefined) {
    const { data: page }: { data: Page } = await graph.get(next)
    leads.push(...page.data)
    next = page.paging?.next
  }
  return leads
}

/** Errors after which every further call would fail too: no answer, a refused token, a rate limit. */
export function stopsAll(error: unknown): boolean {
  const code = axios.isAxiosError(error) ? error.response?.data?.error?.code : undefined
  return code === undefined || [4, 17, 32, 190, 613, 80001, 80004].includes(code)
}
