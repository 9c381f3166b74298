import { HOUR_MS } from '../../../engine/values/milliseconds.ts'
import type { KnownCode } from '../../../service/contract/errors.ts'
import { TOO_MUCH_DATA } from '../../../service/contract/transient.ts'
import type { Fault } from '../../../world/faults.ts'
import type { PictureResponse } from '../../../world/handle/pictures.ts'
import type { Harm, Mark } from '../../search/story/story.ts'
import { deployNext, die, goDown, hasNextVersion, stopProcess } from '../death.ts'
import type { OtherService, Recognized, SentRequest } from '../operation.ts'
import type { RunCall } from '../options/options.ts'
import { stopByOther } from '../outside-work.ts'
import type { Run, Scope } from '../run.ts'
import { isDead } from '../scope.ts'
import { enter } from '../slots.ts'
import { act, actLate, trace } from '../trace.ts'
import { happen } from './facts.ts'
import { askOther } from './others.ts'
import { connectionError, damaged, gateway, responseOf, type Settled } from './responses.ts'
import { setPolicy } from './run-policy.ts'
import { shortForm } from './without-times.ts'

/** The code of media that are published before they are processed. */
const TOO_EARLY = 9007

/** One call on its way: what was sent, where it leads, and what goes wrong with it. */
export interface Flight {
  readonly scope: Scope
  readonly request: SentRequest
  readonly recognized: Recognized
  readonly call: { -readonly [member in keyof RunCall]: RunCall[member] }
  readonly at: string
  readonly marks: readonly Mark[]
  readonly settle: (settled: Settled, later?: number) => void
  /** The service outside the world that it leads to. */
  readonly other: OtherService | undefined
}

/** Finds a mark of a call by what it does. */
export const find = <D extends Harm['do']>({ marks }: Pick<Flight, 'marks'>, what: D) => {
  const mark = marks.find(({ harm }) => harm.do === what)
  return mark && { mark, harm: mark.harm as Extract<Harm, { do: D }> }
}

/** The longest outage, in milliseconds: a step may take weeks, and notices are retried for 36 hours. */
const OUTAGE_MAX = 12 * HOUR_MS

/** Why the service refuses a call: the mark, and the error. */
interface Refusal {
  readonly mark: Mark
  readonly error: { readonly code: number; readonly message?: string }
}

const refusalBy = (mark: Mark): Refusal => ({
  mark,
  error: mark.harm.do === 'error' ? { code: mark.harm.code } : { code: 1, message: TOO_MUCH_DATA },
})

/** The operations whose lists have a larger limit in a request, which may be a batch. */
const largeLists = ({ recognized }: Flight, limit: number): string[] =>
  (recognized.calls ?? [recognized])
    .filter(({ params }) => Number(params['limit']) > limit)
    .map(({ operation }) => operation)

/** Notes that lists of some operations are too large from this call on. */
function beginTooLarge(flight: Flight): void {
  const { mark, harm } = find(flight, 'too large') ?? {}
  if (!mark || !harm) return
  const { run } = flight.scope
  for (const operation of new Set(largeLists(flight, harm.limit)))
    run.outages.push({
      until: harm.for ? run.step + harm.for : Number.POSITIVE_INFINITY,
      ends: harm.for ? run.world.clock.now + OUTAGE_MAX : Number.POSITIVE_INFINITY,
      left: Number.POSITIVE_INFINITY,
      limit: harm.limit,
      mark,
      operation,
    })
}

/** The error that an outage, or a mark at this very call, gives it. */
function refusalOf(flight: Flight): Refusal | undefined {
  const { scope, recognized } = flight
  const { run } = scope
  const own = find(flight, 'error')
  if (own) {
    const { mark, harm } = own
    if (harm.for || harm.times)
      run.outages.push({
        until: harm.for ? run.step + harm.for : Number.POSITIVE_INFINITY,
        ends: run.world.clock.now + OUTAGE_MAX,
        left: harm.times ? harm.times - 1 : Number.POSITIVE_INFINITY,
        mark,
        operation: recognized.operation,
      })
    return refusalBy(mark)
  }
  beginTooLarge(flight)
  const outage = run.outages.find(
    ({ until, ends, left, limit, operation }) =>
      (limit === undefined
        ? operation === recognized.operation
        : largeLists(flight, limit).includes(operation)) &&
      run.step < until &&
      left > 0 &&
      run.world.clock.now < ends &&
      // When the faults have stopped, a list that was too large for good still is.
      (!run.calm || ends === Number.POSITIVE_INFINITY),
  )
  if (outage) outage.left--
  return outage && refusalBy(outage.mark)
}

/** Has the service answer one call under a fault. */
function askUnder(run: Run, { recognized, request }: Flight, fault: Fault): PictureResponse {
  const { operation } = recognized
  const match = operation === 'unknown' ? {} : { operation }
  const rule = run.world.faults.add({ match, fault, times: 1 })
  try {
    return ask(run, request)
  } finally {
    rule.remove()
  }
}

/** Has the service refuse one call with an error. */
const askRefused = (run: Run, flight: Flight, { code, ...more }: Refusal['error']): PictureResponse =>
  askUnder(run, flight, { kind: 'error', code: code as KnownCode, ...more })

const errorCode = ({ body, status }: PictureResponse): number | undefined => {
  if (status < 400 || typeof body !== 'string') return undefined
  try {
    const answered: { error?: { code?: number } } = JSON.parse(body)
    return answered.error?.code
  } catch {
    return undefined
  }
}

/** Has the service answer a call, and notes the rows that it removed. */
function ask(run: Run, request: SentRequest): PictureResponse {
  const before = run.world.state.graph
  const answered = run.world.request(request)
  const after = run.world.state.graph
  // Every new row takes an id: if none is missing, nothing was removed, and the rows need no walk.
  const sizeMax = before.rows.size + after.nextId - before.nextId
  if (after.rows.size < sizeMax)
    for (const { id, kind } of before.rows.values()) if (!after.rows.get(id)) run.removed.set(id, kind)
  return answered
}

/** Seconds of processing that are usual: they excuse no error. */
const USUAL_PROCESSING = 60

/** Has the service answer a call, whose media are processed for as long as its mark says. */
function askInTime(flight: Flight, request: SentRequest): PictureResponse {
  const { run, invocation } = flight.scope
  const { mark, harm } = find(flight, 'processing') ?? {}
  const { mediaProcessing: before } = run.world.policy
  if (!mark || !harm || !before) return ask(run, request)
  act(run, mark, harm.seconds > USUAL_PROCESSING ? invocation : undefined)
  const { seconds } = harm
  setPolicy(run, { mediaProcessing: { image: seconds, video: seconds } })
  const answered = ask(run, request)
  setPolicy(run, { mediaProcessing: before })
  return answered
}

/** Has the service answer a batch, in which each list with a larger limit is too large for one page. */
function askForPages(run: Run, request: SentRequest, limit: number): PictureResponse {
  const { pageSizeMax = null } = run.world.policy
  setPolicy(run, { pageSizeMax: limit })
  const answered = ask(run, request)
  setPolicy(run, { pageSizeMax })
  return answered
}

/** Returns the fault of the page that a call reads, and notes what its mark changes from here on. */
function pageFault(flight: Flight): Fault | undefined {
  const { recognized, scope, marks } = flight
  const { run, invocation } = scope
  const { operation, params, lists } = recognized
  if (!lists) return undefined
  const { after } = params
  const expired = find(flight, 'cursor expired')
  if (expired && after !== undefined) {
    act(run, expired.mark, invocation)
    run.expiredCursors.add(after)
  }
  const lacking = marks.find(({ harm }) => harm.do === 'empty page' || harm.do === 'short page')
  if (lacking) {
    act(run, lacking)
    run.lackingPages.set(operation, lacking)
  }
  if (run.expiredCursors.has(after)) return { kind: 'expiredCursor' }
  const { harm } = run.lackingPages.get(operation) ?? {}
  if (harm?.do === 'short page') return { kind: 'shortPage', rows: harm.rows }
  return harm?.do === 'empty page' && after === undefined ? { kind: 'emptyPage' } : undefined
}

/** The service answers a call, with what goes wrong before and at that. */
function answer(flight: Flight): PictureResponse {
  const { scope, request } = flight
  const { run, invocation } = scope
  const refusal = refusalOf(flight)
  if (refusal) {
    run.spoiled.add(flight.call)
    act(run, refusal.mark, invocation)
  }
  const { harm } = refusal?.mark ?? {}
  if (harm?.do === 'too large' && flight.recognized.calls) return askForPages(run, request, harm.limit)
  if (refusal) return askRefused(run, flight, refusal.error)
  const fault = pageFault(flight)
  return fault ? askUnder(run, flight, fault) : askInTime(flight, request)
}

/** Notes what a call was answered. */
function noteAnswer(flight: Flight, answered: PictureResponse): void {
  const { scope, call, request } = flight
  const { run, invocation } = scope
  call.status = answered.dropped ? undefined : answered.status
  call.code = errorCode(answered)
  invocation.answers?.push(shortForm(answered.body))
  // A program that publishes media before they are processed makes its own mistake: nothing else went wrong.
  if (call.code === TOO_EARLY) invocation.tooEarly = true
  else if (answered.status >= 400) invocation.troubled = true
  else if (!flight.recognized.reads) invocation.effective = true
  const sent = request.method === 'GET' ? request.url : `${request.url} ${JSON.stringify(call.params)}`
  trace(run, `${flight.at} ${request.method} ${sent} ${answered.status} ${call.code ?? ''}`)
}

/** Lets the facts happen that come just before a call, or just after its effect. */
function happenAt({ marks, scope: { run } }: Flight, when: 'before' | 'after'): void {
  for (const mark of marks) {
    const { harm } = mark
    if (harm.do !== 'meanwhile' || (harm.after ? 'after' : 'before') !== when) continue
    act(run, mark)
    happen(run, harm.fact)
  }
}

/** Does what goes wrong before the service sees a call. Returns whether that ends it. */
function endsBefore(flight: Flight): boolean {
  const { run, invocation } = flight.scope
  enter(run, invocation)
  const death = find(flight, 'dies before')
  if (death) {
    act(run, death.mark, invocation)
    die(run)
    return true
  }
  const down = find(flight, 'down')
  if (down) {
    act(run, down.mark, invocation)
    goDown(run, down.harm.hours * HOUR_MS)
    return true
  }
  const stop = find(flight, 'stops') ?? (hasNextVersion(run) ? find(flight, 'deploy') : undefined)
  if (stop) {
    act(run, stop.mark, invocation)
    if (stop.harm.do === 'deploy') deployNext(run)
    else stopProcess(run)
    if (isDead(flight.scope)) return true
  }
  happenAt(flight, 'before')
  const refused = find(flight, 'refused')
  const status = find(flight, 'status')
  const mark = refused?.mark ?? (status?.harm.after ? undefined : status?.mark)
  if (!mark) return false
  act(run, mark, invocation)
  flight.settle(
    refused ? { error: connectionError('connect', 'ECONNREFUSED') } : gateway(status?.harm.status ?? 503),
  )
  return true
}

/** Returns the substitute for a lost or damaged answer; undefined if the code under test gets the answer. */
function spoiled(flight: Flight, answered: PictureResponse): { mark: Mark; settled: Settled } | undefined {
  const lost = find(flight, 'answer lost')
  if (lost) return { mark: lost.mark, settled: { error: connectionError('read', 'ECONNRESET') } }
  const status = find(flight, 'status')
  if (status) return { mark: status.mark, settled: gateway(status.harm.status) }
  const damage = find(flight, 'damaged')
  return damage && { mark: damage.mark, settled: damaged(answered, flight.call.method, damage.harm.how) }
}

/** The answer goes back to the code under test, or what goes wrong with it happens. */
function goBack(flight: Flight, answered: PictureResponse): void {
  const { scope, call } = flight
  const { run, invocation } = scope
  enter(run, invocation)
  noteAnswer(flight, answered)
  happenAt(flight, 'after')
  const death = find(flight, 'dies after')
  if (death) {
    act(run, death.mark, invocation)
    die(run)
    return
  }
  const spoilt = spoiled(flight, answered)
  if (spoilt) act(run, spoilt.mark, invocation)
  call.received = !spoilt
  const late = find(flight, 'answer late')
  if (late) actLate(run, late.mark, invocation)
  flight.settle(spoilt?.settled ?? responseOf(answered, call.method), late?.harm.steps ?? 0)
}

/** The request reaches the service, or what goes wrong with it happens. */
export function arrive(flight: Flight): void {
  if (endsBefore(flight)) return
  const { other, scope, request } = flight
  if (!other) {
    goBack(flight, answer(flight))
    return
  }
  const { run } = scope
  askOther(run, other, request).then(
    (answered) => goBack(flight, answered),
    (thrown: unknown) => stopByOther(run, new URL(request.url).origin, thrown),
  )
}
