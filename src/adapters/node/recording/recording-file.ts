import { closeSync, existsSync, fdatasync, fsyncSync, ftruncateSync, openSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { errorMessage } from '../../../engine/values/error-message.ts'
import { bounds } from '../../../graph/contract/bounds.ts'
import {
  changeLine,
  firstLine,
  type PlayOptions,
  type RecordedLine,
  recordChanges,
} from '../../../world/recorder.ts'
import type { World } from '../../../world/world.ts'
import { lockFile } from './lock-file.ts'
import { openFile, playRecordingFile } from './play-recording.ts'

const synchronize = promisify(fdatasync)

/** A world whose changes are written to a file. */
export interface RecordedWorld {
  readonly world: World
  /** The inputs that the file had already; undefined if the file is new. */
  readonly resumed?: number
  /** Resolves when every change so far is on disk. Rejects if a change could not be written. */
  saved(): Promise<void>
  /** Resolves with the error when a change cannot be written. The recording then has an end. */
  readonly failed: Promise<Error>
  /** Ends the recording, and lets other processes use the file. */
  close(): void
}

/** Writes a line at the end of a file. A write to a full disk may write only a part of it. */
function writeLine(file: number, { text }: RecordedLine): void {
  const bytes = new TextEncoder().encode(`${text}\n`)
  if (bytes.length > bounds.recordedLineBytesMax)
    throw new Error(
      `a change has ${bytes.length} bytes, at most ${bounds.recordedLineBytesMax} can be recorded`,
    )
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at)
}

/** Writes the name of a new file to disk, on systems that can. */
function synchronizeFolder(path: string): void {
  try {
    const folder = openSync(dirname(path), 'r')
    fsyncSync(folder)
    closeSync(folder)
  } catch {
    // Windows cannot open folders, and needs no such call.
  }
}

/** Answers that wait at the same time share one call of `fdatasync`. */
function synchronizer(file: number, isFailed: () => Error | undefined) {
  let [written, onDisk] = [0, 0]
  let running: Promise<void> | undefined
  const run = async (): Promise<void> => {
    const upTo = written
    try {
      await synchronize(file)
      onDisk = upTo
    } finally {
      running = undefined
    }
  }
  return {
    wrote() {
      written += 1
    },
    async saved(): Promise<void> {
      const upTo = written
      while (onDisk < upTo) {
        running ??= run()
        await running
      }
      const error = isFailed()
      if (error) throw error
    },
  }
}

/** Writes the changes of a world to an open file, after the lines that it has. */
function record(
  path: string,
  file: number,
  world: World,
  begin: string,
): Pick<RecordedWorld, 'saved' | 'failed'> {
  let check = begin
  let failure: Error | undefined
  let fail: (error: Error) => void = () => {}
  const failed = new Promise<Error>((resolve) => {
    fail = resolve
  })
  const { wrote, saved } = synchronizer(file, () => failure)
  recordChanges(world, (change) => {
    if (failure) throw failure
    try {
      const line = changeLine(change, check)
      writeLine(file, line)
      check = line.check
      wrote()
    } catch (error) {
      failure = new Error(`${path} cannot be written, so the recording has ended: ${errorMessage(error)}`)
      fail(failure)
      throw failure
    }
  })
  return {
    failed,
    saved: () =>
      saved().catch((error: unknown) => {
        failure ??= new Error(`${path} cannot be written, so the recording has ended: ${errorMessage(error)}`)
        fail(failure)
        throw failure
      }),
  }
}

/** Plays what the file has, or writes the beginning of a new world, and goes on writing. */
function begin(
  path: string,
  makeWorld: () => World,
  warn: (text: string) => void,
  options: PlayOptions,
): Omit<RecordedWorld, 'close'> & { readonly file: number } {
  const { played, bytes, tornBytes } = existsSync(path)
    ? playRecordingFile(path, options)
    : { bytes: 0, tornBytes: 0 }
  const file = openFile(path, 'a')
  if (tornBytes > 0) {
    warn(`${path}: the last line was incomplete, and ${tornBytes} bytes of it were dropped`)
    ftruncateSync(file, bytes)
  }
  if (played) {
    const { world, inputs, check } = played
    return { ...record(path, file, world, check), world, resumed: inputs, file }
  }
  const world = makeWorld()
  const first = firstLine(world)
  writeLine(file, first)
  fsyncSync(file)
  synchronizeFolder(path)
  return { ...record(path, file, world, first.check), world, file }
}

/**
 * Records a world in a file: the world of the file if it exists, or else a new one. The caller must await
 * `saved` before it tells anybody of a change. Throws an Error if another process uses the file, or if the
 * file is damaged or no recording.
 *
 * @param options The options of the world of the file.
 */
export function recordedWorld(
  path: string,
  makeWorld: () => World,
  warn: (text: string) => void,
  options: PlayOptions = {},
): RecordedWorld {
  const unlock = lockFile(path)
  try {
    const { file, ...recorded } = begin(path, makeWorld, warn, options)
    return {
      ...recorded,
      close() {
        recordChanges(recorded.world, undefined)
        fsyncSync(file)
        closeSync(file)
        unlock()
      },
    }
  } catch (error) {
    unlock()
    throw error
  }
}
