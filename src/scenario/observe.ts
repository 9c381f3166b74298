import { guard, type Json } from '../engine/guard.ts'
import type { Explanation } from '../world/why.ts'
import type { World } from '../world/world.ts'
import type { StepExpectation } from './expectation-schema.ts'
import type { StepOutcome } from './outcome.ts'

/** What a step left behind, with what the world was before it. */
export interface Observed {
  readonly world: World
  readonly outcome: StepOutcome
  /** The number of events and of calls before the step. */
  readonly eventsBefore: number
  readonly callsBefore: number
  readonly explanation: Explanation | undefined
}

const iso = (instant: number): string => new Date(instant).toISOString().replace('.000Z', 'Z')

/** Returns the pending work of a world, with times as text. */
export const pendingOf = ({ clock }: World): readonly { at: string; kind: string; key: string }[] =>
  clock.pending.map(({ at, kind, key }) => ({ at: iso(at), kind, key }))

/** Returns the sequence number of the last event. */
export const lastEvent = ({ events }: World): number => events.last()?.sequence ?? 0

/** Returns the sequence number of the last call. */
export const lastCall = ({ calls }: World): number => calls.last()?.sequence ?? 0

const eventsOf = ({ world, eventsBefore }: Observed): object[] =>
  world.events.since(eventsBefore).map(({ type, at, data }) => ({ type, at: iso(at), data }))

const callsOf = ({ world, callsBefore }: Observed): object[] =>
  world.calls
    .all()
    .filter(({ sequence }) => sequence > callsBefore)
    .map((entry) => ({ ...entry, at: iso(entry.at) }))

function bodyOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const deliveriesOf = ({ webhooks }: World): object[] =>
  webhooks.outbox.map(({ due, attempts, request: { url, headers, body }, ...delivery }) => ({
    ...delivery,
    due: due === null ? null : iso(due),
    attempts: attempts.map(({ at, ...attempt }) => ({ at: iso(at), ...attempt })),
    url,
    headers,
    body: bodyOf(body),
  }))

const coverageOf = (world: World): object =>
  Object.fromEntries(
    Object.entries(world.coverage().operations).map(([operation, { results }]) => [operation, results]),
  )

/** Returns an explanation with the name of the check that fails; null if none does. */
export function whyOf(explanation: Explanation): Explanation & { readonly failed: string | null } {
  const failed = explanation.checks.find(({ verdict }) => verdict === 'failed')
  return { ...explanation, failed: failed?.name ?? null }
}

/** How each member of an expectation is observed. */
const observations: {
  readonly [member in keyof Required<Omit<StepExpectation, 'error'>>]: (observed: Observed) => unknown
} = {
  ok: ({ outcome }) => outcome.ok,
  status: ({ outcome }) => outcome.status,
  value: ({ outcome }) => outcome.value,
  headers: ({ outcome }) => outcome.headers,
  events: eventsOf,
  now: ({ world }) => iso(world.clock.now),
  pending: ({ world }) => pendingOf(world),
  deliveries: ({ world }) => deliveriesOf(world),
  calls: callsOf,
  coverage: ({ world }) => coverageOf(world),
  hash: ({ world }) => world.hash('full'),
  why: ({ explanation }) => explanation && whyOf(explanation),
}

/** Returns what is compared with a member of an expectation, as plain JSON. */
export function observe(member: keyof StepExpectation, observed: Observed): Json | undefined {
  const value = member === 'error' ? observed.outcome.error : observations[member](observed)
  const guarded = value === undefined ? undefined : guard(value)
  return guarded?.ok ? guarded.value : undefined
}
