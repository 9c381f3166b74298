import { LATEST, nextTask, tasks } from './clock.ts'
import { indexesOf } from './edge.ts'
import { deepFreeze } from './freeze.ts'
import { guard, INPUT_SIZE_MAX, isPlainObject, type Json, MEMBERS_MAX } from './guard.ts'
import { logEntry } from './log-entry.ts'
import { failed, type Outcome } from './operation.ts'
import { get, push } from './ring.ts'
import { type Kernel, run, type Taken } from './run.ts'
import { type Restored, restore, SNAPSHOT_LIMITS } from './snapshot.ts'
import {
  type Beginning,
  begin,
  type DomainTypes,
  type Graph,
  type Ledger,
  type State,
  type StepTypes,
  type WorldEvent,
} from './state.ts'
import { BLOB_BYTES_MAX, ID_MAX, ROW_BYTES_MAX, type StorageFull, type StoredBytes } from './storage.ts'
import type { Schema } from './table.ts'
import type { Transaction } from './transaction.ts'
import { isLight } from './weight.ts'

/** A guarded input: plain JSON whose `type` says what it is. */
export type Input = { readonly type: string } & { readonly [member: string]: Json }

/**
 * What a domain's rules work with: the graph through a transaction, and the ledger, which they may replace.
 */
export interface Work<D extends DomainTypes = DomainTypes> {
  readonly tx: Transaction<D['tables'], D['contents']['settings']>
  readonly ledger: { -readonly [part in keyof Ledger<D['contents']>]: Ledger<D['contents']>[part] }
}

/** A service to be simulated: its tables, and what an input does to them. */
export interface Domain<D extends DomainTypes> {
  readonly schema: D['tables']
  /** How an input is refused that is no input at all: not JSON, too deep, or at a wrong time. */
  malformed(message: string): D['error']
  /** How an input is refused whose effect the world has no room for: as malformed where left out. */
  noRoom?(lack: StorageFull): D['error']
  /**
   * What is wrong with the settings, notes and caps of a state that was read from a snapshot.
   *
   * @param caps The caps of the world that loads it.
   */
  flaw?(state: State, caps: StoredBytes): string | undefined
  /** Notes what a due task came to; what it notes is kept even where the task was refused. */
  conclude?(tx: Work<D>['tx'], input: Input, outcome: Outcome<D['error']>): void
  /** Runs one input, or the input that a due task holds. */
  run(work: Work<D>, input: Input): Ran<D>
}

/** What a rule came to, by itself or in parts. */
export interface Ran<D extends DomainTypes> {
  readonly outcome: Outcome<D['error']>
  readonly answer?: D['answer']
  /**
   * What runs next within the same input, one after the other: each rule in a transaction of its own, so that
   * one that is refused undoes nothing of the others. `join` says what all came to.
   */
  readonly parts?: {
    readonly rules: readonly ((work: Work<D>) => Ran<D>)[]
    join(done: readonly Pick<Ran<D>, 'outcome' | 'answer'>[]): Omit<Ran<D>, 'parts'>
  }
}

/** What one step gives. `answer` is what the domain adds for whoever words the reply. */
export interface Step<T extends StepTypes = StepTypes> {
  readonly state: State<T['contents']>
  readonly outcome: Outcome<T['error']>
  readonly events: readonly WorldEvent[]
  readonly answer: T['answer'] | undefined
  /** The input as it was taken: a copy that nobody else holds, which a replay takes to the same end. */
  readonly input: Input
}

/** A pure state machine over a domain. */
export interface Machine<T extends StepTypes = StepTypes> {
  readonly schema: Schema
  begin(beginning: Beginning<T['contents']>): State<T['contents']>
  /**
   * Takes one input, whatever value it is. A refused input leaves `state.graph` the very same object; only
   * the ledger moves. Time moves by `advance` up to the next due task, and past it by `tick` alone, which
   * runs that task at its own instant.
   */
  step(state: State<T['contents']>, input: unknown): Step<T>
  /**
   * Reads a snapshot back: the state, or what is wrong with it.
   *
   * @param caps The most that the snapshot may allow a world to store; the caps of the engine if left out.
   */
  restore(snapshot: unknown, caps?: StoredBytes): Restored<T['contents']>
}

const engineCaps: StoredBytes = { rowBytes: ROW_BYTES_MAX, blobBytes: BLOB_BYTES_MAX }

// What stands in a history for a value that is no input: a replay refuses it with the same words.
const unreadable = (error: string): Input => ({ type: 'unreadable', problem: error })

/** Freezes what the domain has noted and logged: a caller may hold the same objects in an outcome. */
function seal({ notes, calls }: Work['ledger']): void {
  deepFreeze(notes)
  for (let place = calls.size - 1; !Object.isFrozen(get(calls, place)); place--) deepFreeze(get(calls, place))
}

const LIGHT_EVENT_BYTES = 4_096

/** An event as the log keeps it: most are short, and stay as they are. */
const loggedEvent = (event: WorldEvent): WorldEvent =>
  isLight(event, LIGHT_EVENT_BYTES) ? event : logEntry<WorldEvent>(event)

/** Records what was emitted, and closes the ledger of this step. */
function close<D extends DomainTypes>(ledger: Work<D>['ledger'], input: Input, taken: Taken<D>): Step<D> {
  const events = taken.emitted.map(({ type, data }): WorldEvent => {
    ledger.emitted += 1
    return Object.freeze({ sequence: ledger.emitted, at: taken.graph.now, type, data })
  })
  for (const event of events) ledger.events = push(ledger.events, loggedEvent(event))
  seal(ledger)
  const state = Object.freeze({ graph: taken.graph, ledger: Object.freeze(ledger) })
  return { state, outcome: taken.outcome, events, answer: taken.answer, input }
}

function refuse<D extends DomainTypes>(
  { domain }: Kernel<D>,
  graph: Graph<D['contents']>,
  message: string,
): Taken<D> {
  return { graph, outcome: failed(domain.malformed(message)), emitted: [] }
}

function advance<D extends DomainTypes>(
  kernel: Kernel<D>,
  graph: Graph<D['contents']>,
  to: Json | undefined,
): Taken<D> {
  if (typeof to !== 'number' || !Number.isSafeInteger(to) || to > LATEST) {
    return refuse(kernel, graph, 'An advance needs `to`, whole Unix milliseconds before the year 10000')
  }
  if (to < graph.now)
    return refuse(kernel, graph, `Time does not run backwards: it is ${graph.now}, not yet ${to} again`)
  const due = nextTask(graph)
  if (due && due.at <= to)
    return refuse(kernel, graph, `Work is due at ${due.at}: take a tick before time moves on`)
  const moved = to === graph.now ? graph : Object.freeze({ ...graph, now: to })
  return { graph: moved, outcome: { ok: true, value: { now: to } }, emitted: [] }
}

function tick<D extends DomainTypes>(
  kernel: Kernel<D>,
  graph: Graph<D['contents']>,
  ledger: Work<D>['ledger'],
): Taken<D> {
  const due = nextTask(graph)
  if (!due) return refuse(kernel, graph, 'No work is due')
  const moved = due.at > graph.now ? Object.freeze({ ...graph, now: due.at }) : graph
  const input = due.input as Input
  return run(kernel, { graph: moved, ledger, memo: new Map() }, (work) => kernel.domain.run(work, input), {
    id: due.id,
    input,
  })
}

function take<D extends DomainTypes>(
  kernel: Kernel<D>,
  graph: Graph<D['contents']>,
  ledger: Work<D>['ledger'],
  input: Input,
): Taken<D> {
  if (input.type === 'unreadable') {
    const { problem: error } = input
    return refuse(kernel, graph, typeof error === 'string' ? error : 'An input that cannot be read')
  }
  if (input.type === 'advance') return advance(kernel, graph, input['to'])
  if (input.type === 'tick') return tick(kernel, graph, ledger)
  return run(kernel, { graph, ledger, memo: new Map() }, (work) => kernel.domain.run(work, input))
}

/** Whether a world has numbered its last input or event: it takes no other, and its time stands still. */
export const isSpent = ({ ledger: { sequence, emitted } }: State): boolean =>
  sequence >= ID_MAX || emitted >= ID_MAX

function spent<D extends DomainTypes>(domain: Domain<D>, state: State<D['contents']>, input: Input): Step<D> {
  const message = `This world has taken every input or event up to ${ID_MAX}`
  return { state, outcome: failed(domain.malformed(message)), events: [], answer: undefined, input }
}

/** Reads a state back that this domain can go on from. */
function readBack<D extends DomainTypes>(
  domain: Domain<D>,
  schema: Schema,
  from: unknown,
  caps: StoredBytes,
): Restored<D['contents']> {
  const read = restore(schema, from)
  const flaw = read.ok ? domain.flaw?.(read.state, caps) : undefined
  if (flaw !== undefined) return { ok: false, problem: `The snapshot cannot be read: ${flaw}` }
  // `flaw` has checked the contents of the state.
  return read.ok ? { ok: true, state: read.state as State<D['contents']> } : read
}

/** Makes the state machine of a domain. */
export function machine<D extends DomainTypes>(domain: Domain<D>): Machine<D> {
  const schema = { tasks, ...domain.schema }
  const kernel = { domain, indexes: indexesOf(schema) }
  return {
    schema,
    begin: ({ settings, notes, ...more }) =>
      begin(schema, { ...more, settings: owned(settings), notes: owned(notes) }),
    step(state, raw) {
      const { graph, ledger: before } = state
      const input = inputOf(raw)
      if (isSpent(state) && input.type !== 'load') return spent(domain, state, input)
      const ledger = { ...before, sequence: before.sequence + 1 }
      if (input.type !== 'load') return close(ledger, input, take(kernel, graph, ledger, input))
      const loaded = readBack(domain, schema, input['snapshot'], graph.caps)
      if (!loaded.ok) return close(ledger, input, refuse(kernel, graph, loaded.problem))
      return { state: loaded.state, outcome: { ok: true, value: {} }, events: [], answer: undefined, input }
    },
    restore: (from, caps = engineCaps) => readBack(domain, schema, from, caps),
  }
}

/** A frozen copy, since what a caller hands in stays the caller's own to change. */
function owned<T extends Json>(value: T): T {
  const guarded = guard(value, SNAPSHOT_LIMITS)
  if (!guarded.ok) throw new Error(`A world begins with plain JSON: ${guarded.path} ${guarded.problem}`)
  return deepFreeze(guarded.value as T)
}

/** Whether a raw value says of itself that it is a `load`: a whole world is larger and deeper than a call. */
function isLoad(raw: unknown): boolean {
  try {
    return typeof raw === 'object' && raw !== null && Reflect.get(raw, 'type') === 'load'
  } catch {
    return false
  }
}

const isInput = (value: Json): value is Input => isPlainObject(value) && typeof value['type'] === 'string'

/** A value as an input: a guarded copy, or what stands for a value that is none. */
function inputOf(raw: unknown): Input {
  const guarded = guard(raw, isLoad(raw) ? SNAPSHOT_LIMITS : { size: INPUT_SIZE_MAX, members: MEMBERS_MAX })
  if (!guarded.ok) return unreadable(`${guarded.path}: ${guarded.problem}`)
  return isInput(guarded.value) ? guarded.value : unreadable('An input is an object with a member `type`')
}
