import { expect, test } from 'vitest'
import { defineExploration } from '../../../src/check/define-exploration.ts'
import { explore } from '../../../src/check/explore.ts'

test('a program of express and axios relays each lead', async () => {
  let rows = new Map<string, object>()
  const report = await explore(
    defineExploration({
      root: 'test/programs/lead-relay',
      program: 'main.ts',
      stories: false,
      runs: 100,
      env: ({ names }) => ({ PAGE_TOKEN: names.pageToken }),
      webhook: 'http://localhost:3000/webhooks/facebook',
      others: () => {
        rows = new Map()
        return {
          'https://crm.example': async (request) => {
            const lead = await request.json()
            rows.set(lead.id, lead)
            return new Response(null, { status: 204 })
          },
        }
      },
      mirror: { leads: () => [...rows.keys()] },
    }),
  )
  console.log(report.failures.map(({ text }) => text).join('\n'), report.coverage, report.warnings, report.runs, report.nondeterminism)
  expect(report.ok).toBe(true)
})
