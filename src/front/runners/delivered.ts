import { webhookOf } from '../../chapters/webhooks/attempt.ts'
import type { Delivery } from '../../chapters/webhooks/delivery.ts'
import { readingTx } from '../../world/handle/handle.ts'
import { checkNames } from '../../world/handle/known-names.ts'
import { missedText } from '../../world/sending/missed-notices.ts'
import { instantText } from '../../world/time/time.ts'
import type { World } from '../../world/world.ts'
import { type Equals, hasMembers, type MatcherResult } from './matcher.ts'
import { LISTED_MAX, named, shortJson } from './names.ts'
import { checkTimes, countedText, isCounted, type Wanted } from './times.ts'
import { checkWorldArgument } from './world-argument.ts'

/** The members that `toHaveDelivered` compares. In Vitest and Jest the members may be asymmetric matchers. */
export interface ExpectedNotice {
  /** The id of the app: any app if left out. */
  readonly app?: string
  /** The field of the change, such as `leadgen`. */
  readonly field?: unknown
  /** Members of the value of the change. */
  readonly value?: unknown
  /** The number of such changes: one if left out, none with `not`. Without other members, any number. */
  readonly times?: number
}

/** An entry of a payload. That of a person may have the names of the changed fields alone. */
interface Entry {
  readonly changes?: readonly object[]
  readonly changed_fields?: readonly string[]
}

/** The changes in the payload of a delivery. A verification has none. */
function changesIn({ request }: Delivery): readonly object[] {
  const { entry = [] } = request.body === '' ? {} : JSON.parse(request.body)
  return entry.flatMap(({ changes = [], changed_fields: names = [] }: Entry) => [
    ...changes,
    ...names.map((field) => ({ field })),
  ])
}

function deliveryText(delivery: Delivery): string {
  const { id, app, kind, status, due, attempts, reason } = delivery
  const last = attempts.at(-1)
  const parts = [
    `${status}${due === null ? '' : `, due at ${instantText(due)}`}`,
    last && `attempt ${attempts.length} was answered with ${last.status ?? last.error}`,
    reason,
    kind === 'verification' ? 'verification of the webhook' : shortJson(changesIn(delivery)),
  ]
  return `  ${id} to the app "${app}": ${parts.filter(Boolean).join('; ')}`
}

/** The webhooks of the expected app, of the starter's app, and of the apps with deliveries. */
function subscriptionLines(world: World, expected: ExpectedNotice): string[] {
  const tx = readingTx(world)
  const apps = [expected.app, world.names?.app, ...world.webhooks.outbox.map(({ app }) => app)]
  return [...new Set(apps.filter((app) => app !== undefined))].map((app) => {
    const webhook = webhookOf(tx, Number(app))
    if (!webhook)
      return `  the app "${app}" has no webhook: world.webhooks.connect(app, …) or actions.setWebhook`
    const page = world.names?.page
    const installed = page && tx.first('installations', 'byPageApp', [Number(page), Number(app)])
    const missing = page === undefined || installed ? '' : `; it is not installed on the page "${page}"`
    const fields = webhook.fields.join(', ')
    return `  the webhook of the app "${app}" is ${webhook.status}, with the fields ${fields}${missing}`
  })
}

function deliveriesText(world: World, expected: ExpectedNotice): string {
  const { outbox } = world.webhooks
  const waiting = outbox.some(({ status }) => status === 'queued' || status === 'attempted')
  return [
    outbox.length > 0 ? 'The deliveries:' : 'There are no deliveries.',
    ...outbox.slice(-LISTED_MAX).map(deliveryText),
    'The subscriptions:',
    ...subscriptionLines(world, expected),
    ...missedText(world.webhooks.missed).map((line) => `  not notified of ${line}`),
    ...(waiting
      ? [`Due deliveries are sent by await world.webhooks.flush(); it is ${instantText(world.clock.now)}`]
      : []),
  ].join('\n')
}

/** The changes that arrived at an app, or at any app. */
const arrived = (world: World, app: string | undefined): readonly object[] =>
  world.webhooks.outbox
    .filter(({ kind, status }) => kind === 'notices' && status === 'delivered')
    .filter((delivery) => app === undefined || delivery.app === app)
    .flatMap(changesIn)

/** Whether as many such changes as expected have arrived. The message lists deliveries and subscriptions. */
export function toHaveDelivered(
  received: unknown,
  expected: ExpectedNotice,
  equals: Equals,
  isNot?: boolean,
): MatcherResult {
  checkWorldArgument('toHaveDelivered', received)
  checkNames('toHaveDelivered', 'option', expected, ['app', 'field', 'value', 'times'])
  const { times, ...members } = expected
  checkTimes('toHaveDelivered', times)
  const { app, ...change } = members
  const count = arrived(received, app).filter((one) => hasMembers(one, change, equals)).length
  // Whoever names nothing asks whether anything arrived.
  const isAny = times === undefined && Object.keys(members).length === 0
  const wanted: Wanted = { times, isNot }
  const pass = isAny ? count > 0 : isCounted(count, wanted)
  const counted = isAny ? (isNot ? 'no change' : 'a change') : countedText(wanted, 'change')
  return {
    pass,
    message: () =>
      named(
        `expected ${counted} that arrived${isAny ? '' : ` with ${shortJson(members)}`}, and ` +
          `${count || 'none'} did\n${deliveriesText(received, expected)}`,
        received,
      ),
  }
}
