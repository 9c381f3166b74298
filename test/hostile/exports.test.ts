import { describe, expect, test } from 'vitest'
import { leadsAsTsv } from '../../src/chapters/leads/lead-export.ts'
import { begin, forked } from '../service/scene.ts'

const start = begin()
const { page, userToken } = start

/** A form whose leads hold quotation marks alone, which an export writes twice and JSON escapes. */
function quotingForm(leads: number) {
  const { world } = forked(start)
  const questions = [{ key: 'email', label: 'Email' }]
  const { id: form } = world.actions
    .createLeadForm({ page, name: 'Quotes', questions } as never)
    .unwrap() as {
    id: string
  }
  for (let count = 0; count < leads; count++)
    world.actions.submitLead({ form, answers: { email: '"'.repeat(900_000) } } as never).unwrap()
  return { world, form }
}

describe('a batch of fifty exports', () => {
  const { world, form } = quotingForm(2)
  const item = { method: 'GET', relative_url: `ads/lead_gen/export_csv?id=${form}&type=form` }

  test('answers no more characters than one answer may have, and refuses the rest', () => {
    const { status, body } = world.request({
      method: 'POST',
      url: `/?access_token=${userToken}&include_headers=false`,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ batch: Array.from({ length: 50 }, () => item) }),
    })
    expect(status).toBe(200)
    const codes: number[] = JSON.parse(String(body)).map(({ code }: { code: number }) => code)
    expect(codes.filter((code) => code === 200).length).toBeLessThan(3)
    expect(codes.at(-1)).toBe(400)
    expect(String(body).length).toBeLessThan(8_388_608 + 50 * 1_000)
  })

  test('by itself, the export has all its leads', () => {
    const file: string = world.as(userToken).exportLeads({ id: form, type: 'form' }).unwrap()
    expect(file.split('\n')).toHaveLength(1 + 2 + 1)
  })
})

test('an export that no text could hold is refused before it is written', () => {
  const { world, form } = quotingForm(1)
  const rows = world.snapshot().state.graph.rows as unknown as { id: number; kind: string }[]
  const row = rows.find(({ id }) => String(id) === form)
  const lead = rows.find((one) => one.kind === 'leads' && (one as { form?: number }).form === Number(form))
  const leads = Array.from({ length: 150 }, () => lead)
  expect(leadsAsTsv(row as never, leads as never, {} as never)).toMatchObject({
    code: 100,
    message: expect.stringContaining(`268435456 characters`),
  })
})
