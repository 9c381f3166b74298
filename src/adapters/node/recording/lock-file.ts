import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import process from 'node:process'
import { errorCode } from '../server/error-code.ts'

/** The number of attempts to take over locks of processes that have ended. */
const ATTEMPTS_MAX = 10

/** When a process started, on systems that tell: a later process may get the same id. */
function startOf(pid: number): string {
  try {
    // The name of the program, in parentheses, may contain spaces. The start is the 20th field after it.
    return (
      readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ')[19] ?? ''
    )
  } catch {
    return ''
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // A process of another user.
    return errorCode(error) === 'EPERM'
  }
}

const identity = (pid: number): string => `${pid} ${startOf(pid)}\n`

/** The process that holds a lock; undefined if that process has ended. */
function holderOf(text: string): number | undefined {
  const pid = Number(/^\d{1,10}(?= )/.exec(text)?.[0] ?? 0)
  return pid > 0 && isRunning(pid) && text === identity(pid) ? pid : undefined
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

/** Takes the lock away from a process that has ended, unless another process was faster. */
function removeStale(lock: string, stale: string): void {
  const aside = `${lock}.${process.pid}.stale`
  try {
    renameSync(lock, aside)
    // Another process has taken the lock over since it was read: it gets its lock back.
    if (textOf(aside) !== stale) linkSync(aside, lock)
  } catch {
    // Another process has removed or taken the lock.
  }
  rmSync(aside, { force: true })
}

function tryLock(path: string, lock: string, own: string): void {
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    try {
      // A link appears with its whole content, so that no process ever reads half a lock.
      linkSync(own, lock)
      return
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw error
    }
    const found = textOf(lock)
    const holder = found === undefined ? undefined : holderOf(found)
    if (holder !== undefined)
      throw new Error(`${path} is in use by the process ${holder}: stop it, or choose another file`)
    if (found !== undefined) removeStale(lock, found)
  }
  throw new Error(`${lock} cannot be taken: other processes take it again and again`)
}

/**
 * Locks a file for this process by the file `PATH.lock`, and returns the function that unlocks it. It takes
 * over the lock of a process that has ended. Throws an Error that names the process that holds the lock.
 */
export function lockFile(path: string): () => void {
  const lock = `${path}.lock`
  const own = `${lock}.${process.pid}`
  const text = identity(process.pid)
  writeFileSync(own, text)
  try {
    tryLock(path, lock, own)
  } finally {
    rmSync(own, { force: true })
  }
  return () => {
    if (textOf(lock) === text) rmSync(lock, { force: true })
  }
}
