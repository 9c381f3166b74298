import { Buffer } from 'node:buffer'
import {
  closeSync,
  existsSync,
  fstatSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import process from 'node:process'
import { errorMessage } from '../../engine/values/error-message.ts'
import { decodeUtf8 } from '../../engine/values/utf8.ts'
import { bounds } from '../../service/contract/bounds.ts'
import {
  beginPlaying,
  FIRST_LINE_START,
  firstLine,
  type PlayedRecording,
  type PlayOptions,
  playLine,
  recordChanges,
} from '../../world/recorder.ts'
import type { World } from '../../world/world.ts'
import { errorCode } from '../http/error-code.ts'
import { unwritable } from './unwritable.ts'

/** A recording file that was played to its end. */
export interface PlayedFile {
  /** Undefined if the file has no complete line. */
  readonly played?: PlayedRecording
  /** The bytes of the complete lines. */
  readonly bytes: number
  /** The bytes after the last complete line: of a write that was interrupted. */
  readonly tornBytes: number
}

/** A world whose changes are written to a file. */
export interface RecordedWorld {
  readonly world: World
  /** The inputs that the file had already; undefined if the file is new. */
  readonly resumed?: number
  /** Resolves with the error when a change cannot be written. The recording then has an end. */
  readonly failed: Promise<Error>
  /** Ends the recording, and lets other processes use the file. */
  close(): void
}

/** Opens a file. Throws a TypeError that names the file and the reason. */
function openFile(path: string, flags: string): number {
  try {
    const file = openSync(path, flags)
    if (fstatSync(file).isDirectory()) {
      closeSync(file)
      throw new Error('it is a folder')
    }
    return file
  } catch (error) {
    throw new TypeError(`${path} cannot be opened: ${errorMessage(error)}`)
  }
}

const CHUNK_BYTES = 64 * 1024
const LINE_FEED = 10

/** Reads the lines of an open file, one at a time, without their line feeds. The last may lack its own. */
export function* linesOf(file: number, bytesMax: number): Generator<{ bytes: Buffer; isComplete: boolean }> {
  const chunk = Buffer.alloc(CHUNK_BYTES)
  let [pieces, length]: [Buffer[], number] = [[], 0]
  for (let count = readSync(file, chunk); count > 0; count = readSync(file, chunk)) {
    let from = 0
    for (let end = chunk.indexOf(LINE_FEED); end >= 0 && end < count; end = chunk.indexOf(LINE_FEED, from)) {
      yield { bytes: Buffer.concat([...pieces, chunk.subarray(from, end)]), isComplete: true }
      ;[pieces, length] = [[], 0]
      from = end + 1
    }
    pieces.push(Buffer.from(chunk.subarray(from, count)))
    length += count - from
    if (length > bytesMax) throw new Error(`it has more than ${bytesMax} bytes`)
  }
  if (length > 0) yield { bytes: Buffer.concat(pieces), isComplete: false }
}

function textOf(bytes: Buffer): string {
  const text = decodeUtf8(bytes)
  if (text === undefined) throw new Error('it is not UTF-8')
  return text
}

/** Whether an incomplete first line may be the beginning of a recording, and not of another file. */
const mayBeFirst = (bytes: Buffer): boolean =>
  FIRST_LINE_START.startsWith(bytes.subarray(0, FIRST_LINE_START.length).toString('latin1'))

/** Plays the lines of an open file, one at a time. Only an outcome that differs is no TypeError. */
function playLines(file: number, options: PlayOptions): PlayedFile {
  let [played, difference]: [PlayedRecording?, string?] = []
  let [number, end, tornBytes] = [1, 0, 0]
  try {
    for (const { bytes, isComplete } of linesOf(file, bounds.recordedLineBytesMax)) {
      if (!isComplete && (played || mayBeFirst(bytes))) {
        tornBytes = bytes.length
        break
      }
      if (played) difference = playLine(played, textOf(bytes))
      else played = beginPlaying(textOf(bytes), options)
      if (difference !== undefined) break
      number += 1
      end += bytes.length + 1
    }
  } catch (error) {
    throw new TypeError(`line ${number} cannot be played: ${errorMessage(error)}`)
  }
  if (difference !== undefined) throw new Error(`line ${number} cannot be played: ${difference}`)
  return { ...(played && { played }), bytes: end, tornBytes }
}

/**
 * Plays a recording file. It reads one line at a time, so its memory does not grow with the file. Throws an
 * error that names the line: a TypeError if it is damaged, an Error if its outcome is another one.
 */
export function playRecordingFile(path: string, options: PlayOptions = {}): PlayedFile {
  const file = openFile(path, 'r')
  try {
    return playLines(file, options)
  } catch (error) {
    const message = `${path}, ${errorMessage(error)}`
    throw error instanceof TypeError ? new TypeError(message) : new Error(message)
  } finally {
    closeSync(file)
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // A process of another user.
    return errorCode(error) === 'EPERM'
  }
}

const held = new Set<string>()

/** The process that holds a lock; undefined if it has ended, or if this process has its id now. */
function holderOf(lock: string): number | undefined {
  const pid = existsSync(lock) ? Number(readFileSync(lock, 'utf8')) : 0
  const isHeld = pid === process.pid ? held.has(lock) : pid > 0 && isRunning(pid)
  return isHeld ? pid : undefined
}

/** Creates `PATH.lock`, which an ended process may have left. Throws an Error that names its holder. */
function lockFile(path: string): () => void {
  const lock = `${path}.lock`
  const holder = holderOf(lock)
  if (holder !== undefined)
    throw new Error(
      `${path} is in use by the process ${holder}: stop it, or choose another file (if that process has ` +
        `nothing to do with it, delete ${lock})`,
    )
  try {
    rmSync(lock, { force: true })
    writeFileSync(lock, String(process.pid), { flag: 'wx' })
  } catch (error) {
    throw unwritable(path, error, 'another process has begun to use it')
  }
  held.add(lock)
  return () => {
    held.delete(lock)
    rmSync(lock, { force: true })
  }
}

/** Writes a line at the end of a file. A write to a full disk may write only a part of it. */
function writeLine(file: number, value: object): void {
  const bytes = Buffer.from(`${JSON.stringify(value)}\n`)
  if (bytes.length > bounds.recordedLineBytesMax)
    throw new Error(
      `a change has ${bytes.length} bytes, at most ${bounds.recordedLineBytesMax} can be recorded`,
    )
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at)
}

/** Appends each change of a world to a file. After a failure, each further change throws. */
function record(path: string, file: number, world: World): Promise<Error> {
  return new Promise((fail) => {
    let failure: Error | undefined
    recordChanges(world, (change) => {
      try {
        if (!failure) writeLine(file, change)
      } catch (error) {
        failure = new Error(`${path} cannot be written, so the recording has ended: ${errorMessage(error)}`)
        fail(failure)
      }
      if (failure) throw failure
    })
  })
}

/** Plays what the file has, or writes the beginning of a new world. */
function openWorld(
  path: string,
  makeWorld: () => World,
  warn: (text: string) => void,
  options: PlayOptions,
): { file: number; world: World; resumed?: number } {
  const { played, bytes, tornBytes } = existsSync(path)
    ? playRecordingFile(path, options)
    : { bytes: 0, tornBytes: 0 }
  const file = openFile(path, 'a')
  if (tornBytes > 0) {
    warn(`${path}: the last line was incomplete, and ${tornBytes} bytes of it were dropped`)
    // By its path: Windows shortens no file that was opened to append.
    truncateSync(path, bytes)
  }
  if (played) return { file, world: played.world, resumed: played.inputs }
  const world = makeWorld()
  writeLine(file, firstLine(world))
  return { file, world }
}

/**
 * Records a world in a file: the world of the file if it exists, or else a new one. A change is in the file
 * before its caller gets the result, so that no end of this process loses it. Throws an Error if another
 * process uses the file, or if the file is damaged or no recording.
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
    const { file, ...opened } = openWorld(path, makeWorld, warn, options)
    return {
      ...opened,
      failed: record(path, file, opened.world),
      close() {
        recordChanges(opened.world, undefined)
        closeSync(file)
        unlock()
      },
    }
  } catch (error) {
    unlock()
    throw error
  }
}
