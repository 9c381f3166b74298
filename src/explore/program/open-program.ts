import { endFakeTimers } from '../run/options/mocked.ts'
import type { AnyConfig } from './config.ts'
import { globalsForEach, guardGlobals } from './globals-guard.ts'
import { loaderOf } from './load-program.ts'
import type { LoadedProgram } from './start.ts'

/** A program that can be started, until it is closed. */
export interface OpenProgram {
  /** Its versions, the first one first. */
  readonly versions: readonly LoadedProgram[]
  /** Returns what the program replaced of the objects that all code shares. */
  close(): Promise<readonly string[]>
}

/** Prepares a program for an exploration, with a loader for each version. */
export async function openProgram(
  config: AnyConfig,
  root: string,
  files: readonly string[],
): Promise<OpenProgram> {
  const versions: Omit<LoadedProgram, 'renewGlobals'>[] = []
  const closeLoaders = async () => {
    for (const { loader } of versions.toReversed()) await loader.close()
  }
  try {
    for (const file of files) {
      const loader = await loaderOf({ file, root, fresh: config.fresh ?? [] })
      versions.push({ config, root, file, loader })
    }
    // The guard would put fake timers back at the end.
    endFakeTimers()
  } catch (error) {
    await closeLoaders()
    throw error
  }
  const restoreGlobals = guardGlobals()
  const renewGlobals = globalsForEach()
  return {
    versions: versions.map((version) => ({ ...version, renewGlobals })),
    async close() {
      const replaced = restoreGlobals()
      await closeLoaders()
      return replaced
    },
  }
}
