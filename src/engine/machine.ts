import { LATEST, nextTask, tasks } from './clock.ts'
import { indexesOf } from './edge.ts'
import { deepFreeze } from './freeze.ts'
import { guard, INPUT_SIZE_MAX, type Json, MEMBERS_MAX } from './guard.ts'
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

/** An input after `guard`: plain JSON with a `type`. */
export type Input = { readonly type: string } & { readonly [member: string]: Json }

/**
 * The context of a rule: a transaction on the graph, and the ledger, whose members the rule may replace.
 */
export interface Work<S extends Schema> {
  readonly tx: Transaction<S>
  readonly ledger: { -readonly [part in keyof Ledger]: Ledger[part] }
}

/** A service to simulate: its tables, and the rules for its inputs. */
export interface Domain<S extends Schema, Answer = undefined> {
  readonly schema: S
  /** Creates the error for an invalid input: not JSON, too deep, or with a wrong time. */
  malformed(message: string): OperationError
  /** Creates the error for a change that exceeds a storage limit: `malformed` is called if left out. */
  noRoom?(lack: StorageFull): OperationError
  /**
   * Returns the problem of the settings, notes and caps of a state from a snapshot, or undefined.
   *
   * @param caps The caps of the world that loads it.
   */
  flaw?(state: State, caps: StoredBytes): string | undefined
  /** Stores the outcome of a task. Its changes are kept even if the task was refused. */
  conclude?(tx: Transaction<S>, input: Input, outcome: Outcome): void
  /** Runs one input, or the input of a due task. */
  run(work: Work<S>, input: Input): Ran<S, Answer>
}

/** The result of a rule, with parts that still have to run. */
export interface Ran<S extends Schema, Answer> {
  readonly outcome: Outcome
  readonly answer?: Answer
  /**
   * Rules that run next in the same input, one after the other, each in its own transaction: a refused part
   * does not undo the others. `join` combines their results.
   */
  readonly parts?: {
    readonly rules: readonly ((work: Work<S>) => Ran<S, Answer>)[]
    join(done: readonly Pick<Ran<S, Answer>, 'outcome' | 'answer'>[]): Omit<Ran<S, Answer>, 'parts'>
  }
}

/** The result of one step. `answer` contains what the domain needs to write the response. */
export interface Step<Answer = undefined> {
  readonly state: State
  readonly outcome: Outcome
  readonly events: readonly WorldEvent[]
  readonly answer: Answer | undefined
  /** A frozen copy of the input, for a replay with the same result. */
  readonly input: Input
}

/** A pure state machine over a domain. */
export interface Machine<Answer = undefined> {
  readonly schema: Schema
  begin(beginning: Beginning): State
  /**
   * Runs one input of any value. A refused input changes only the ledger: `state.graph` is the same object.
   * `advance` moves the time at most to the next due task; `tick` moves it there and runs the task.
   */
  step(state: State, input: unknown): Step<Answer>
  /**
   * Reads a snapshot. Returns its state, or its problem.
   *
   * @param caps The largest caps that the snapshot may have: the caps of the engine if left out.
   */
  restore(snapshot: unknown, caps?: StoredBytes): Restored
}

const engineCaps: StoredBytes = { rowBytes: ROW_BYTES_MAX, blobBytes: BLOB_BYTES_MAX }

// Replaces an invalid value in the history. A replay refuses it with the same message.
const unreadable = (error: string): Input => ({ type: 'unreadable', problem: error })

/** Freezes the notes and log entries of the domain, because an outcome may contain the same objects. */
function seal({ notes, calls }: Work<Schema>['ledger']): void {
  deepFreeze(notes)
  for (let place = calls.size - 1; !Object.isFrozen(get(calls, place)); place--) deepFreeze(get(calls, place))
}

const LIGHT_EVENT_BYTES = 4_096

/** Returns an event as the log stores it. Most events are short and stay unchanged. */
const loggedEvent = (event: WorldEvent): WorldEvent =>
  isLight(event as unknown as Json, LIGHT_EVENT_BYTES) ? event : (logEntry(event) as unknown as WorldEvent)

/** Adds the emitted events to the event log, and returns the ledger after the step. */
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

/** Whether a world has used all numbers of inputs or events. It then refuses every input. */
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

/** Reads a snapshot, and checks it with the rules of the domain. */
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

/** Creates the state machine of a domain. */
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

/** Returns a frozen copy, because the caller may still change the value. */
function owned<T extends Json>(value: T): T {
  const guarded = guard(value, SNAPSHOT_LIMITS)
  if (!guarded.ok)
    throw new Error(`The settings of a new world must be plain JSON: ${guarded.path} ${guarded.problem}`)
  return deepFreeze(guarded.value as T)
}

/** Whether a value has the type `load`: its snapshot may be larger and deeper than other inputs. */
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

/** Returns a guarded copy of an input, or a replacement for an invalid one. */
function inputOf(raw: unknown): Input {
  const guarded = guard(raw, isLoad(raw) ? SNAPSHOT_LIMITS : { size: INPUT_SIZE_MAX, members: MEMBERS_MAX })
  if (!guarded.ok) return unreadable(`${guarded.path}: ${guarded.problem}`)
  return isInput(guarded.value) ? guarded.value : unreadable('An input is an object with a member `type`')
}
