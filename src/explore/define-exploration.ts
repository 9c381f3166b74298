import { existsSync, readFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { errorMessage } from '../engine/values/error-message.ts'
import { MINUTE_MS } from '../engine/values/milliseconds.ts'
import type { Area } from '../service/area/area.ts'
import { platformPolicy } from '../service/policy.ts'
import { createWorld } from '../world/create-world.ts'
import { checkNames } from '../world/handle/known-names.ts'
import type { World } from '../world/world.ts'
import { optionNames } from './check-options.ts'
import { commandPlayer } from './outside/command-player.ts'
import {
  type AnyOutside,
  type CommandConfig,
  checkCommand,
  isCommand,
  type ServerConfig,
} from './outside/config.ts'
import { checkConfig, configNames } from './program/check-config.ts'
import type { AnyConfig, ExplorationConfig, ExplorationWorld, ExportedFunctions } from './program/config.ts'
import { type OpenProgram, openProgram } from './program/open-program.ts'
import { startProcess } from './program/start.ts'
import { callerOf } from './run/calls/caller.ts'
import {
  freshPackages,
  lifecycle,
  loadAfresh,
  madeBy,
  programFolder,
  programVersions,
  thisCopy,
  type WithLifecycle,
} from './run/lifecycle.ts'
import type { ExploreOptions } from './run/options/options.ts'
import { ownScope } from './run/scope.ts'

/** The folder of the configuration file that is being loaded. */
let configFolder: string | undefined

/** The areas of worlds that no configuration file makes. */
let configAreas: readonly Area[] = []

/**
 * Loads a configuration file: paths in it are relative to its folder, and worlds that it does not make itself
 * have these areas.
 */
export async function inFolder<T>(
  folder: string,
  load: () => Promise<T>,
  areas: readonly Area[] = [],
): Promise<T> {
  const before = { configFolder, configAreas }
  configFolder = folder
  configAreas = areas
  try {
    return await load()
  } finally {
    ;({ configFolder, configAreas } = before)
  }
}

/**
 * Makes worlds that answer as the live service does, with one object of each kind.
 *
 * @param ago Milliseconds before now at which the worlds begin; their usual instant if undefined.
 */
function defaultWorld({ leadFields = [], tokens = {}, areas: own = [] }: ExplorationWorld, ago?: number) {
  const areas = [...own, ...configAreas]
  return (): World => {
    const now = ago === undefined ? {} : { now: Date.now() - ago }
    const world = createWorld({ policy: platformPolicy, areas, ...now })
    world.starter({ leadFields, tokens })
    return world
  }
}

/** The name in the package.json of a folder. */
function packageName(root: string): string {
  const path = join(root, 'package.json')
  const content: unknown = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {}
  const name: unknown = typeof content === 'object' && content !== null ? Reflect.get(content, 'name') : ''
  return typeof name === 'string' && name !== '' ? name : basename(root)
}

const knownNames = [...new Set([...configNames, ...optionNames.filter((name) => name !== 'sut')])]

const rootOf = ({ root }: ExplorationWorld): string => resolve(root ?? configFolder ?? process.cwd())

/** Checks a configuration. Returns the folder and the main modules of its program, all absolute. */
function checked(config: AnyConfig): { root: string; files: string[] } {
  checkNames('defineExploration', 'option', config, knownNames)
  checkConfig(config)
  const root = rootOf(config)
  const files = [config.program].flat().map((path) => resolve(root, path))
  const missing = files.find((file) => !existsSync(file))
  if (missing !== undefined) throw new TypeError(`defineExploration: the program ${missing} does not exist`)
  return { root, files }
}

/** Does work whose errors name the line that defines the exploration. */
function atPlace<T>(place: string | undefined, work: () => T): T {
  try {
    return work()
  } catch (cause) {
    if (place === undefined) throw cause
    throw new TypeError(`${errorMessage(cause)} (${place})`, { cause })
  }
}

/** How long before an exploration of a command its world begins, in milliseconds. */
const WORLD_AGO = 10 * MINUTE_MS

/** The options of `explore` for a command. */
function optionsOfCommand(config: AnyOutside): ExploreOptions {
  checkCommand(config)
  const { name, world, every: _, mirror: _mirror, time: _time, ...rest } = config
  const own = Object.entries(rest).filter(([key]) => optionNames.includes(key))
  const root = rootOf(config)
  const folder = config.folder === undefined ? {} : { folder: resolve(root, config.folder) }
  return {
    ...Object.fromEntries(own),
    name: name ?? packageName(root),
    world: world ?? defaultWorld(config, WORLD_AGO),
    sut() {
      throw new Error('a command runs as a process of its own')
    },
    [madeBy]: thisCopy,
    ...commandPlayer({ ...config, ...folder }, root),
  }
}

/**
 * Returns the options of `explore` for a program in any language: a command that a scheduler starts, or a
 * server. It runs as a process of its own, and reaches the world through a proxy.
 *
 * Throws a TypeError that names the option if the configuration is wrong.
 */
export function defineExploration(config: CommandConfig | ServerConfig): ExploreOptions
/**
 * Returns the options of `explore` for a program that is loaded afresh for each process, with nothing changed
 * in it. Its clients, servers, timers, environment and exits belong to the run.
 *
 * @typeParam Exports - What the main module of the program exports.
 *
 * Throws a TypeError that names the option if the configuration is wrong.
 */
export function defineExploration<Exports = ExportedFunctions>(
  config: ExplorationConfig<Exports>,
): ExploreOptions
export function defineExploration(config: AnyConfig | AnyOutside): ExploreOptions {
  const place = callerOf(defineExploration)
  return isCommand(config) ? atPlace(place, () => optionsOfCommand(config)) : optionsOfProgram(config, place)
}

function optionsOfProgram(config: AnyConfig, place: string | undefined): ExploreOptions {
  const { root, files } = atPlace(place, () => checked(config))
  const own = Object.entries(config).filter(([name]) => !configNames.includes(name))
  let open: OpenProgram | undefined
  const options: ExploreOptions & WithLifecycle = {
    ...Object.fromEntries(own),
    name: config.name ?? packageName(root),
    world: config.world ?? defaultWorld(config),
    sut(context) {
      const program = open?.versions[ownScope().run.version]
      if (!program) throw new Error(`the exploration of ${config.program} has ended`)
      return startProcess(program, context)
    },
    [madeBy]: thisCopy,
    [freshPackages]: config.fresh ?? [],
    [programFolder]: root,
    [programVersions]: [config.program].flat(),
    async [lifecycle]() {
      open = await openProgram(config, root, files)
      return async () => {
        const closed = open?.close()
        open = undefined
        return (await closed) ?? []
      }
    },
    async [loadAfresh](packages) {
      await open?.close()
      open = await openProgram({ ...config, fresh: [...(config.fresh ?? []), ...packages] }, root, files)
    },
  }
  return options
}
