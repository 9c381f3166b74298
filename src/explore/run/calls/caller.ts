import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A function that replaces one of the platform. */
export type Hook = (...values: never[]) => unknown

/** The deepest stack that is searched for a line of the code under test. */
const FRAMES_MAX = 50

/** The file and line of a frame of the code under test; undefined for frames of packages and of Node. */
export function lineOfFrame(text: string): string | undefined {
  const frame = text.trim()
  // A path may have spaces and brackets of its own.
  const open = frame.indexOf(' (')
  const location =
    open >= 0 && frame.endsWith(')')
      ? frame.slice(open + 2, -1)
      : frame.slice((frame.startsWith('at async ') ? 'at async ' : 'at ').length)
  const [, line = '', ...rest] = location.split(':').reverse()
  const file = rest.reverse().join(':').split('?')[0] ?? ''
  const isFile = file.startsWith('file://') || file.startsWith('/') || /^[A-Za-z]:\\/.test(file)
  if (!isFile || file.includes('node_modules')) return undefined
  const path = file.startsWith('file://') ? fileURLToPath(file) : file
  const near = relative(process.cwd(), path)
  // Story files tell lines, and are read on other systems too.
  return `${(near.startsWith('..') ? path : near).replaceAll('\\', '/')}:${line}`
}

/** The lines of the stack that called a function, the nearest first. */
export function stackOf(hook: Hook, frames: number): string[] {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = frames
  const holder: { stack?: string } = {}
  Error.captureStackTrace(holder, hook)
  const lines = String(holder.stack).split('\n').slice(1)
  Error.stackTraceLimit = stackTraceLimit
  return lines
}

/**
 * The line of the code under test that called a hook, as a path and a number; undefined if only packages
 * called it. Frames up to the hook itself are left out.
 */
export function callerOf(hook: Hook): string | undefined {
  for (const line of stackOf(hook, FRAMES_MAX)) {
    const found = lineOfFrame(line)
    if (found !== undefined) return found
  }
  return undefined
}
