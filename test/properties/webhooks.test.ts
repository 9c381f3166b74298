import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { QueuedDelivery } from '../../src/chapters/webhooks/outbox.ts'
import { outboxIn } from '../../src/chapters/webhooks/outbox.ts'
import { snapshot } from '../../src/engine/state/snapshot.ts'
import type { State } from '../../src/index.ts'
import { service } from '../../src/machine/service-machine.ts'
import { holds, scale } from '../chance.ts'
import { act, take } from './ask.ts'
import { base, movedTo, names } from './play.ts'

const HOUR = 3_600_000

/** One thing that happens: to an app or a page of two, or to one of the deliveries on their way. */
type Move = readonly [kind: (typeof kinds)[number], pick: number, amount: number]

const kinds = [
  'lead',
  'lead',
  'lead',
  'install',
  'uninstall',
  'set',
  'remove',
  'begin',
  'begin',
  'ok',
  'fail',
  'none',
  'advance',
  'restore',
  'fork',
] as const

const moves: fc.Arbitrary<Move[]> = fc.array(
  fc.tuple(fc.constantFrom(...kinds), fc.nat(3), fc.integer({ min: 0, max: 30 * HOUR })),
  { maxLength: 30, size: 'max' },
)

/** Two pages with a form each, and two apps that are installed on both. */
const scene = (() => {
  let state = base
  const made = (name: string, params: object): string => {
    const asked = act(state, name, params)
    state = asked.state
    return String(asked.value['id'])
  }
  const pages = [names.page, made('createPage', { name: 'Second' })]
  const apps = [names.app, made('createApp', { name: 'Other' })]
  const forms = pages.map((page) => made('createLeadForm', { page, questions: [{ key: 'q' }] }))
  for (const app of apps) {
    made('setWebhook', { app })
    for (const page of pages) made('installApp', { page, app })
  }
  return { state, pages, apps, forms }
})()

/** What the apps are owed and what became of it, kept beside the world. */
interface Books {
  state: State
  /** The notices that had to be made, as `app lead`. */
  readonly owed: string[]
  /** The bytes of each delivery when it was attempted first. */
  readonly fixed: Map<string, string>
}

const keysOf = ({ app, notices }: Pick<QueuedDelivery, 'app' | 'notices'>): string[] =>
  notices.map(({ value }) => `${app} ${value['leadgen_id']}`)

/** Every notice that the outbox lists, wherever it stands. */
function listed(state: State): string[] {
  const { waiting, sending, ended } = outboxIn(state.ledger)
  const alone = waiting.map((notice) => ({ app: notice.app, notices: [notice] }))
  return [...ended, ...sending, ...alone].flatMap(keysOf)
}

/** Which apps a lead of a page has to be told to: a reading of the graph by itself. */
function subscribers(state: State, page: string): number[] {
  const rows = [...state.graph.rows.values()] as unknown as {
    kind: string
    app: number
    page: number
    status: string
  }[]
  const installed = rows.filter(({ kind, page: of }) => kind === 'installations' && String(of) === page)
  const active = rows.filter(({ kind, status }) => kind === 'webhooks' && status === 'active')
  return installed.map(({ app }) => app).filter((app) => active.some((webhook) => webhook.app === app))
}

function lead(books: Books, pick: number): void {
  const place = pick % 2
  const page = scene.pages[place] ?? ''
  const apps = subscribers(books.state, page)
  const asked = act(books.state, 'submitLead', { form: scene.forms[place], answers: { q: 'x' } })
  books.state = asked.state
  for (const app of apps) books.owed.push(`${app} ${asked.value['id']}`)
}

/** A carrier begins some delivery, or reports one. */
function deliver(books: Books, pick: number, result?: object): void {
  const outbox = outboxIn(books.state.ledger)
  const ids = result
    ? outbox.sending.filter(({ open }) => open !== null).map(({ id }) => id)
    : [...outbox.sending.map(({ id }) => id), ...outbox.waiting.map(({ number }) => `delivery-${number}`)]
  const id = ids[pick % Math.max(1, ids.length)] ?? 'delivery-0'
  const input = result ? { delivery: id, result } : { begin: id }
  books.state = take(books.state, { type: 'delivered', ...input }).state
}

function play(books: Books, [kind, pick, amount]: Move): void {
  const app = scene.apps[pick % 2]
  const page = scene.pages[pick >> 1]
  const acted = (name: string, params: object) => {
    books.state = take(books.state, { type: 'action', name, params }).state
  }
  if (kind === 'lead') lead(books, pick)
  else if (kind === 'install') acted('installApp', { page, app })
  else if (kind === 'uninstall') acted('uninstallApp', { page, app })
  else if (kind === 'set') acted('setWebhook', pick < 3 ? { app } : { app, url: 'http://localhost/' })
  else if (kind === 'remove') acted('removeWebhook', { app })
  else if (kind === 'begin') deliver(books, pick)
  else if (kind === 'ok') deliver(books, pick, { status: 200 })
  else if (kind === 'fail') deliver(books, pick, { status: 500 })
  else if (kind === 'none') deliver(books, pick, { error: 'No answer came' })
  else if (kind === 'advance') books.state = movedTo(books.state, books.state.graph.now + amount).state
  else if (kind === 'restore') books.state = restored(books.state)
  // What a fork does is no concern of its parent.
  else play({ ...books, owed: [], fixed: new Map() }, ['ok', pick, amount])
}

function restored(state: State): State {
  const read = service.restore(JSON.parse(JSON.stringify(snapshot(state))))
  if (!read.ok) throw new Error(read.problem)
  return read.state
}

/** What must be so at every moment. */
function check({ state, owed, fixed }: Books): void {
  const outbox = outboxIn(state.ledger)
  expect(listed(state).sort(), 'no notice is lost, and none is made up').toEqual([...owed].sort())
  for (const parcel of [...outbox.sending, ...outbox.ended]) {
    const keys = keysOf(parcel).join()
    expect(keys, 'what was attempted once never merges again').toBe(fixed.get(parcel.id) ?? keys)
    if (parcel.firstAt !== null) fixed.set(parcel.id, keys)
    const numbers = parcel.notices.map(({ number }) => number)
    expect(numbers, 'changes stand in the order of their leads').toEqual([...numbers].sort((a, b) => a - b))
  }
  for (const { ending, attempts, reason, kind, firstAt, endedAt } of outbox.ended) {
    const delivered = attempts.some(({ status }) => status === 200)
    if (kind === 'notices') expect(ending).toBe(delivered ? 'delivered' : 'dropped')
    if (reason === 'It was not delivered in time') expect(endedAt).toBe((firstAt ?? 0) + 36 * HOUR)
  }
}

test('60 sequences lose no notice, merge none that was attempted, and keep the order of a payload', () => {
  const seen = { delivered: 0, dropped: 0, merged: 0 }
  const property = fc.property(moves, (sequence) => {
    const books: Books = { state: scene.state, owed: listed(scene.state), fixed: new Map() }
    for (const move of sequence) {
      play(books, move)
      check(books)
    }
    // In the end everything is delivered, once a carrier is there for a while and the webhooks are active.
    for (const app of scene.apps) books.state = act(books.state, 'setWebhook', { app }).state
    for (let round = 0; round < 200 && pending(books.state).length > 0; round++) {
      deliver(books, round)
      deliver(books, round, { status: 200 })
      if (round % 8 === 7) books.state = movedTo(books.state, books.state.graph.now + 6 * HOUR).state
    }
    check(books)
    expect(pending(books.state)).toEqual([])
    for (const { ending, notices } of outboxIn(books.state.ledger).ended) {
      if (ending === 'delivered') seen.delivered += notices.length
      if (ending === 'dropped') seen.dropped += notices.length
      if (notices.length > 1) seen.merged++
    }
  })
  holds(60, property)
  expect(Math.min(seen.delivered, seen.dropped, seen.merged)).toBeGreaterThan(40 * scale)
})

const pending = (state: State): string[] => {
  const { waiting, sending } = outboxIn(state.ledger)
  const late = sending.filter(({ dropAt }) => dropAt === null || dropAt > state.graph.now)
  return [...waiting.map(({ number }) => String(number)), ...late.map(({ id }) => id)]
}
