import { existsSync, lstatSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { errorMessage } from '../../../engine/values/error-message.ts'
import type { Shell } from '../parts/shell.ts'
import { type Project, type Runner, runners, templatesFor } from './init-templates.ts'

/** The options of `fauxgraph init` as texts. */
export interface InitFlags {
  readonly runner?: string
}

/** The members of a package.json that tell how its tests run. */
interface Manifest {
  readonly type?: unknown
  readonly scripts?: Readonly<Record<string, unknown>>
  readonly dependencies?: Readonly<Record<string, unknown>>
  readonly devDependencies?: Readonly<Record<string, unknown>>
  readonly jest?: unknown
}

function readManifest(folder: string): Manifest {
  const path = join(folder, 'package.json')
  if (!existsSync(path))
    throw new TypeError(
      'There is no package.json in this folder: run fauxgraph init in the folder of your project, or make ' +
        'one with npm init -y',
    )
  try {
    const read: unknown = JSON.parse(readFileSync(path, 'utf8'))
    if (typeof read === 'object' && read !== null && !Array.isArray(read)) return read
  } catch (error) {
    throw new TypeError(`package.json cannot be read as JSON: ${errorMessage(error)}`)
  }
  throw new TypeError('package.json must contain an object')
}

const isRunner = (name: string): name is Runner => runners.some((runner) => runner === name)

/** Returns the runner that the user names, or the one that the project has. */
function runnerOf({ runner }: InitFlags, packages: ReadonlySet<string>, { scripts = {} }: Manifest): Runner {
  if (runner !== undefined) {
    if (isRunner(runner)) return runner
    throw new TypeError(`--runner must be one of ${runners.join(', ')}, got ${runner}`)
  }
  const words = String(scripts['test'] ?? '').split(/\s/)
  if (words.includes('node') && words.some((word) => word.startsWith('--test'))) return 'node'
  // A project that moves from one runner to another has both: its script names the one that it uses.
  const known = ['vitest', 'jest'] as const
  const found = known.find((name) => words.includes(name)) ?? known.find((name) => packages.has(name))
  if (found) return found
  throw new TypeError(
    'package.json names no test runner that fauxgraph init knows: install vitest or jest, set the script ' +
      'test to "node --test", or choose one with --runner vitest, jest or node',
  )
}

/** What compiles TypeScript for Jest in projects that have a tsconfig.json; `ts-jest` needs none. */
const jestCompilers = ['@babel/preset-typescript', '@swc/jest']

/** Whether tests may be in TypeScript: node:test of Node 20 cannot run it, and Jest needs a compiler. */
function usesTypeScript(runner: Runner, packages: ReadonlySet<string>, folder: string): boolean {
  const isConfigured = existsSync(join(folder, 'tsconfig.json'))
  if (runner === 'node') return false
  if (runner === 'vitest') return isConfigured || packages.has('typescript')
  return packages.has('ts-jest') || (isConfigured && jestCompilers.some((name) => packages.has(name)))
}

/** Finds out how the tests of a project are written. */
function projectIn(folder: string, flags: InitFlags): Project {
  const manifest = readManifest(folder)
  const packages = new Set(Object.keys({ ...manifest.dependencies, ...manifest.devDependencies }))
  const runner = runnerOf(flags, packages, manifest)
  return {
    runner,
    typescript: usesTypeScript(runner, packages, folder),
    // Vitest runs ES modules in every project.
    modules: runner === 'vitest' || manifest.type === 'module',
  }
}

/** Whether something has this path: a file, a folder, or a link, even to nothing. */
const isTaken = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined

/** Writes a file, and its folder. Returns false if the file exists: nothing is overwritten. */
function writeNew(path: string, text: string): boolean {
  mkdirSync(dirname(path), { recursive: true })
  try {
    writeFileSync(path, text, { flag: 'wx' })
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

/** Writes first tests into a project, and prints the command that runs them. */
export function runInit(folder: string, flags: InitFlags, { out }: Pick<Shell, 'out'>): void {
  const project = projectIn(folder, flags)
  const { files, command } = templatesFor(project)
  const existing = Object.keys(files).filter((path) => isTaken(join(folder, path)))
  if (existing.length > 0)
    throw new TypeError(
      `fauxgraph init overwrites nothing, and ${existing.join(', ')} ` +
        (existing.length === 1
          ? 'exists already: move it or remove it first'
          : 'exist already: move them or remove them first'),
    )
  for (const [path, text] of Object.entries(files)) {
    if (!writeNew(join(folder, path), text)) throw new TypeError(`${path} exists already`)
    out(`wrote ${path}\n`)
  }
  out(`\nRun the tests: ${command}\n`)
}
