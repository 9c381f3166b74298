import { type Delivery, signatures } from '../../../chapters/webhooks/delivery.ts'
import { z } from '../../../engine/schema/zod.ts'
import type { Json } from '../../../engine/values/guard.ts'
import { HOUR_MS } from '../../../engine/values/milliseconds.ts'
import { deployNext, goDown, hasNextVersion } from '../death.ts'
import { enqueue, invoke, thrownText } from '../points.ts'
import type { Run } from '../run.ts'
import { createInvocation, OUTSIDE } from '../scope.ts'
import { enterNext, isLive } from '../slots.ts'
import { act, marksAt, stopRun, trace } from '../trace.ts'

/** Milliseconds in which a handler must answer a notice. Later, the platform tries again. */
export const ANSWER_WITHIN = 20_000

/**
 * Milliseconds of virtual time that a notice is late at most. The platform gives up after 36 hours, so a
 * notice that was late for longer could be lost although the code under test did nothing wrong.
 */
const LATE_AT_MOST = 12 * HOUR_MS

type Result = { readonly status: number } | { readonly error: string }

const requestOf = ({ request: { method, url, headers, body } }: Delivery): Request =>
  new Request(url, { method, headers, ...(method === 'POST' && { body }) })

const statusOf = (answer: Response | undefined | void, failed: boolean): number =>
  failed ? 500 : (answer?.status ?? 200)

/** Something that the platform does, which outlives the process. */
const platform = createInvocation('platform', 1, OUTSIDE)

/** Hands a notice to the process that runs at that moment. The result is what the platform makes of it. */
function hand(run: Run, delivery: Delivery): Promise<Result> {
  const webhook = enterNext(run, ({ process }) => process.webhook !== undefined)?.process.webhook
  if (!webhook) return Promise.resolve({ error: 'No handler' })
  return new Promise((resolve) => {
    const end = (result: Result) => {
      run.timers.remove(limit)
      run.activity++
      resolve(result)
    }
    const fire = () => {
      trace(run, `no answer to the notice within ${ANSWER_WITHIN} ms`)
      end({ error: 'No answer came in time' })
    }
    const at = run.world.clock.now + run.answerWithin
    const limit = run.timers.add({ invocation: undefined, at, counted: false, fire })
    const { invocation, result } = invoke(run, 'webhook', () => webhook(requestOf(delivery)))
    run.handlers.set(invocation, () => end({ error: 'The connection was closed' }))
    void result.then((answer) => {
      if (!isLive(run, invocation.epoch)) return
      run.handlers.delete(invocation)
      const status = statusOf(answer, invocation.error !== undefined)
      if (status >= 300) run.noticesRefused.set(status, (run.noticesRefused.get(status) ?? 0) + 1)
      end({ status })
    })
  })
}

/** Lets the notices go on that waited for the next one. */
export function releaseHeld(run: Run): void {
  for (const wake of run.afterNotice.splice(0)) wake()
}

const Payload = z.looseObject({
  object: z.string(),
  /** The entry of a person may have the names of the changed fields alone. */
  entry: z.array(z.looseObject({ changes: z.array(z.json()).optional() })),
})

/** The changes in a payload, with what is around them. */
const payloadOf = ({ request: { body } }: Delivery) => Payload.parse(JSON.parse(body))

/** The name of the newest row in a change: that of a comment, and not of the post on which it is. */
function toldOf({ labels }: Run, change: Json): string | undefined {
  const ids = (JSON.stringify(change).match(/\d{15,}/g) ?? []).map(Number)
  const newest = Math.max(...ids.filter((id) => labels.has(id)))
  return labels.get(newest)?.split(' (')[0]
}

/** The names of the facts that a delivery tells of, one for each change. */
function toldBy(run: Run, delivery: Delivery): string[] {
  if (delivery.kind !== 'notices') return []
  const changes = payloadOf(delivery).entry.flatMap(({ changes }) => changes ?? [])
  return [...new Set(changes.flatMap((change) => toldOf(run, change) ?? []))]
}

/** A delivery as several with one change each, signed anew. */
function apart({ world }: Run, delivery: Delivery): Delivery[] {
  const { request } = delivery
  const { object, entry } = payloadOf(delivery)
  const bodies = entry.flatMap((page) =>
    (page.changes?.map((change) => [change]) ?? [undefined]).map((changes) =>
      JSON.stringify({ object, entry: [{ ...page, changes }] }),
    ),
  )
  return bodies.map((body) => {
    const signed = signatures(body, world.names?.appSecret ?? '', world.policy.webhook.signing)
    return { ...delivery, request: { ...request, body, headers: { ...request.headers, ...signed } } }
  })
}

/** Hands the changes of a notice over one by one. The first that is refused ends it. */
async function handApart(run: Run, delivery: Delivery): Promise<Result> {
  let result: Result = { status: 200 }
  for (const single of apart(run, delivery)) {
    result = await hand(run, single)
    if ('error' in result || result.status >= 300) break
  }
  return result
}

/** Delivers a notice as its marks say: late, after the next one, or twice. */
async function deliver(run: Run, delivery: Delivery): Promise<Result> {
  const isSplit = run.apart && delivery.kind === 'notices'
  if (run.noticed.has(delivery.id)) return isSplit ? handApart(run, delivery) : hand(run, delivery)
  run.noticed.set(delivery.id, toldBy(run, delivery))
  const at = `notice ${run.noticed.size}`
  run.sites.push({ at, kind: 'notice', operation: '', reads: false })
  trace(run, at)
  releaseHeld(run)
  for (const mark of marksAt(run, at)) {
    const { harm } = mark
    if (harm.do === 'deploy' && !hasNextVersion(run)) continue
    act(run, mark)
    if (harm.do === 'deploy') deployNext(run)
    if (harm.do === 'down') goDown(run, harm.hours * HOUR_MS)
    if (harm.do === 'late') await later(run, harm.steps)
    if (harm.do === 'after the next') await held(run, (wake) => void run.afterNotice.push(wake))
    if (harm.do === 'twice') void hand(run, delivery)
    if (harm.do === 'again later') void later(run, harm.steps).then(() => hand(run, delivery))
  }
  return isSplit ? handApart(run, delivery) : hand(run, delivery)
}

/** Waits until `begin` calls its argument, but no longer than a notice can be late. */
function held(run: Run, begin: (wake: () => void) => void): Promise<void> {
  return new Promise((resolve) => {
    const wake = () => {
      run.timers.remove(limit)
      run.activity++
      resolve()
    }
    const at = run.world.clock.now + LATE_AT_MOST
    const limit = run.timers.add({ invocation: undefined, at, counted: false, fire: wake })
    begin(wake)
  })
}

const later = (run: Run, steps: number): Promise<void> =>
  held(run, (wake) => enqueue(run, platform, wake, steps))

/** Connects the webhook of the process to the app of the starter world. Without it there are no notices. */
export function connectWebhook(run: Run): void {
  const { names } = run.world
  if (!run.process.webhook || !names) return
  run.world.actions.installApp({ app: names.app, page: names.page })
  run.world.webhooks.connect(names.app, (delivery) => deliver(run, delivery))
}

/** Begins the deliveries that are due. */
export function flushDue(run: Run): void {
  const { webhooks, seq } = run.world
  // While the process is down, the platform tries in vain.
  const isTried = run.slots.some(({ process, downUntil }) => process.webhook || downUntil !== undefined)
  if (!isTried || run.flushedAt === seq) return
  run.flushedAt = seq
  const { due } = webhooks
  if (due === undefined || due > run.world.clock.now) return
  run.activity++
  const fail = (thrown: unknown) =>
    stopRun(run, { oracle: 'start', kind: 'notices', message: `no notice goes out: ${thrownText(thrown)}` })
  webhooks.flush().catch(fail)
  run.flushedAt = run.world.seq
}
