import type { Area } from '../../service/area/area.ts'
import type { Starter, StarterTokens } from '../../world/starter/starter-names.ts'
import type { FixedDuration } from '../../world/time/durations.ts'
import type { World } from '../../world/world.ts'
import type { ExploreOptions, ValueSource } from '../run/options/options.ts'

/** The exports of a program, if no type is given for them: functions. */
export type ExportedFunctions = Readonly<Record<string, (...values: unknown[]) => unknown>>

/** A running process of the program, for the functions of a configuration. */
export interface RunningProgram<Exports = ExportedFunctions> {
  /** The exports of its main module, once that is loaded. */
  readonly exports: Exports
  /**
   * Sends a request to a server of the program, such as `http://localhost:3000/posts`. It stays in the
   * process. Throws if no server listens at that port.
   */
  request(url: string, init?: RequestInit): Promise<Response>
}

/** What the environment of a program can be made from. */
export interface ProgramSurroundings {
  /** The ids and tokens of the starter world. */
  readonly names: Starter
  /** The addresses of the world. `https://graph.facebook.com` leads to it too. */
  readonly baseUrl: string
  readonly webUrl: string
}

/** Environment variables of a program. Undefined removes one. */
export type Environment = Readonly<Record<string, string | undefined>>

/** The name of an exploration, its folder, and the world in which a program runs. */
export interface ExplorationWorld {
  /** Names the saved stories: the name in package.json if left out. */
  readonly name?: string
  /** The folder of the program: that of the configuration file if left out. */
  readonly root?: string
  /** Makes the world: one that answers as the live service does, with the starter objects, if left out. */
  readonly world?: () => World
  /**
   * The fields that the program reads of leads, such as `phone_number`: questions of the form beside
   * `full_name` and `email`. Not together with `world`.
   */
  readonly leadFields?: readonly string[]
  /**
   * Texts of tokens by their names, such as `pageToken`, for a program that has them as constants. Not
   * together with `world`.
   */
  readonly tokens?: StarterTokens
  /** The areas of the world. Not together with `world`. */
  readonly areas?: readonly Area[]
}

/** The configuration of `defineExploration`: the program, what surrounds it, and the options of `explore`. */
export interface ExplorationConfig<Exports = ExportedFunctions>
  extends ExplorationWorld,
    Omit<ExploreOptions, 'name' | 'world' | 'sut'> {
  /**
   * The main module of the program, relative to `root`. It is loaded afresh for each process. A list has the
   * versions of the program, the first of which runs at the beginning: each is replaced by the next one.
   */
  readonly program: string | readonly string[]
  /**
   * Receives webhook deliveries: the address at which a server of the program listens, or a function that
   * hands the request to the program, such as a route handler that it exports.
   */
  readonly webhook?:
    | string
    | ((
        request: Request,
        program: RunningProgram<Exports>,
      ) => Response | undefined | Promise<Response | undefined>)
  /** Environment variables, beside those of the exploring process. Undefined removes a variable. */
  readonly env?: Environment | ((surroundings: ProgramSurroundings) => Environment)
  /** The arguments of the program's command line, after its file. */
  readonly argv?: readonly string[]
  /** The interval at which a scheduler starts the program, if it is a script that ends by itself. */
  readonly every?: FixedDuration
  /** Jobs that something outside the program starts, such as a system's cron. */
  readonly jobs?: Readonly<
    Record<
      string,
      {
        readonly every: FixedDuration
        /** Does the work of the job once. */
        run(program: RunningProgram<Exports>): unknown
      }
    >
  >
  /** What people make the program do: by its exports, or by requests to its server. */
  readonly commands?: Readonly<
    Record<
      string,
      {
        readonly with?: ValueSource
        /** Gives the command, with a value of the source. */
        run(value: never, program: RunningProgram<Exports>): unknown
      }
    >
  >
  /** Packages whose modules keep state that must not outlive a process: each process loads them afresh. */
  readonly fresh?: readonly string[]
}

/** A configuration, and a process, of a program whose exports only its owner knows. */
export type AnyConfig = ExplorationConfig<never>
export type AnyProgram = RunningProgram<never>
