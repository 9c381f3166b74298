import type { AnyConfig } from './config.ts'
import { guardGlobals } from './globals-guard.ts'
import { loaderOf } from './loader.ts'
import { countTurns } from './loop-turns.ts'
import { openProcessDoors } from './process-doors.ts'
import type { LoadedProgram } from './start.ts'

/** A program that can be started, until it is closed. */
export interface OpenProgram {
  readonly program: LoadedProgram
  /** Returns what the program replaced of the objects that all code shares. */
  close(): Promise<readonly string[]>
}

/** Prepares a program for an exploration: its loader, and a `process` of its own. */
export async function openProgram(config: AnyConfig, root: string, file: string): Promise<OpenProgram> {
  const loader = await loaderOf({ file, root, fresh: config.fresh ?? [] })
  const restoreGlobals = guardGlobals()
  const undo = [openProcessDoors(), countTurns()]
  return {
    program: { config, root, file, loader },
    async close() {
      const replaced = restoreGlobals()
      for (const step of undo.reverse()) step()
      await loader.close()
      return replaced
    },
  }
}
