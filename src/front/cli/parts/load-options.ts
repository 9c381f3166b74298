import { existsSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { errorMessage } from '../../../engine/values/error-message.ts'
import { checkOptions } from '../../../explore/check-options.ts'
import { inFolder } from '../../../explore/define-exploration.ts'
import { loadError } from '../../../explore/program/load-error.ts'
import { moduleLoader } from '../../../explore/program/load-modules.ts'
import type { ExploreOptions } from '../../../explore/run/options/options.ts'
import { WrongInput } from '../../../explore/run/options/wrong-input.ts'
import { errorCode } from '../../../server/http/error-code.ts'
import type { Area } from '../../../service/area/area.ts'
import { handleOf, hasHandle } from '../../../world/handles.ts'
import type { World } from '../../../world/world.ts'
import { shareCopy } from './share-copy.ts'

/** The names of a configuration file, in the order in which they are looked for. */
const configFiles = ['ts', 'mts', 'js', 'mjs', 'cjs'].map((extension) => `fauxgraph.config.${extension}`)

/** The configuration file of this folder, if there is one. */
export const configFile = (): string | undefined => configFiles.find((name) => existsSync(name))

/** Returns the module of a command: the given one, or the configuration file of this folder. */
export function moduleFile(file: string | undefined): string {
  const found = file ?? configFile()
  if (found !== undefined) return found
  throw new TypeError(
    `there is no ${configFiles[0]} in ${resolve('.')}: write one with defineExploration, or name the ` +
      'module that exports the options of explore',
  )
}

/** What Node says if it cannot run a file of TypeScript itself. */
const untyped = ['ERR_UNKNOWN_FILE_EXTENSION', 'ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX', 'ERR_MODULE_NOT_FOUND']

/** Loads a module by Vite, which reads TypeScript in every version of Node. */
async function importByVite(path: string, file: string, reason: unknown): Promise<Record<string, unknown>> {
  const loader = await moduleLoader({ file: path, root: dirname(path), fresh: [] }).catch(() => {
    throw new TypeError(
      `Node ${process.versions.node} cannot run ${file}, or a file that it imports: for TypeScript, ` +
        'install Vite (npm install --save-dev vite), or use Node 22.18 or later, or tsx ' +
        `(NODE_OPTIONS="--import tsx" npx fauxgraph …); ${errorMessage(reason)}`,
    )
  })
  try {
    return await loader.load()
  } finally {
    await loader.close()
  }
}

/**
 * Imports a file without the advice of Node to state the type of the package: the folder of a program in
 * another language has no package.json, or one that npm wrote.
 */
async function importWithoutAdvice(path: string): Promise<Record<string, unknown>> {
  const { emitWarning } = process
  process.emitWarning = (...given: unknown[]) => {
    if (memberOf(given[1], 'code') !== 'MODULE_TYPELESS_PACKAGE_JSON')
      Reflect.apply(emitWarning, process, given)
  }
  try {
    return await import(pathToFileURL(path).href)
  } finally {
    process.emitWarning = emitWarning
  }
}

async function importFile(file: string): Promise<Record<string, unknown>> {
  const path = resolve(file)
  if (!existsSync(path)) throw new TypeError(`${file} does not exist`)
  await shareCopy(path)
  try {
    return await importWithoutAdvice(path)
  } catch (error) {
    if (!/\.[cm]?tsx?$/.test(path) || !untyped.includes(errorCode(error) ?? '')) throw error
    return importByVite(path, file, error)
  }
}

/** Imports a module. Throws a TypeError that names the file, and the line if that is known. */
export async function importChecked(file: string): Promise<Record<string, unknown>> {
  try {
    return await importFile(file)
  } catch (cause) {
    if (cause instanceof TypeError && cause.message.includes(basename(file))) throw cause
    const { text, place } = loadError(cause)
    throw new TypeError(`${file} cannot be loaded: ${text}${place}`, { cause })
  }
}

/** Loads a module. What it prints goes to the standard error stream: standard output is for results. */
export async function loadQuietly<T>(load: () => Promise<T>): Promise<T> {
  const { stdout, stderr } = process
  const { write } = stdout
  stdout.write = stderr.write.bind(stderr)
  try {
    return await load()
  } finally {
    stdout.write = write
  }
}

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined

/** Returns a named export or the default export. A transpiled module may nest its default. */
export function exportedBy(module: unknown, name: string): unknown {
  const inner = memberOf(module, 'default')
  return memberOf(module, name) ?? memberOf(inner, name) ?? memberOf(inner, 'default') ?? inner
}

function isOptions(value: unknown): value is ExploreOptions {
  return typeof memberOf(value, 'name') === 'string'
}

/** Returns options whose world is refused if it lacks an area: the code that makes a world gives it areas. */
function withAreas(options: ExploreOptions, areas: readonly Area[]): ExploreOptions {
  if (areas.length === 0) return options
  const world = (): World => {
    const made = options.world()
    const known = hasHandle(made) ? (handleOf(made).registry.areas ?? {}) : {}
    const lacking = areas.find(({ name, version }) => known[name] !== version)
    if (lacking === undefined) return made
    const { name, version } = lacking
    throw new WrongInput(
      `the world of "${options.name}" lacks the area ${name} (version ${version}) of --area: the function ` +
        'world makes it, by createWorld({ areas }); leave out --area, or world of defineExploration',
    )
  }
  return { ...options, world }
}

/** Imports the options of `explore` from a module. Throws a TypeError if it exports none, or wrong ones. */
export async function loadOptions(
  file: string,
  areas: readonly Area[] = [],
): Promise<readonly ExploreOptions[]> {
  const module = await inFolder(dirname(resolve(file)), () => importChecked(file), areas)
  const exported = exportedBy(module, 'options')
  const list: readonly unknown[] = Array.isArray(exported) ? exported : [exported]
  if (list.length === 0 || !list.every(isOptions))
    throw new TypeError(
      `${file} must export the options of explore, or an array of them: by default, or as "options"`,
    )
  for (const options of list) checkOptions(options)
  const names = list.map(({ name }) => name)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) throw new TypeError(`${file} exports two explorations of the name "${twice}"`)
  return list.map((options) => withAreas(options, areas))
}

/** Finds options by the name of their exploration. */
export function optionsNamed(list: readonly ExploreOptions[], name: string, file: string): ExploreOptions {
  const found = list.find((options) => options.name === name)
  if (found) return found
  const names = list.map((options) => `"${options.name}"`).join(', ')
  throw new TypeError(`${file} exports no exploration of the name "${name}", but ${names}`)
}
