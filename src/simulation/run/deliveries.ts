import { type DueDelivery, dueDeliveries, withoutExpired } from '../../chapters/webhooks/attempt.ts'
import { shownDelivery } from '../../chapters/webhooks/delivery.ts'
import { type Outbox, outboxIn } from '../../chapters/webhooks/outbox.ts'
import { bounds } from '../../service/contract/bounds.ts'
import { shown } from '../../service/values/scalars.ts'
import { readingTx, runSettled } from '../../world/handle/handle.ts'
import { appName } from '../../world/history/app-names.ts'
import type { DeliveryResult } from '../../world/sending/webhooks.ts'
import { startProgram } from './actors.ts'
import { clippedText } from './context.ts'
import { addToCounter } from './series.ts'
import { nowOf, type Simulation } from './simulation.ts'
import { laneOf, record } from './timeline.ts'

/** The deliveries of a simulation that are being sent, and when to look for more. */
export interface DeliveryWatch {
  readonly inFlight: Set<string>
  /** The outbox of the last look; undefined if it must look again. */
  seen: Outbox | undefined
  /** The next instant at which a delivery is due. */
  due: number
}

/** Creates the watch of a simulation that has not looked yet. */
export const createWatch = (): DeliveryWatch => ({
  inFlight: new Set(),
  seen: undefined,
  due: Number.POSITIVE_INFINITY,
})

const outboxOf = ({ handle }: Simulation): Outbox => outboxIn(handle.state.ledger)

/** Returns the first instant after now at which a delivery to a receiver is due. */
function nextDue({ plan: { receivers } }: Simulation, outbox: Outbox, now: number): number {
  const { sending, waiting } = withoutExpired(outbox, now)
  let next = Number.POSITIVE_INFINITY
  const look = ({ app, due }: { readonly app: number; readonly due: number | null }) => {
    if (due !== null && due > now && due < next && receivers.has(String(app))) next = due
  }
  for (const delivery of sending) if (delivery.open === null) look(delivery)
  for (const notice of waiting) look(notice)
  return next
}

/** Checks a result. Throws a TypeError that names the receiver's app. */
function checkedResult(app: string, given: unknown): DeliveryResult {
  if (given === undefined) return { status: 200 }
  const isObject = typeof given === 'object' && given !== null
  if (isObject && 'error' in given && typeof given.error === 'string')
    return { error: given.error.slice(0, bounds.webhookErrorCharactersMax).toWellFormed() }
  if (isObject && 'status' in given) {
    const { status } = given
    const body = 'body' in given && typeof given.body === 'string' ? { body: given.body } : {}
    if (typeof status === 'number' && Number.isInteger(status) && status >= 100 && status <= 599)
      return { status, ...body }
  }
  throw new TypeError(
    `The receiver of app ${app} must return { status } with an HTTP status from 100 to 599, { error } ` +
      `with a ` +
      `text, or nothing, got ${shown(given)}`,
  )
}

/** An app as a person reads it: its name and its id. */
function appText({ handle }: Simulation, id: string): string {
  const name = appName(handle.state, Number(id))
  return name === undefined ? `app ${id}` : `${name} (app ${id})`
}

/**
 * Makes one attempt: starts it in the world, runs the receiver, and reports the result when it has ended.
 * Returns false if the world refuses to start it.
 */
function attempt(run: Simulation, watch: DeliveryWatch, { id, app }: DueDelivery): boolean {
  const { handle, plan, metrics, recorder } = run
  const receiver = plan.receivers.get(app)
  if (!receiver || !runSettled(handle, { type: 'delivered', begin: id }).outcome.ok) return false
  const since = nowOf(run)
  const delivery = shownDelivery(outboxOf(run), readingTx(handle), id)
  if (!delivery) return false
  const lane = plan.timelineItems === 0 ? 0 : laneOf(recorder, appText(run, app), 'webhooks')
  watch.inFlight.add(id)
  const index = delivery.attempts.length + 1
  const end = (given: unknown) => {
    const result = checkedResult(app, given)
    watch.inFlight.delete(id)
    runSettled(handle, { type: 'delivered', delivery: id, result })
    const ok = 'status' in result && result.status === 200
    addToCounter(metrics, ok ? 'deliveries' : 'deliveries.failed', 1)
    record(recorder, { lane, at: since, ok }, () => ({
      kind: 'delivery',
      label: `${id}, attempt ${index}: ${'status' in result ? result.status : result.error}`,
      input: clippedText(delivery.request.body),
      ...(nowOf(run) > since && { end: nowOf(run) }),
    }))
  }
  const who = { name: `receiver ${app} ${id}#${index}`, index, lane }
  startProgram(run, { who, begin: (sim) => receiver.begin(delivery, sim), end, plain: receiver.plain })
  return true
}

/** Starts the attempts that are due. Returns the next instant at which one is due. */
export function startDeliveries(run: Simulation, watch: DeliveryWatch): number {
  const { handle, plan } = run
  if (plan.receivers.size === 0) return Number.POSITIVE_INFINITY
  while (watch.seen !== outboxOf(run) || watch.due <= nowOf(run)) {
    const outbox = outboxOf(run)
    const due = dueDeliveries(outbox, readingTx(handle)).find(
      ({ id, app }) => plan.receivers.has(app) && !watch.inFlight.has(id),
    )
    if (due) {
      // A delivery that the world refuses to start is never tried again: another attempt would be refused
      // too.
      if (!attempt(run, watch, due)) watch.inFlight.add(due.id)
    } else {
      watch.seen = outbox
      watch.due = nextDue(run, outbox, nowOf(run))
    }
  }
  return watch.due
}
