import { guard, type Json } from '../../engine/values/guard.ts'
import type { Explanation } from '../../world/history/why.ts'
import { instantText } from '../../world/time/time.ts'
import type { World } from '../../world/world.ts'
import type { StepExpectation } from '../read/expectation-schema.ts'
import type { StepOutcome } from './outcome.ts'

/** The end of a log: the sequence number of its last entry, and the number of entries so far. */
interface LogMark {
  readonly sequence: number
  readonly count: number
}

/** The ends of the logs before a step. */
interface LogMarks {
  readonly events: LogMark
  readonly calls: LogMark
}

/** The world after a step, with the ends of its logs before it. */
interface Observed {
  readonly world: World
  readonly outcome: StepOutcome
  readonly before: LogMarks
  readonly explanation: Explanation | undefined
}

/** Returns the pending work of a world, with times as text. */
export const pendingOf = ({ clock }: World): readonly { at: string; kind: string; key: string }[] =>
  clock.pending.map(({ at, kind, key }) => ({ at: instantText(at), kind, key }))

const markOf = (log: World['events'] | World['calls']): LogMark => ({
  sequence: log.last()?.sequence ?? 0,
  count: log.length + log.dropped,
})

/** Returns how far the logs are. */
export const logMarks = ({ events, calls }: World): LogMarks => ({
  events: markOf(events),
  calls: markOf(calls),
})

/** Throws a RangeError if the log has dropped some of the entries that the step added. */
function checkKept(log: World['events'] | World['calls'], before: LogMark, noun: string): void {
  const added = log.length + log.dropped - before.count
  if (added <= log.length) return
  throw new RangeError(
    `the step added ${added} ${noun}${added === 1 ? '' : 's'}, and the log keeps ${log.length}: ` +
      'raise logSize of given.world',
  )
}

function addedEvents({ world: { events }, before }: Observed): object[] {
  checkKept(events, before.events, 'event')
  return events
    .since(before.events.sequence)
    .map(({ type, at, data }) => ({ type, at: instantText(at), data }))
}

function addedCalls({ world: { calls }, before }: Observed): object[] {
  checkKept(calls, before.calls, 'call')
  return calls
    .all()
    .filter(({ sequence }) => sequence > before.calls.sequence)
    .map((entry) => ({ ...entry, at: instantText(entry.at) }))
}

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
    due: due === null ? null : instantText(due),
    attempts: attempts.map(({ at, ...attempt }) => ({ at: instantText(at), ...attempt })),
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

type Observations<Members extends keyof StepExpectation, From> = {
  readonly [member in Members]: (from: From) => unknown
}

const answerMembers = ['ok', 'status', 'value', 'error', 'headers'] as const

/** The members of an expectation that the answer of a call shows. */
type AnswerMember = (typeof answerMembers)[number]

/** Whether the answer of a call shows a member of an expectation: the others need a world. */
export const isInAnswer = (member: string): member is AnswerMember =>
  answerMembers.some((name) => name === member)

/** Returns what the answer of a call shows for a member of an expectation. */
const answerOf = (member: AnswerMember, outcome: StepOutcome): unknown => outcome[member]

/** The functions that observe the other members. */
const observations: Observations<Exclude<keyof StepExpectation, AnswerMember>, Observed> = {
  events: addedEvents,
  now: ({ world }) => instantText(world.clock.now),
  pending: ({ world }) => pendingOf(world),
  deliveries: ({ world }) => deliveriesOf(world),
  calls: addedCalls,
  coverage: ({ world }) => coverageOf(world),
  hash: ({ world }) => world.hash('full'),
  why: ({ explanation }) => explanation && whyOf(explanation),
}

function plainOf(value: unknown): Json | undefined {
  const guarded = value === undefined ? undefined : guard(value)
  return guarded?.ok ? guarded.value : undefined
}

/** Returns what an answer alone shows for a member of an expectation, as plain JSON. */
export const observeAnswer = (member: keyof StepExpectation, outcome: StepOutcome): Json | undefined =>
  isInAnswer(member) ? plainOf(answerOf(member, outcome)) : undefined

/** Returns what is compared with a member of an expectation, as plain JSON. */
export const observe = (member: keyof StepExpectation, observed: Observed): Json | undefined =>
  isInAnswer(member) ? observeAnswer(member, observed.outcome) : plainOf(observations[member](observed))
