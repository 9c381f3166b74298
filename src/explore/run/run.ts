import type { Duplex } from 'node:stream'
import type { World } from '../../world/world.ts'
import type { FactRules } from '../calls/fact-rules.ts'
import type { DurablePart } from '../durable/part.ts'
import type { Process, RunCall } from '../options/options.ts'
import type { Fact, Mark } from '../story/story.ts'
import type { Periodic, PeriodicWork } from '../time/periodic.ts'
import type { Timers } from '../time/timers.ts'
import type { Instance } from './instance.ts'
import type { Invocation } from './scope.ts'
import type { Targets } from './targets.ts'
import type { FirstColumns } from './versions.ts'
import type { writeFaults } from './write-kinds.ts'

/** Something that a run does next: a request that arrives, an answer, an operation of the store. */
export interface Point {
  readonly invocation: Invocation
  /** The step before which it does not happen; 0 if it may happen now. */
  readonly notBefore: number
  deliver(): void
}

/** A fact that happened, and the rows that it made. */
interface Happened {
  readonly fact: Fact
  /** Virtual time, in Unix milliseconds. */
  readonly at: number
}

/** A failure that stops a run at once. */
export interface Stop {
  readonly oracle: 'hot loop' | 'left the world' | 'start'
  readonly kind: string
  readonly message: string
}

/** Answers requests to a service outside the world, in place of the real one. */
export type OtherService = (request: Request) => Response | Promise<Response>

/** One of the processes that run side by side. A new process takes its place at each death. */
export interface Slot {
  /** From 1. */
  readonly number: number
  /** The number of the process: no other process of the run has it. */
  epoch: number
  /** The number of the process that was started last; 0 before the first. */
  started: number
  /** Virtual time at which it started, in Unix milliseconds. */
  startedAt: number
  /** Milliseconds since then in which the machine slept: periodic work left turns out. */
  slept: number
  /** What it does; nothing while it starts. */
  process: Process
  /** The process as its surroundings see it. */
  instance: Instance
  /** Virtual time before which it does not start, in Unix milliseconds; undefined if it runs. */
  downUntil: number | undefined
  /** Its periodic work, by name. */
  readonly works: Map<string, Periodic>
}

/** One run: a fork of the world, the code under test in it, and what has happened so far. */
export interface Run {
  readonly world: World
  readonly timers: Timers
  readonly periodic: PeriodicWork
  /** The values of the store, as JSON texts. They survive the death of the process. */
  readonly stored: Map<string, string>
  /** The databases and the like, which survive it too. */
  readonly durable: readonly DurablePart[]
  /** The transaction that holds the store. */
  storeOwner: { readonly epoch: number } | undefined
  /** Resumes the writes and transactions that wait for the store. */
  readonly storeWaiters: (() => void)[]
  /** The objects that facts happen to. */
  readonly targets: Targets
  /** The kinds of facts that its world has. */
  readonly facts: FactRules
  /** The zone of the calendar; UTC if undefined. */
  readonly timeZone: string | undefined
  /** The processes that run side by side: one, unless the options say otherwise. */
  readonly slots: readonly Slot[]
  /** The process that goes on now. */
  slot: Slot
  /** The number of the process that was begun last: each death adds one. */
  epochs: number
  /** The number of the process that goes on now. */
  readonly epoch: number
  /** What that process does; nothing while it starts. */
  readonly process: Process
  /** The notices and commands that were handed to processes: each goes to the next one. */
  handed: number
  /** The origins at which the world answers. */
  readonly origins: ReadonlySet<string>
  /** What takes connections to an address such as `localhost:5432`, other than HTTP: a database. */
  readonly claims: Map<string, (far: Duplex) => void>
  /** Answers requests to origins outside the world, by origin. */
  readonly others: ReadonlyMap<string, OtherService>
  /** The versions of the program, in words, and the number of the one that starts next, from 0. */
  readonly versions: readonly string[]
  version: number
  /** The columns of the tables of the first version: no others are compared. */
  readonly columns: FirstColumns
  /** Starts a process of the code under test. */
  readonly boot: () => Process | Promise<Process>
  /** The number of the step that runs now, from 1. */
  step: number
  /** Counts everything that the code under test does: it is quiet while the count stays the same. */
  activity: number
  /** Work of the platform's libraries on other threads that the code under test waits for. */
  background: number
  readonly queue: Point[]
  readonly invocations: Invocation[]
  readonly ordinals: Map<string, number>
  readonly marks: Map<string, readonly Mark[]>
  /** The marks that did something. */
  readonly acted: Set<Mark>
  /** Errors of an outage: until which step each operation is refused, and with which mark. */
  readonly outages: {
    readonly until: number
    /** Virtual time at which it ends in any case, in Unix milliseconds. */
    readonly ends: number
    /** The calls that it still refuses. */
    left: number
    readonly mark: Mark
    readonly operation: string
  }[]
  readonly calls: RunCall[]
  /** For each answered call: how many calls had been sent when its answer arrived. */
  readonly answered: Map<RunCall, number>
  /** The calls that a mark refused. */
  readonly spoiled: Set<RunCall>
  readonly happened: Happened[]
  /** Why facts of areas did not happen, by their kinds. */
  readonly impossible: Map<string, string>
  /** The tables of the rows that calls of the code under test removed, by the ids of the rows. */
  readonly removed: Map<number, string>
  /** Names of the rows that facts made, such as `lead A`, by their ids. */
  readonly labels: Map<number, string>
  /** The id of the first row that this run makes. */
  readonly firstId: number
  /** Whether people also change what the code under test made. */
  readonly changesOwn: boolean
  /** The ids of the rows that facts made, by table, for their names. */
  readonly named: Map<string, number[]>
  /** The places where something could go wrong, in order. */
  readonly sites: Place[]
  /** The log of the run, to compare two runs of one story. */
  readonly trace: string[]
  /** Rejections that nobody handled. */
  readonly unhandled: unknown[]
  /** The handlers of notices that have not answered yet, and how their connections are closed. */
  readonly handlers: Map<Invocation, () => void>
  /** The names of the facts that each delivery tells of that began, by its id. */
  readonly noticed: Map<string, readonly string[]>
  /** The number of notices that the code under test answered with an error, by the status. */
  readonly noticesRefused: Map<number, number>
  /** Notices that wait for the next one. */
  readonly afterNotice: (() => void)[]
  /** The number of inputs of the world when its deliveries were last begun. */
  flushedAt: number
  /** Draws for `Math.random` and the like. */
  random(): number
  stop: Stop | undefined
  /** Names the first resource outside the world, such as a file, that the code under test waited for. */
  outside: string | undefined
  /** Names the work that waits for something that never comes. */
  stuck: string | undefined
  ended: boolean
  /** Faults have stopped: marks no longer act. */
  calm: boolean
}

/** A place where something can go wrong. */
export interface Place {
  readonly at: string
  readonly kind: 'call' | 'other' | 'store' | 'notice'
  /** The operation of a call, or the host of another service; empty for others. */
  readonly operation: string
  /** Whether the call reads only. */
  readonly reads: boolean
  /** The faults that a write can suffer, apart from the death of its process. */
  readonly faults?: readonly (typeof writeFaults)[number][]
}

/** Notes a line of the trace. */
export function trace(run: Run, line: string): void {
  run.trace.push(`${run.world.clock.now} ${line}`)
}

/** Notes that work starts, and in which process if there are several. */
export function traceStart(run: Run, id: string): void {
  trace(run, run.slots.length > 1 ? `${id} starts in process ${run.slot.number}` : `${id} starts`)
}

/** The mark that a line of the trace tells of, if it tells of one. */
export const markOf = (run: Run, text: string): Mark | undefined =>
  [...run.acted].find((mark) => text === actText(mark))

const actText = ({ at, harm }: Mark): string => `mark ${at} ${JSON.stringify(harm)}`

/** Begins the next step of a story. */
export function nextStep(run: Run): void {
  run.step++
  trace(run, `step ${run.step}`)
}

/** Reads a line of the trace: Unix milliseconds, and what happened. */
export function readLine(line: string): { readonly at: number; readonly text: string } {
  const gap = line.indexOf(' ')
  return { at: Number(line.slice(0, gap)), text: line.slice(gap + 1) }
}

/** Stops a run with a failure, unless it was stopped before. */
export function stopRun(run: Run, stop: Stop): void {
  run.stop ??= stop
}

/** The mark at a place that acts now, by what it does. */
export function marksAt(run: Run, at: string): readonly Mark[] {
  return run.calm ? [] : (run.marks.get(at) ?? [])
}

/** Notes that a mark did something, in this invocation. */
export function act(run: Run, mark: Mark, invocation?: Invocation): void {
  run.acted.add(mark)
  if (invocation) invocation.troubled = true
  trace(run, actText(mark))
}
