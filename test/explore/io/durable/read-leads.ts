import type { ProcessContext } from '../../../../src/explore/run/options/options.ts'

/** Reads all leads of the form, page by page. Throws the error of a call that fails. */
export async function readLeads({
  fetch,
  baseUrl,
  names,
}: ProcessContext): Promise<{ id: string; created_time: string }[]> {
  const query = new URLSearchParams({ access_token: names.pageToken, limit: '25' })
  const leads: { id: string; created_time: string }[] = []
  let next: string | undefined = `${baseUrl}/${names.form}/leads?${query}`
  while (next !== undefined) {
    const response: Response = await fetch(next)
    const page = await response.json()
    if (!response.ok) throw new Error(page.error?.message)
    leads.push(...page.data)
    next = page.paging?.next
  }
  return leads
}
