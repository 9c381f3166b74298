import { closeSync, openSync } from 'node:fs'
import { errorMessage } from '../../../engine/values/error-message.ts'
import { decodeUtf8 } from '../../../engine/values/utf8.ts'
import { bounds } from '../../../graph/contract/bounds.ts'
import {
  beginPlaying,
  FIRST_LINE_START,
  type PlayedRecording,
  type PlayOptions,
  playLine,
} from '../../../world/recorder.ts'
import { type FileLine, linesOf } from './file-lines.ts'

/** A recording file that was played to its end. */
export interface PlayedFile {
  /** Undefined if the file has no complete line. */
  readonly played?: PlayedRecording
  /** The bytes of the complete lines. */
  readonly bytes: number
  /** The bytes after the last complete line: of a write that was interrupted. */
  readonly tornBytes: number
}

/** Opens a file. Throws an Error that names the file and the reason. */
export function openFile(path: string, flags: string): number {
  try {
    return openSync(path, flags)
  } catch (error) {
    throw new Error(`${path} cannot be opened: ${errorMessage(error)}`)
  }
}

function textOf({ bytes, isTooLong }: FileLine): string {
  if (isTooLong) throw new Error(`it has more than ${bounds.recordedLineBytesMax} bytes`)
  const text = decodeUtf8(bytes)
  if (text === undefined) throw new Error('it is not UTF-8')
  return text
}

/** Whether an incomplete first line may be the beginning of a recording, and not of another file. */
const mayBeFirst = ({ bytes }: FileLine): boolean => {
  const start = bytes.subarray(0, FIRST_LINE_START.length).toString('latin1')
  return FIRST_LINE_START.startsWith(start)
}

/** Plays the lines of an open file, one at a time. */
function playLines(path: string, file: number, options: PlayOptions): PlayedFile {
  let played: PlayedRecording | undefined
  let bytes = 0
  for (const line of linesOf(file, bounds.recordedLineBytesMax)) {
    const isTorn = !line.isComplete && !line.isTooLong && (played !== undefined || mayBeFirst(line))
    if (isTorn) return { ...(played && { played }), bytes, tornBytes: line.bytes.length }
    try {
      if (played) playLine(played, textOf(line))
      else played = beginPlaying(textOf(line), options)
    } catch (error) {
      const place = `${path}, line ${line.number} (from byte ${line.start} to ${line.end - 1})`
      throw new Error(`${place} cannot be played: ${errorMessage(error)}`)
    }
    bytes = line.end
  }
  return { ...(played && { played }), bytes, tornBytes: 0 }
}

/**
 * Plays a recording file. It reads one line at a time, so its memory does not grow with the file. Throws an
 * Error that names the line if a line is damaged, or if its outcome differs from the recorded one.
 */
export function playRecordingFile(path: string, options: PlayOptions = {}): PlayedFile {
  const file = openFile(path, 'r')
  try {
    return playLines(path, file, options)
  } finally {
    closeSync(file)
  }
}
