import type { Domain, Input, Ran, Work } from './domain.ts'
import { failed, type Outcome } from './outcome.ts'
import { LATEST, nextTask, tasks } from './state/clock.ts'
import { open } from './state/draft.ts'
import { type Indexes, indexesOf } from './state/edge.ts'
import { addFrozen } from './state/log-entry.ts'
import { type Restored, restore, SNAPSHOT_LIMITS } from './state/snapshot.ts'
import {
  type Beginning,
  begin,
  type DomainTypes,
  type Graph,
  type State,
  type StepTypes,
  type WorldEvent,
} from './state/state.ts'
import type { Emitted } from './state/transaction.ts'
import { deepFreeze } from './store/freeze.ts'
import { get } from './store/ring.ts'
import { BLOB_BYTES_MAX, ID_MAX, ROW_BYTES_MAX, type StoredBytes, storageFullOf } from './store/storage.ts'
import type { Schema } from './store/table.ts'
import { type GuardLimits, guard, INPUT_LIMITS, isPlainObject, type Json } from './values/guard.ts'
import type { Memo } from './values/memo.ts'

/** The result of one step. `answer` contains the data from which the domain builds the response. */
export interface Step<T extends StepTypes = StepTypes> {
  readonly state: State<T['contents']>
  readonly outcome: Outcome<T['error']>
  readonly events: readonly WorldEvent[]
  readonly answer: T['answer'] | undefined
  /** A frozen copy of the input, for a replay with the same result. */
  readonly input: Input
}

/** A pure state machine over a domain. */
export interface Machine<T extends StepTypes = StepTypes> {
  readonly schema: Schema
  begin(beginning: Beginning<T['contents']>): State<T['contents']>
  /**
   * Runs one input of any value. A refused input changes only the ledger: `state.graph` is the same object.
   * `advance` moves the time at most to the next due task; `tick` moves it there and runs the task.
   */
  step(state: State<T['contents']>, input: unknown): Step<T>
  /**
   * Reads a snapshot. Returns its state, or its problem.
   *
   * @param caps The largest caps that the snapshot may have: the caps of the engine if left out.
   */
  restore(snapshot: unknown, caps?: StoredBytes): Restored<T['contents']>
}

const engineCaps: StoredBytes = { rowBytes: ROW_BYTES_MAX, blobBytes: BLOB_BYTES_MAX }

// Replaces an invalid value in the history. A replay refuses it with the same message.
const unreadable = (error: string): Input => ({ type: 'unreadable', problem: error })

/** A domain with the indexes of its schema. */
interface Kernel<D extends DomainTypes> {
  readonly domain: Domain<D>
  readonly indexes: Indexes
}

/** The result of an input before its events and outcome are logged. */
interface Taken<D extends DomainTypes> {
  readonly graph: Graph<D['contents']>
  readonly outcome: Outcome<D['error']>
  readonly emitted: readonly Emitted[]
  readonly answer?: D['answer'] | undefined
}

interface Before<D extends DomainTypes> {
  readonly graph: Graph<D['contents']>
  readonly ledger: Work<D>['ledger']
  readonly memo: Memo
}

/** Returns the error of a rule whose changes exceed a storage limit. Any other error is thrown again. */
function storageError<D extends DomainTypes>({ domain }: Kernel<D>, error: unknown): Ran<D> {
  const lack = storageFullOf(error)
  if (!lack) throw error
  const message = `The storage is full: at most ${lack.max} (${lack.limit}), got ${lack.needed}`
  return { outcome: failed(domain.noRoom?.(lack) ?? domain.malformed(message)) }
}

/** Returns the graph after a refused task. The task is removed, so that it does not run forever. */
function afterRefused<D extends DomainTypes>(
  { domain, indexes }: Kernel<D>,
  graph: Graph<D['contents']>,
  task: number,
  input: Input,
  outcome: Outcome<D['error']>,
): Graph<D['contents']> {
  const withoutTask = () => {
    const tx = open<D['tables'], D['contents']>(graph, indexes)
    tx.remove(task)
    return tx
  }
  try {
    const tx = withoutTask()
    domain.conclude?.(tx, input, outcome)
    return tx.commit()
  } catch (error) {
    if (!storageFullOf(error)) throw error
    return withoutTask().commit()
  }
}

/**
 * Runs the rule of an input, a task or a part of an input in one transaction. The task that it runs for is
 * removed, and concluded.
 *
 * @param task The id of the task.
 */
function run<D extends DomainTypes>(
  kernel: Kernel<D>,
  { graph, ledger, memo }: Before<D>,
  input: Input,
  task?: number,
  rule: (work: Work<D>, input: Input) => Ran<D> = kernel.domain.run,
): Taken<D> {
  const tx = open<D['tables'], D['contents']>(graph, kernel.indexes, memo)
  let ran: Ran<D>
  let kept = false
  try {
    if (task !== undefined) tx.remove(task)
    ran = rule({ tx, ledger }, input)
    kept = ran.outcome.ok || ran.outcome.committed
    if (task !== undefined && kept) kernel.domain.conclude?.(tx, input, ran.outcome)
  } catch (error) {
    kept = false
    ran = storageError(kernel, error)
  }
  const { outcome, answer, parts } = ran
  let after = graph
  if (kept) after = tx.commit()
  else if (task !== undefined) after = afterRefused(kernel, graph, task, input, outcome)
  const emitted = kept ? tx.emitted : []
  const taken: Taken<D> = { graph: after, outcome, emitted, answer }
  return parts ? inParts(kernel, { ledger, memo }, input, taken, parts) : taken
}

/** Runs the parts of an input in order, each in its own transaction. */
function inParts<D extends DomainTypes>(
  kernel: Kernel<D>,
  around: Omit<Before<D>, 'graph'>,
  input: Input,
  whole: Taken<D>,
  { rules, join }: NonNullable<Ran<D>['parts']>,
): Taken<D> {
  let { graph } = whole
  const emitted = [...whole.emitted]
  const done = rules.map((rule): Taken<D> => {
    const taken = run(kernel, { graph, ...around }, input, undefined, rule)
    graph = taken.graph
    for (const event of taken.emitted) emitted.push(event)
    return taken
  })
  return { ...whole, ...join(done), graph, emitted }
}

/** Adds the emitted events to the event log, and returns the ledger after the step. */
function close<D extends DomainTypes>(ledger: Work<D>['ledger'], input: Input, taken: Taken<D>): Step<D> {
  const events: WorldEvent[] = []
  for (const { type, data } of taken.emitted) {
    ledger.emitted += 1
    const event = deepFreeze({ sequence: ledger.emitted, at: taken.graph.now, type, data })
    ledger.events = addFrozen(ledger.events, event)
    events.push(event)
  }
  // An outcome may contain the same objects as the notes and the log entries of the domain.
  deepFreeze(ledger.notes)
  const { calls } = ledger
  for (let index = calls.size - 1; !Object.isFrozen(get(calls, index)); index--) deepFreeze(get(calls, index))
  // Forks may share a step: a caller must not change what another one gets.
  Object.freeze(events)
  if (!taken.outcome.ok) deepFreeze(taken.outcome.error)
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
    return refuse(kernel, graph, `Time does not run backwards: it is ${graph.now}, got ${to}`)
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
  return run(kernel, { graph: moved, ledger, memo: new Map() }, input, due.id)
}

/** Whether a world has used all numbers of inputs or events. It then refuses every input. */
export const isSpent = ({ ledger: { sequence, emitted } }: State): boolean =>
  sequence >= ID_MAX || emitted >= ID_MAX

function spent<D extends DomainTypes>(domain: Domain<D>, state: State<D['contents']>, input: Input): Step<D> {
  const message = `This world has used all ${ID_MAX} numbers of inputs or events: create a new one`
  return { state, outcome: failed(domain.malformed(message)), events: [], answer: undefined, input }
}

/** Reads a snapshot, and checks it with the rules of the domain. */
function readBack<D extends DomainTypes>(
  domain: Domain<D>,
  schema: Schema,
  from: unknown,
  caps: StoredBytes,
): Restored<D['contents']> {
  const read = restore(schema, from, domain)
  const flaw = read.ok ? domain.flaw?.(read.state, caps) : undefined
  if (flaw !== undefined) return { ok: false, problem: `The snapshot cannot be read: ${flaw}` }
  // `flaw` has checked the contents of the state.
  return read.ok ? { ok: true, state: read.state as State<D['contents']> } : read
}

/** Creates the state machine of a domain. */
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
      let taken: Taken<D>
      if (input.type === 'load') {
        const loaded = readBack(domain, schema, input['snapshot'], graph.caps)
        if (loaded.ok)
          return {
            state: loaded.state,
            outcome: { ok: true, value: {} },
            events: [],
            answer: undefined,
            input,
          }
        taken = refuse(kernel, graph, loaded.problem)
      } else if (input.type === 'unreadable') {
        const { problem } = input
        taken = refuse(kernel, graph, typeof problem === 'string' ? problem : 'The input cannot be read')
      } else if (input.type === 'advance') taken = advance(kernel, graph, input['to'])
      else if (input.type === 'tick') taken = tick(kernel, graph, ledger)
      else taken = run(kernel, { graph, ledger, memo: new Map() }, input)
      return close(ledger, input, taken)
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

/** Returns a guarded copy of an input, or a replacement for an invalid one. */
function inputOf(raw: unknown): Input {
  let limits: Partial<GuardLimits> = INPUT_LIMITS
  try {
    // A snapshot may be larger and deeper than other inputs.
    if (Reflect.get(Object(raw), 'type') === 'load') limits = SNAPSHOT_LIMITS
  } catch {
    // A getter or a proxy threw. The guard says so.
  }
  const guarded = guard(raw, limits)
  if (!guarded.ok) return unreadable(`${guarded.path}: ${guarded.problem}`)
  const { value } = guarded
  if (isPlainObject(value) && typeof value['type'] === 'string') return value as Input
  return unreadable('An input is an object with a member `type`')
}
