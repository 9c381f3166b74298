import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A function that replaces one of the platform. */
export type Door = (...values: never[]) => unknown

/** The deepest stack that is searched for a line of the code under test. */
const FRAMES_MAX = 50

const frame = /\(?((?:file:\/\/|\/|[A-Za-z]:\\)[^()]*):(\d+):\d+\)?$/

/** The file and line of a frame of the code under test; undefined for frames of packages and of Node. */
export function lineOfFrame(text: string): string | undefined {
  const [, location = '', line] = frame.exec(text.trim()) ?? []
  if (location === '' || location.includes('node_modules') || location.includes('node:')) return undefined
  const path = (location.startsWith('file://') ? fileURLToPath(location) : location).replace(/\?.*$/, '')
  const near = relative(process.cwd(), path)
  return `${near.startsWith('..') ? path : near}:${line}`
}

/**
 * The line of the code under test that called a door, as a path and a number; undefined if only packages
 * called it. Frames up to the door itself are left out.
 */
export function callerOf(door: Door): string | undefined {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = FRAMES_MAX
  const holder: { stack?: string } = {}
  Error.captureStackTrace(holder, door)
  const lines = String(holder.stack).split('\n').slice(1)
  Error.stackTraceLimit = stackTraceLimit
  for (const line of lines) {
    const found = lineOfFrame(line)
    if (found !== undefined) return found
  }
  return undefined
}
