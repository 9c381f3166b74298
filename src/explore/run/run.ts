import type { Duplex } from 'node:stream'
import type { World } from '../../world/world.ts'
import type { DurablePart } from '../io/durable/part.ts'
import type { Fact, Mark } from '../search/story/story.ts'
import type { PeriodicWork } from '../time/periodic-work.ts'
import type { FactRules } from './calls/fact-rules.ts'
import type { Instance } from './instance.ts'
import type { OtherService } from './operation.ts'
import type { Process, RunCall } from './options/options.ts'
import type { Place } from './place.ts'
import type { Stop } from './stop.ts'
import type { Targets } from './targets.ts'
import type { FirstColumns } from './versions.ts'

/** A fact that happened, and the rows that it made. */
interface Happened {
  readonly fact: Fact
  /** Virtual time, in Unix milliseconds. */
  readonly at: number
}

/** The facts of a run, and the rows that they made. */
interface RunFacts {
  /** The objects that facts happen to. */
  readonly targets: Targets
  /** The kinds of facts that its world has. */
  readonly facts: FactRules
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
}

/** A timer on virtual time. */
export interface VirtualTimer {
  readonly order: number
  readonly invocation: Invocation | undefined
  /** Virtual time, in Unix milliseconds. */
  at: number
  /** Whether its invocation waits for it. */
  readonly counted: boolean
  /** The file and line that set it, if known. */
  readonly place?: string | undefined
  readonly fire: () => void
}

/** The timers of a run that fire once, in the order in which they are due. */
export interface Timers {
  readonly size: number
  add(timer: Omit<VirtualTimer, 'order'>): VirtualTimer
  remove(timer: VirtualTimer): boolean
  next(): VirtualTimer | undefined
  /** Removes the timers of invocations that are over. */
  dropWhere(isOver: (timer: VirtualTimer) => boolean): void
}

/** One piece of work of the code under test: the start of a process, a job, a command, or a notice. */
export interface Invocation {
  /** The name and its ordinal in the run, such as `sync#2`. */
  readonly id: string
  readonly name: string
  /** Whether it is the start of a process, whose code goes on for as long as the process lives. */
  readonly isProcess?: boolean
  /** Whether it is a turn of periodic work. */
  readonly isTurn?: boolean
  /** The scope of its lines, if it is work of the code under test. */
  scope?: Scope
  /** The number of the process that it runs in. After the death of that process it never goes on. */
  readonly epoch: number
  /** Whether it has started, and not ended. */
  open: boolean
  /** The calls, store operations and timers that it waits for. */
  waiting: number
  /** The number of calls so far by operation; `store` counts writes. */
  readonly counts: Map<string, number>
  /** Short forms of the answers to its calls, if anybody compares them. */
  readonly answers?: number[]
  /** Whether a mark acted in it, or a call in it was answered with an error. */
  troubled: boolean
  /** Virtual time since when a call of it is late, or was given up because it was; undefined if none is. */
  lateSince?: number | undefined
  /** Whether its process died before it ended. */
  died: boolean
  /** Whether it wrote to the store, or made a call that changed the world. */
  effective: boolean
  /** The error that it threw, and the virtual time of that. */
  error?: { readonly thrown: unknown; readonly at: number }
  /** Set if it returned a response with an error status. */
  answeredError?: true
  /** Set if it published media that were still processed. */
  tooEarly?: true
}

/** Where a line of the code under test belongs. */
export interface Scope {
  readonly run: Run
  /** A process, and its timers, share a scope: the work that goes on in it now. */
  invocation: Invocation
  /** The transaction of the store that the line is part of. */
  readonly transaction?: object
}

/** One turn of periodic work. */
export interface PeriodicTurn extends Invocation {
  readonly isTurn: true
  readonly answers: number[]
  readonly scope: Scope
  /** The promise that its callback returned, if it returned one. */
  result: Promise<unknown> | undefined
}

/**
 * Periodic work: an interval, a timeout that is set again and again, or a loop that sleeps. Each turn is an
 * invocation of its own.
 */
export interface Periodic {
  /** The name of its callback, or the file and line that set it. */
  readonly name: string
  /** The file and line that set it. */
  readonly place: string
  readonly order: number
  /** Whether its turns keep the phase of the first, as those of an interval do. */
  readonly keepsPhase: boolean
  /** The scope that its turns share. */
  readonly scope: Scope
  /** Virtual time of its next turn, in Unix milliseconds; undefined while its work goes on. */
  at: number | undefined
  /** The milliseconds from one turn to the next. */
  every: number
  callback: () => unknown
  /** The last turn until it is compared: where in the trace it began, and the next id of the world then. */
  last: { readonly turn: PeriodicTurn; readonly from: number; readonly nextId: number } | undefined
  /** Texts of what the last turns did. No text stands twice. */
  readonly did: string[]
  /** Turns in a row that did something new. */
  different: number
  /** Milliseconds that its next turn may be late, because nothing changes. */
  gap: number
  /** The work repeats missed turns, many at once. */
  catchesUp: boolean
  /** Virtual time of its last turn, the number of news then, and since when it is that number. */
  firedAt: number
  news: number
  quietSince: number
}

/** Something that a run does next: a request that arrives, an answer, an operation of the store. */
export interface Point {
  readonly invocation: Invocation
  /** The step before which it does not happen; 0 if it may happen now. */
  readonly notBefore: number
  deliver(): void
}

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
export interface Run extends RunFacts {
  readonly world: World
  readonly timers: Timers
  readonly periodic: PeriodicWork
  /** The places of timers by the name that they share: runs of an exploration number them alike. */
  readonly workNames: Map<string, string[]>
  /** The values of the store, as JSON texts. They survive the death of the process. */
  readonly stored: Map<string, string>
  /** The databases and the like, which survive it too. */
  readonly durable: readonly DurablePart[]
  /** The transaction that holds the store. */
  storeOwner: { readonly epoch: number } | undefined
  /** Resumes the writes and transactions that wait for the store. */
  readonly storeWaiters: (() => void)[]
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
  /** When the time of the exploration is over, by `performance.now()`: never if it has no limit. */
  readonly deadline: number
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
  /** Errors of outages, and too large lists: until which step each operation is refused, by which mark. */
  readonly outages: {
    readonly until: number
    /** Virtual time at which it ends in any case, in Unix milliseconds. */
    readonly ends: number
    /** The calls that it still refuses. */
    left: number
    /** The largest `limit` of the lists that it does not refuse. */
    readonly limit?: number
    readonly mark: Mark
    readonly operation: string
  }[]
  /** The lists whose pages lack rows from some call on, by their operation, and the cursors that expired. */
  readonly lackingPages: Map<string, Mark>
  readonly expiredCursors: Set<unknown>
  /** True if each notice tells of one change alone. */
  readonly apart: boolean
  /** Milliseconds of virtual time in which a handler answers a notice. */
  readonly answerWithin: number
  readonly calls: RunCall[]
  /** For each answered call: how many calls had been sent when its answer arrived. */
  readonly answered: Map<RunCall, number>
  /** The calls that a mark refused. */
  readonly spoiled: Set<RunCall>
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
  /** The report says this of the time without faults. */
  readonly calmText: string
}
