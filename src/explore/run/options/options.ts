import type { Json } from '../../../engine/values/guard.ts'
import type { AreaFactName } from '../../../service/area/client.ts'
import type { Starter } from '../../../world/starter/starter-names.ts'
import type { FixedDuration } from '../../../world/time/durations.ts'
import type { World } from '../../../world/world.ts'
import type { DurablePart } from '../../io/durable/part.ts'
import type { FactKind } from '../calls/fact-names.ts'

/**
 * A store that survives the death of the process. Each method is a point at which the explored process may
 * die, and other invocations may run between two of them.
 */
export interface Store {
  /** Returns a copy of the value, or undefined if the key is not there. */
  get(key: string): Promise<Json | undefined>
  /** Stores a copy of the value. It resolves when a crash can no longer lose the value. */
  set(key: string, value: Json): Promise<void>
  /** Removes the key, if it is there. */
  delete(key: string): Promise<void>
  /** Returns the entries whose keys begin with the prefix, in the order of their keys. */
  list(prefix?: string): Promise<[key: string, value: Json][]>
  /** Runs reads and writes as one: all of them are stored, or none. No other invocation sees a part. */
  transaction<T>(run: (store: Store) => Promise<T>): Promise<T>
}

/** The virtual clock of a run. `Date`, timers and `performance.now` follow it too. */
export interface RunClock {
  /** Unix milliseconds. */
  now(): number
  /** Resolves when this much virtual time has passed. */
  sleep(duration: FixedDuration): Promise<void>
}

/** The values that one process of the code under test is given. */
export interface ProcessContext {
  /** Answers requests to the origins of `baseUrl` and `webUrl`; other origins leave the world. */
  readonly fetch: typeof fetch
  readonly baseUrl: string
  readonly webUrl: string
  readonly clock: RunClock
  readonly store: Store
  /** The ids and tokens of the starter world; empty if the world has none. */
  readonly names: Starter
}

/** A job that a scheduler starts, such as a cron job. */
export interface Job {
  /** The interval at which the scheduler starts it. */
  readonly every: FixedDuration
  /** One start of the job. If it returns a promise, the start ends when the promise settles. */
  run(): unknown
}

/** Draws the value of a command's parameter. */
export type ValueSource<T = unknown> =
  | readonly T[]
  /** A fast-check arbitrary. */
  | {
      /** Draws a value from the random source of fast-check. */
      generate(random: never, bias: number | undefined): { readonly value: T }
    }
  /** A zod schema of texts, numbers, booleans, enumerations, and lists and objects of them. */
  | { readonly _zod: { readonly output: T } }

/** Something that a person makes the code under test do. */
export interface Command {
  /** The parameter; without it, `run` gets undefined. */
  readonly with?: ValueSource
  /** Runs the command with a value of `with`. */
  run(value: never): unknown
}

/** One process of the code under test. */
export interface Process {
  readonly jobs?: Readonly<Record<string, Job>>
  /** Receives the webhook deliveries of the app `names.app`. */
  readonly webhook?: (request: Request) => Response | undefined | void | Promise<Response | undefined | void>
  readonly commands?: Readonly<Record<string, Command>>
}

/** The argument of invariants and of conditions in `sometimes`. */
export interface RunView {
  /** A fork of the world at this moment: what a law does in it does not reach the run. */
  readonly world: World
  readonly store: Store
  readonly names: Starter
  /** The calls of the code under test so far, oldest first. */
  readonly calls: readonly RunCall[]
  /** The last values of the mirrors; empty before the end of a run. */
  readonly mirror: Readonly<Record<string, readonly Json[]>>
}

/** One call of the code under test. */
export interface RunCall {
  /** The invocation and its ordinal, such as `sync#2`. */
  readonly invocation: string
  /** The name of the operation; `unknown` if the path leads to none. */
  readonly operation: string
  /** The number of this call among those of its invocation and operation, from 1. */
  readonly nth: number
  readonly method: string
  readonly url: string
  readonly params: Readonly<Record<string, Json>>
  /** Virtual time, in Unix milliseconds. */
  readonly at: number
  /** The status that the world answered; undefined if the request never reached it. */
  readonly status: number | undefined
  /** The error code that the world answered. */
  readonly code: number | undefined
  /** Whether the code under test received the answer. */
  readonly received: boolean
}

/** Returns what the code under test holds: ids, or rows. The order does not matter. */
export type Mirror = (
  view: Pick<RunView, 'store' | 'world' | 'names'>,
) => readonly Json[] | Promise<readonly Json[]>

/** The groups of harms. All but `down`, `torn`, `conflicts` and `disconnects` are on if left out. */
export interface Hostile {
  /** The process dies, and starts again on its store. */
  readonly restarts?: boolean
  /** The process is told to stop by SIGTERM, if it listens, and starts again. */
  readonly stops?: boolean
  /**
   * The process is down for 48 hours, longer than the platform retries its notices. Off if left out: only
   * code that compares its data with the service survives it.
   */
  readonly down?: boolean
  /** The next version of the program is deployed, if it has several: the process is told to stop before. */
  readonly deploys?: boolean
  /**
   * The process dies in the middle of a write to a file, of which only the first half is there. Off if left
   * out: code survives it that writes a new file, and then renames it.
   */
  readonly torn?: boolean
  /**
   * A database refuses a write once: SQLite as busy, PostgreSQL by a serialization failure (40001), which
   * rolls the transaction back. Off if left out: code survives it that tries the whole transaction again.
   */
  readonly conflicts?: boolean
  /**
   * The connection to PostgreSQL or Redis breaks after a write or commit took effect. Off if left out: code
   * survives it whose second try does no harm.
   */
  readonly disconnects?: boolean
  /** Notices arrive late, twice, or in another order. */
  readonly notices?: boolean
  /** Tokens are refused with code 190. */
  readonly tokens?: boolean
  /** Rate limits are reached, and lists with a large limit are too large for one page. */
  readonly limits?: boolean
  /**
   * Pages of lists are empty or short although more rows follow, and cursors expire. Off if left out: code
   * survives it that follows `next` to the end of a list.
   */
  readonly pages?: boolean
  /** Connections break, before or after the call took effect. Servers answer 500, 503 and broken bodies. */
  readonly transport?: boolean
  /** Calls are refused with other codes that their operation can answer. */
  readonly errors?: boolean
  /** Answers arrive late, so that other work runs meanwhile, and uploaded media are processed for a time. */
  readonly delays?: boolean
  /** People edit and delete what the code under test reads. */
  readonly people?: boolean
}

/** Services outside the world by origin: what answers their requests. */
export type OtherServices = Readonly<Record<string, (request: Request) => Response | Promise<Response>>>

/**
 * Options of `explore`.
 *
 * @typeParam F The kinds of facts of the areas of its world.
 */
export interface ExploreOptions<F extends AreaFactName = AreaFactName> {
  /** Names the saved stories of this exploration. */
  readonly name: string
  /** Makes the world in which every run begins. It is called once. */
  readonly world: () => World
  /** Starts one process of the code under test. It is called again after each death. */
  readonly sut: (context: ProcessContext) => Process | Promise<Process>
  /** The values that the code under test holds, by the name of their mirror. */
  readonly mirror?: Readonly<Record<string, Mirror>>
  /**
   * Answers requests to other services, by origin, such as `https://crm.example`. A factory makes them anew
   * for each run, so that they can keep what they were sent; it gets the ids and tokens of the starter world.
   * Requests to any further origin stop the run.
   */
  readonly others?: OtherServices | ((surroundings: { readonly names: Starter }) => OtherServices)
  /** The databases and files that survive the death of a process, such as `sqlite('./app.db')`. */
  readonly database?: DurablePart | readonly DurablePart[]
  /** The facts of the world: those that touch what the code under test reads, unless listed here. */
  readonly environment?: 'inferred' | readonly (FactKind | F)[]
  readonly hostile?: Hostile
  /** Laws that hold after each step. They throw, or return false, if they do not. */
  readonly invariants?: Readonly<Record<string, (view: RunView) => unknown>>
  /** Laws that hold at the end of each run, when the faults have stopped and time has passed. */
  readonly eventually?: Readonly<Record<string, (view: RunView) => unknown>>
  /**
   * Whether an entry of a mirror says that the code under test gave up the work on it. If left out: a status
   * or state such as `failed`, or a mirror named for failures. Work that was given up and recorded is no
   * loss.
   */
  readonly gaveUp?: (entry: Json, mirror: string) => boolean
  /** Conditions that must be true in at least one run: else `ok` is false. */
  readonly sometimes?: Readonly<Record<string, (view: RunView) => unknown>>
  /**
   * The number of processes that run side by side on the same databases, each with its own memory, timers and
   * servers: 1 if left out, 8 at most. The baseline run has one.
   */
  readonly processes?: number
  /** The maximum number of runs: 500 if left out; of a command or a server, the whole order of stories. */
  readonly runs?: number
  /** Ends the exploration at this many failures of different kinds: 5 if left out. */
  readonly kinds?: number
  /** The maximum number of steps in a story: 12 if left out. */
  readonly steps?: number
  /** 1 if left out. */
  readonly seed?: number
  /** Ends the exploration after this much real time. */
  readonly within?: FixedDuration
  /** The source of time: replaced globals (if left out), or only `clock`. */
  readonly time?: 'globals' | 'injected'
  /** The IANA time zone of the run, for code that reads local time: UTC if left out. */
  readonly timeZone?: string
  /**
   * Ends the whole process, with a message on standard error, if the code under test loops for 10 seconds
   * without a pause. On if left out; off while a debugger is attached.
   */
  readonly watchdog?: boolean
  /** The folder of saved stories: `test/__stories__` if left out; false saves nothing. */
  readonly stories?: string | false
}
