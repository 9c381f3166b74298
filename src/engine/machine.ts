import { LATEST, nextTask, tasks } from './clock.ts'
import { indexesOf } from './edge.ts'
import { deepFreeze } from './freeze.ts'
import { guard, INPUT_LIMITS, type Json } from './guard.ts'
import { logEntry } from './log-entry.ts'
import { failed, type OperationError, type Outcome } from './operation.ts'
import { get, push } from './ring.ts'
import { type Kernel, run, type Taken } from './run.ts'
import { type Restored, restore, SNAPSHOT_LIMITS } from './snapshot.ts'
import { type Beginning, begin, type Graph, type Ledger, type State, type WorldEvent } from './state.ts'
import { BLOB_BYTES_MAX, ID_MAX, ROW_BYTES_MAX, type StorageFull, type StoredBytes } from './storage.ts'
import type { Schema } from './table.ts'
import type { Transaction } from './transaction.ts'
import { isLight } from './weight.ts'

/** A guarded input: plain JSON whose `type` says what it is. */
export type Input = { readonly type: string } & { readonly [member: string]: Json }

/**
 * What a domain's rules work with: the graph through a transaction, and the ledger, which they may replace.
 */
export interface Work<S extends Schema> {
  readonly tx: Transaction<S>
  readonly ledger: { -readonly [part in keyof Ledger]: Ledger[part] }
}

/** A service to be simulated: its tables, and what an input does to them. */
export interface Domain<S extends Schema, Answer = undefined> {
  readonly schema: S
  /** How an input is refused that is no input at all: not JSON, too deep, or at a wrong time. */
  malformed(message: string): OperationError
  /** How an input is refused whose effect the world has no room for: as malformed where left out. */
  noRoom?(lack: StorageFull): OperationError
  /**
   * What is wrong with the settings, notes and caps of a state that was read from a snapshot.
   *
   * @param caps The caps of the world that loads it.
   */
  flaw?(state: State, caps: StoredBytes): string | undefined
  /** Notes what a due task came to; what it notes is kept even where the task was refused. */
  conclude?(tx: Transaction<S>, input: Input, outcome: Outcome): void
  /** Runs one input, or the input that a due task holds. */
  run(work: Work<S>, input: Input): Ran<S, Answer>
}

/** What a rule came to, by itself or in parts. */
export interface Ran<S extends Schema, Answer> {
  readonly outcome: Outcome
  readonly answer?: Answer
  /**
   * What runs next within the same input, one after the other: each rule in a transaction of its own, so that
   * one that is refused undoes nothing of the others. `join` says what all came to.
   */
  readonly parts?: {
    readonly rules: readonly ((work: Work<S>) => Ran<S, Answer>)[]
    join(done: readonly Pick<Ran<S, Answer>, 'outcome' | 'answer'>[]): Omit<Ran<S, Answer>, 'parts'>
  }
}

/** What one step gives. `answer` is what the domain adds for whoever words the reply. */
export interface Step<Answer = undefined> {
  readonly state: State
  readonly outcome: Outcome
  readonly events: readonly WorldEvent[]
  readonly answer: Answer | undefined
  /** The input as it was taken: a copy that nobody else holds, which a replay takes to the same end. */
  readonly input: Input
}

/** A pure state machine over a domain. */
export interface Machine<Answer = undefined> {
  readonly schema: Schema
  begin(beginning: Beginning): State
  /**
   * Takes one input, whatever value it is. A refused input leaves `state.graph` the very same object; only
   * the ledger moves. Time moves by `advance` up to the next due task, and past it by `tick` alone, which
   * runs that task at its own instant.
   */
  step(state: State, input: unknown): Step<Answer>
  /**
   * Reads a snapshot back: the state, or what is wrong with it.
   *
   * @param caps The most that the snapshot may allow a world to store; the caps of the engine if left out.
   */
  restore(snapshot: unknown, caps?: StoredBytes): Restored
}

const engineCaps: StoredBytes = { rowBytes: ROW_BYTES_MAX, blobBytes: BLOB_BYTES_MAX }

// What stands in a history for a value that is no input: a replay refuses it with the same words.
const unreadable = (error: string): Input => ({ type: 'unreadable', problem: error })

/** Freezes what the domain has noted and logged: a caller may hold the same objects in an outcome. */
function seal({ notes, calls }: Work<Schema>['ledger']): void {
  deepFreeze(notes)
  for (let place = calls.size - 1; !Object.isFrozen(get(calls, place)); place--) deepFreeze(get(calls, place))
}

const LIGHT_EVENT_BYTES = 4_096

/** An event as the log keeps it: most are short, and stay as they are. */
const loggedEvent = (event: WorldEvent): WorldEvent =>
  isLight(event as unknown as Json, LIGHT_EVENT_BYTES) ? event : (logEntry(event) as unknown as WorldEvent)

/** Records what was emitted, and closes the ledger of this step. */
function close<Answer>(ledger: Work<Schema>['ledger'], input: Input, taken: Taken<Answer>): Step<Answer> {
  const events = taken.emitted.map(({ type, data }): WorldEvent => {
    ledger.emitted += 1
    return Object.freeze({ sequence: ledger.emitted, at: taken.graph.now, type, data })
  })
  for (const event of events) ledger.events = push(ledger.events, loggedEvent(event))
  seal(ledger)
  const state = Object.freeze({ graph: taken.graph, ledger: Object.freeze(ledger) })
  return { state, outcome: taken.outcome, events, answer: taken.answer, input }
}

type Ledgering = Work<Schema>['ledger']

function refuse<S extends Schema, Answer>(
  { domain }: Kernel<S, Answer>,
  graph: Graph,
  message: string,
): Taken<Answer> {
  return { graph, outcome: failed(domain.malformed(message)), emitted: [] }
}

function advance<S extends Schema, Answer>(
  kernel: Kernel<S, Answer>,
  graph: Graph,
  to: Json | undefined,
): Taken<Answer> {
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

function tick<S extends Schema, Answer>(
  kernel: Kernel<S, Answer>,
  graph: Graph,
  ledger: Ledgering,
): Taken<Answer> {
  const due = nextTask(graph)
  if (!due) return refuse(kernel, graph, 'No work is due')
  const moved = due.at > graph.now ? Object.freeze({ ...graph, now: due.at }) : graph
  const input = due.input as Input
  return run(kernel, { graph: moved, ledger, memo: new Map() }, (work) => kernel.domain.run(work, input), {
    id: due.id,
    input,
  })
}

function take<S extends Schema, Answer>(
  kernel: Kernel<S, Answer>,
  graph: Graph,
  ledger: Ledgering,
  input: Input,
): Taken<Answer> {
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

function spent<S extends Schema, Answer>(
  domain: Domain<S, Answer>,
  state: State,
  input: Input,
): Step<Answer> {
  const message = `This world has taken every input or event up to ${ID_MAX}`
  return { state, outcome: failed(domain.malformed(message)), events: [], answer: undefined, input }
}

/** Reads a state back that this domain can go on from. */
function readBack<S extends Schema, Answer>(
  domain: Domain<S, Answer>,
  schema: Schema,
  from: unknown,
  caps: StoredBytes,
): Restored {
  const read = restore(schema, from)
  const flaw = read.ok ? domain.flaw?.(read.state, caps) : undefined
  return flaw === undefined ? read : { ok: false, problem: `The snapshot cannot be read: ${flaw}` }
}

/** Makes the state machine of a domain. */
export function machine<S extends Schema, Answer = undefined>(domain: Domain<S, Answer>): Machine<Answer> {
  const schema = { tasks, ...domain.schema }
  const kernel = { domain, indexes: indexesOf(schema) }
  return {
    schema,
    begin(beginning) {
      const { settings, notes = {} } = beginning
      return begin(schema, { ...beginning, settings: owned(settings), notes: owned(notes) })
    },
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

function isInput(value: Json): value is Input {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, 'type') && !Array.isArray(value)
    ? typeof (value as Input).type === 'string'
    : false
}

/** A value as an input: a guarded copy, or what stands for a value that is none. */
function inputOf(raw: unknown): Input {
  const guarded = guard(raw, isLoad(raw) ? SNAPSHOT_LIMITS : INPUT_LIMITS)
  if (!guarded.ok) return unreadable(`${guarded.path}: ${guarded.problem}`)
  return isInput(guarded.value) ? guarded.value : unreadable('An input is an object with a member `type`')
}
