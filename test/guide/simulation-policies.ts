import { createWorld } from '../../src/index.ts'
import { poisson, simulate } from '../../src/simulation/index.ts'

const baseline = createWorld({ now: '2026-01-15T09:00:00Z' })
const { form, pageToken } = baseline.starter()

/** Counts the refused reads of a client that reads a form every minute of a day. */
function refusedReads(perLead: number): number {
  const world = baseline.fork({ policy: { leadReadLimit: { perLead, leadDays: 90, seconds: 86_400 } } })
  const { counters } = simulate({
    world,
    for: '1d',
    seed: 1,
    arrivals: {
      reads: { process: poisson({ rate: 60 }), run: () => void world.as(pageToken).listFormLeads({ form }) },
    },
  })
  return counters['calls.refused'] ?? 0
}

export const compared = { strict: refusedReads(100), generous: refusedReads(4_800) }
