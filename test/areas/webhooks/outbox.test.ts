import { describe, expect, test } from 'vitest'
import { dueDelivery, withAttemptResult, withAttemptStarted } from '../../../src/areas/webhooks/attempt.ts'
import {
  type EndedDelivery,
  endedDelivery,
  type NotesLedger,
  newDelivery,
  note,
  type Outbox,
  outboxIn,
  withEnded,
  withLastTwoSwapped,
  withNotice,
  withoutApp,
  withoutVerification,
  withVerification,
} from '../../../src/areas/webhooks/outbox.ts'
import { contractPolicy } from '../../../src/graph/policy.ts'

const now = 1_000
const { webhook: policy } = contractPolicy
const nothing = outboxIn({ notes: {} })

const newsFor = (app: number) => ({ app, page: 9, field: 'leadgen', value: {} }) as const

/** An outbox in which so many notices wait, for these apps in turn. */
const waitingFor = (apps: readonly number[], before = nothing): Outbox =>
  apps.reduce((outbox, app) => withNotice(outbox, newsFor(app), now), before)

/** Begins the delivery of this id. */
function beginning(outbox: Outbox, id: string): Outbox {
  const parcel = dueDelivery(outbox, id, now)
  if (!parcel) throw new Error(`${id} is not due`)
  return withAttemptStarted(outbox, parcel, null, now, policy)
}

/** Begins the delivery of this id, and answers it by 500. */
function failed(outbox: Outbox, id: string): Outbox {
  const open = beginning(outbox, id)
  const parcel = open.sending.find((one) => one.id === id)
  if (!parcel) throw new Error(`${id} is not on its way`)
  return withAttemptResult(open, parcel, { status: 500, error: null, body: null }, now, policy)
}

/** What an outbox holds, each entry by its app. */
const shown = ({ waiting, sending, ended: over }: Outbox) => ({
  waiting: waiting.map(({ app, number }) => `app ${app}: notice ${number}`),
  sending: sending.map(({ app, id, kind }) => `app ${app}: ${kind} ${id}`),
  ended: over.map(({ app, id, ending, notices }) => `app ${app}: ${id} ${ending}, ${notices.length} notices`),
})

const verified = (outbox: Outbox, app: number) =>
  withVerification(outbox, { app, url: 'http://localhost/' }, '1', now)

// Deliveries 1 and 2 failed once and are tried again, 3 and 4 are handshakes, notices 5 and 6 wait.
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
      'loses only the earlier handshake of an app whose webhook is set again',
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
      'loses only the handshake of an app whose webhook is set again without one',
      () => withoutVerification(busy, 1, 'The webhook was set again', now),
      {
        waiting: ['app 1: notice 5', 'app 2: notice 6'],
        sending: ['app 1: notices delivery-1', 'app 2: notices delivery-2', 'app 2: verification delivery-4'],
        ended: ['app 1: delivery-3 dropped, 0 notices'],
      },
    ],
    [
      'loses everything of the app that is cancelled, and nothing of the other',
      () => withoutApp(busy, 1, 'The webhook was removed', now),
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
      'lists the waiting notices of a cancelled app as one delivery',
      () => withoutApp(waitingFor([1, 2, 1]), 1, 'The webhook was removed', now),
      {
        waiting: ['app 2: notice 2'],
        sending: [],
        ended: ['app 1: delivery-1 dropped, 2 notices'],
      },
    ],
  ])('%s', (_, outbox, expected) => {
    expect(shown(outbox())).toEqual(expected)
  })

  test('is the same object where an app without deliveries is cancelled', () => {
    expect(withoutApp(busy, 3, 'The webhook was removed', now)).toBe(busy)
  })

  test.each<[string, readonly number[], number, readonly number[]]>([
    ['the last notice before the one before it', [1, 1, 1], 1, [1, 3, 2]],
    ['the last notice before the one of the same app, not of another', [1, 2, 2, 1], 1, [4, 1, 2, 3]],
    ['nothing, where the app has one notice alone', [2, 2, 1], 1, [1, 2, 3]],
    ['nothing, where the last notice is for another app', [1, 1, 2], 1, [1, 2, 3]],
    ['nothing, where no notice waits', [], 1, []],
  ])('reorders %s', (_, apps, app, numbers) => {
    const { waiting } = withLastTwoSwapped(waitingFor(apps), app)
    expect(waiting.map(({ number }) => number)).toEqual(numbers)
  })
})

describe('the bound of 5,000 notices', () => {
  const allOf = (app: number, count: number) => Array.from({ length: count }, () => app)
  // Three notices are on their way in one delivery, two in another, both for app 1; 4,995 wait for app 2.
  const begunOnce = beginning(waitingFor([1, 1, 1]), 'delivery-1')
  const begunTwice = beginning(waitingFor([1, 1], begunOnce), 'delivery-4')
  const full = waitingFor(allOf(2, 4_995), begunTwice)

  test('counts the notices on their way with those that wait', () => {
    expect([full.waiting.length, full.sending.length, full.ended.length]).toEqual([4_995, 2, 0])
    const more = waitingFor([1], full)
    expect(more.waiting).toHaveLength(4_995)
    expect(more.ended).toMatchObject([{ ending: 'dropped', reason: 'The outbox holds 5000 notices already' }])
  })

  test('has room for as many as a delivery that ended had', () => {
    const [first] = full.sending
    if (!first) throw new Error('Nothing is on its way')
    const after = waitingFor(allOf(1, 4), withEnded(full, [endedDelivery(first, 'delivered', now, null)]))
    expect([after.waiting.length, after.ended.length]).toEqual([4_998, 2])
  })
})

describe('the list of ended deliveries', () => {
  const [notice] = waitingFor([1]).waiting
  if (!notice) throw new Error('Nothing waits')
  const over = (number: number, count: number): EndedDelivery =>
    endedDelivery(
      newDelivery(number, 1, { notices: Array.from({ length: count }, () => notice) }),
      'delivered',
      now,
      null,
    )
  /** Ends deliveries of so many notices each, one after the other, and tells which stay listed. */
  const listed = (counts: readonly number[]) => {
    const after = counts.reduce((outbox, count, at) => withEnded(outbox, [over(at, count)]), nothing)
    return [after.ended.map(({ notices }) => notices.length), after.forgotten]
  }

  test.each<[string, readonly number[], readonly number[], number]>([
    ['1,000 notices', [400, 600], [400, 600], 0],
    ['1,000 notices, not one more', [400, 600, 1], [600, 1], 1],
    ['1,000 notices, not 1,000 deliveries', [600, 600, 600], [600], 2],
    ['a verification as one notice', [999, 0], [999, 0], 0],
    ['a verification as one notice, so that the oldest goes', [999, 0, 0], [0, 0], 1],
    ['the last delivery, however large', [1_200], [1_200], 0],
  ])('holds %s', (_, counts, left, forgotten) => {
    expect(listed(counts)).toEqual([left, forgotten])
  })
})

test('a ledger keeps its notes where the outbox is the one that it has', () => {
  const notes = {}
  const ledger: NotesLedger = { notes }
  note(ledger, outboxIn(ledger))
  expect(ledger.notes).toBe(notes)
  note(ledger, busy)
  expect(outboxIn(ledger)).toBe(busy)
})
