import { describe, expect, test } from 'vitest'
import { runDelivered } from '../../../src/chapters/webhooks/attempt.ts'
import {
  type NotesLedger,
  newDelivery,
  note,
  type Outbox,
  outboxIn,
  withEnded,
  withLastTwoSwapped,
  withNotice,
  withoutVerification,
  withoutWebhook,
  withVerification,
} from '../../../src/chapters/webhooks/outbox.ts'
import type { Json } from '../../../src/engine/values/guard.ts'
import { createWorld } from '../../../src/world/create-world.ts'
import { readingTx } from '../../../src/world/handle/handle.ts'

const { state } = createWorld()
const tx = readingTx({ state })
const { now } = tx
for (const app of [1, 2])
  tx.insert('webhooks', {
    app,
    url: null,
    verifyToken: '',
    fields: ['leadgen'],
    status: 'active',
    createdTime: now,
  })

const nothing = outboxIn({ notes: {} })

const noticeFor = (app: number) => ({ app, page: 9, field: 'leadgen', value: {} }) as const

/** Returns an outbox with one waiting notice for each of these apps, in their order. */
const waitingFor = (apps: readonly number[], before = nothing): Outbox =>
  apps.reduce((outbox, app) => withNotice(outbox, noticeFor(app), now), before)

/** Runs an input of type `delivered`. Returns the outbox after it. */
function after(outbox: Outbox, members: { readonly [member: string]: Json }): Outbox {
  const ledger = { ...state.ledger, notes: { ...state.ledger.notes, webhooks: outbox } }
  expect(runDelivered(undefined, { tx, ledger }, { type: 'delivered', ...members }).outcome.ok).toBe(true)
  return outboxIn(ledger)
}

/** Starts an attempt of the delivery with this id. */
const started = (outbox: Outbox, id: string): Outbox => after(outbox, { begin: id })

/** Starts an attempt of the delivery with this id, and ends it with status 500. */
const failed = (outbox: Outbox, id: string): Outbox =>
  after(started(outbox, id), { delivery: id, result: { status: 500 } })

/** Describes the entries of an outbox, each with its app. */
const shown = ({ waiting, sending, ended: over }: Outbox) => ({
  waiting: waiting.map(({ app, number }) => `app ${app}: notice ${number}`),
  sending: sending.map(({ app, id, kind }) => `app ${app}: ${kind} ${id}`),
  ended: over.map(({ app, id, ending, notices }) => `app ${app}: ${id} ${ending}, ${notices.length} notices`),
})

const verified = (outbox: Outbox, app: number) =>
  withVerification(outbox, { app, url: 'http://localhost/' }, '1', now)

// Deliveries 1 and 2 failed once and will be retried, 3 and 4 are handshakes, notices 5 and 6 wait.
const retried = failed(failed(waitingFor([1, 2]), 'delivery-1'), 'delivery-2')
const busy = waitingFor([1, 2], verified(verified(retried, 1), 2))

describe('an outbox of two apps [HOK-021]', () => {
  test.each<[string, () => Outbox, ReturnType<typeof shown>]>([
    [
      'holds the retries, the handshake and the notices of both',
      () => busy,
      {
        waiting: ['app 1: notice 5', 'app 2: notice 6'],
        sending: [
          'app 1: notices delivery-1',
          'app 2: notices delivery-2',
          'app 1: verification delivery-3',
          'app 2: verification delivery-4',
        ],
        ended: [],
      },
    ],
    [
      'drops only the earlier handshake when the webhook of an app is set again',
      () => verified(busy, 1),
      {
        waiting: ['app 1: notice 5', 'app 2: notice 6'],
        sending: [
          'app 1: notices delivery-1',
          'app 2: notices delivery-2',
          'app 2: verification delivery-4',
          'app 1: verification delivery-7',
        ],
        ended: ['app 1: delivery-3 dropped, 0 notices'],
      },
    ],
    [
      'drops only the handshake when the webhook of an app is set again without one',
      () => withoutVerification(busy, { app: 1 }, 'The webhook was set again', now),
      {
        waiting: ['app 1: notice 5', 'app 2: notice 6'],
        sending: ['app 1: notices delivery-1', 'app 2: notices delivery-2', 'app 2: verification delivery-4'],
        ended: ['app 1: delivery-3 dropped, 0 notices'],
      },
    ],
    [
      'drops everything of a removed webhook, and nothing of the other app',
      () => withoutWebhook(busy, { app: 1 }, 'The webhook was removed', now),
      {
        waiting: ['app 2: notice 6'],
        sending: ['app 2: notices delivery-2', 'app 2: verification delivery-4'],
        ended: [
          'app 1: delivery-1 dropped, 1 notices',
          'app 1: delivery-3 dropped, 0 notices',
          'app 1: delivery-5 dropped, 1 notices',
        ],
      },
    ],
    [
      'lists the waiting notices of a removed webhook as one delivery',
      () => withoutWebhook(waitingFor([1, 2, 1]), { app: 1 }, 'The webhook was removed', now),
      {
        waiting: ['app 2: notice 2'],
        sending: [],
        ended: ['app 1: delivery-1 dropped, 2 notices'],
      },
    ],
  ])('%s', (_, outbox, expected) => {
    expect(shown(outbox())).toEqual(expected)
  })

  test('is the same object when a webhook without deliveries is removed', () => {
    expect(withoutWebhook(busy, { app: 3 }, 'The webhook was removed', now)).toBe(busy)
  })

  test.each<[string, readonly number[], number, readonly number[]]>([
    ['the last two notices', [1, 1, 1], 1, [1, 3, 2]],
    ['the last two notices of the app, not those of another', [1, 2, 2, 1], 1, [4, 1, 2, 3]],
    ['nothing if the app has one notice only', [2, 2, 1], 1, [1, 2, 3]],
    ['nothing if the last notice is for another app', [1, 1, 2], 1, [1, 2, 3]],
    ['nothing if no notice waits', [], 1, []],
  ])('reorders %s', (_, apps, app, numbers) => {
    const { waiting } = withLastTwoSwapped(waitingFor(apps), app)
    expect(waiting.map(({ number }) => number)).toEqual(numbers)
  })
})

describe('the bound of 5,000 notices', () => {
  const allOf = (app: number, count: number) => Array.from({ length: count }, () => app)
  // One delivery with three notices and one with two are being sent to app 1; 4,995 notices wait for app 2.
  const startedOnce = started(waitingFor([1, 1, 1]), 'delivery-1')
  const startedTwice = started(waitingFor([1, 1], startedOnce), 'delivery-4')
  const full = waitingFor(allOf(2, 4_995), startedTwice)

  test('counts the notices of started deliveries and those that wait', () => {
    expect([full.waiting.length, full.sending.length, full.ended.length]).toEqual([4_995, 2, 0])
    const more = waitingFor([1], full)
    expect(more.waiting).toHaveLength(4_995)
    expect(more.ended).toMatchObject([{ ending: 'dropped', reason: 'The outbox holds 5000 notices already' }])
  })

  test('leaves room for as many notices as an ended delivery had', () => {
    const [first] = full.sending
    if (!first) throw new Error('Nothing is on its way')
    const emptier = waitingFor(allOf(1, 4), withEnded(full, [first], 'delivered', null, now))
    expect([emptier.waiting.length, emptier.ended.length]).toEqual([4_998, 2])
  })
})

describe('the list of ended deliveries', () => {
  const [notice] = waitingFor([1]).waiting
  if (!notice) throw new Error('Nothing waits')
  const delivery = (number: number, count: number) =>
    newDelivery(number, 1, { notices: Array.from({ length: count }, () => notice) })
  /** Ends deliveries with these numbers of notices in turn. Returns those that stay listed. */
  const listed = (counts: readonly number[]) => {
    const all = counts.reduce(
      (outbox, count, at) => withEnded(outbox, [delivery(at, count)], 'delivered', null, now),
      nothing,
    )
    return [all.ended.map(({ notices }) => notices.length), all.forgotten]
  }

  test.each<[string, readonly number[], readonly number[], number]>([
    ['1,000 notices', [400, 600], [400, 600], 0],
    ['1,000 notices, not one more', [400, 600, 1], [600, 1], 1],
    ['1,000 notices, not 1,000 deliveries', [600, 600, 600], [600], 2],
    ['a verification as one notice', [999, 0], [999, 0], 0],
    ['a verification as one notice, and forgets the oldest delivery', [999, 0, 0], [0, 0], 1],
    ['the last delivery, however large', [1_200], [1_200], 0],
  ])('holds %s', (_, counts, left, forgotten) => {
    expect(listed(counts)).toEqual([left, forgotten])
  })
})

test('a delivery is due from its first attempt on, and its notices stay due when they were', () => {
  const { waiting, sending } = started(withNotice(nothing, noticeFor(1), now, now - 1_000), 'delivery-1')
  expect(waiting).toEqual([])
  expect(sending).toMatchObject([{ due: now, notices: [{ due: now - 1_000 }] }])
})

test('a delivery that expired has ended when it was to be dropped', () => {
  const expired = newDelivery(1, 1, { dropAt: now - 1_000 })
  expect(withEnded(nothing, [expired], 'dropped', null).ended).toMatchObject([{ endedAt: now - 1_000 }])
})

test('note() keeps the notes of a ledger when the outbox is unchanged', () => {
  const notes = {}
  const ledger: NotesLedger = { notes }
  note(ledger, outboxIn(ledger))
  expect(ledger.notes).toBe(notes)
  note(ledger, busy)
  expect(outboxIn(ledger)).toBe(busy)
})
