/** Sends a lead to the CRM. */
export async function crm(lead: { id: string; created_time: string }): Promise<void> {
  const response = await fetch('https://crm.example/leads', {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ id: lead.id, created: lead.created_time }),
  })
  if (!response.ok) throw new Error(`the CRM answered ${response.status}`)
}
