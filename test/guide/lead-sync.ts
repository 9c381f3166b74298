import type { ProcessContext } from '../../src/explore/index.ts'

interface Lead {
  id: string
  created_time: string
}

/** Copies new leads of a form to the store. */
export function leadSync({ fetch, baseUrl, store, names }: ProcessContext) {
  async function newLeads(since: number): Promise<Lead[]> {
    const filtering = [{ field: 'time_created', operator: 'GREATER_THAN_OR_EQUAL', value: since }]
    const query = { filtering: JSON.stringify(filtering), access_token: names.pageToken }
    const leads: Lead[] = []
    let next: string | undefined = `${baseUrl}/${names.form}/leads?${new URLSearchParams(query)}`
    while (next !== undefined) {
      const response: Response = await fetch(next)
      const page = await response.json()
      if (!response.ok) throw new Error(page.error?.message)
      leads.push(...page.data)
      next = page.paging.next
    }
    return leads
  }

  return async function sync() {
    const since = Number((await store.get('since')) ?? 0)
    const leads = await newLeads(since)
    const times = leads.map((lead) => Date.parse(lead.created_time) / 1000)
    await store.set('since', Math.max(since, ...times))
    for (const lead of leads) await store.set(`lead:${lead.id}`, { created: lead.created_time })
  }
}
