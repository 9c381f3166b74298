import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import type { Readable } from 'node:stream'
import { errorCode } from '../../server/http/error-code.ts'
import type { Guard } from './guard.ts'
import { boundedOutput, type Output } from './output.ts'
import { endAll, groupRuns, type Signs, signal } from './processes.ts'

/** Milliseconds between two looks at a group whose first process has ended. */
const LOOK_MS = 10

/** Milliseconds for a group to end that was told to stop. */
const STOP_MS = 3_000

/** What a process is started with. */
export interface Launch extends Signs {
  readonly command: readonly string[]
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly guard: Guard
  /** Hides tokens in what it prints. */
  readonly hide?: (text: string) => string
}

/** How a process ended: by its exit code, by a signal, or it could not be started. */
export interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly problem?: string
}

/** A process with all that it started. */
export interface Started {
  /** The number of its group; undefined if it could not be started. */
  readonly group: number | undefined
  readonly output: Output
  readonly stdout: Readable | null
  /** Resolves when every process of its group has ended. */
  readonly ended: Promise<Ended>
  /** Kills the whole group. */
  kill(): void
  /** Tells the whole group to stop. What does not stop in time is killed. */
  stop(): void
  /**
   * Ends what is left, also outside the group unless something runs beside it. Returns how many processes had
   * left the group.
   */
  clear(isBeside?: boolean): Promise<number>
}

const problems: Readonly<Record<string, string>> = {
  ENOENT: 'was not found: check its name, and that its folder is in PATH',
  SPACE: "was not found: write each word as a text of its own, such as ['python3', 'sync.py']",
  EACCES: 'may not be run: permission denied',
}

/** How a process ended, in words; undefined if all went well. */
export function endText({ code, signal: name, problem }: Ended): string | undefined {
  if (problem !== undefined) return problem
  if (name !== null) return `was ended by ${name}`
  return code === 0 ? undefined : `ended with exit code ${code}`
}

/** Resolves when the first process has ended: by its exit, or because it could not be started. */
const firstEnd = (child: ChildProcess, name: string, folder: string): Promise<Ended> =>
  new Promise((resolve) => {
    child.once('exit', (code, by) => resolve({ code, signal: by }))
    child.once('error', (error) => {
      const code = errorCode(error)
      const how =
        problems[code === 'ENOENT' && name.includes(' ') ? 'SPACE' : code] ??
        `cannot be run: ${error.message}`
      const problem = existsSync(folder)
        ? `the command ${name} ${how}`
        : 'its working folder is gone: the program removed it, or the folder above it'
      resolve({ code: null, signal: null, problem })
    })
  })

/** Waits until the processes of a group have ended, after its first one has. */
async function groupEnd(group: number): Promise<void> {
  while (groupRuns(group)) await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
}

/** Starts a command as the first process of a group of its own. */
export function launch({ command, folder, environment, mark, guard, hide }: Launch): Started {
  const [name = '', ...args] = command
  const child = spawn(name, args, {
    cwd: folder,
    env: { ...environment, FAUXGRAPH_EXPLORATION: mark },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  const group = child.pid
  const output = boundedOutput(hide)
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', output.add)
  if (group !== undefined) guard.watch(group)
  const send = (by: NodeJS.Signals) => {
    if (group !== undefined) signal(-group, by)
  }
  let timer: NodeJS.Timeout | undefined
  const ended = firstEnd(child, name, folder).then(async (end) => {
    if (group !== undefined) await groupEnd(group)
    clearTimeout(timer)
    return end
  })
  return {
    group,
    output,
    stdout: child.stdout,
    ended,
    kill: () => send('SIGKILL'),
    stop() {
      send('SIGTERM')
      timer ??= setTimeout(() => send('SIGKILL'), STOP_MS)
    },
    async clear(isBeside = false) {
      const signs = isBeside ? undefined : { mark, folder }
      const left = group === undefined ? 0 : await endAll(group, signs)
      await ended
      // A process that left the group may hold them open.
      for (const stream of [child.stdout, child.stderr]) stream?.destroy()
      if (group !== undefined) guard.leave(group)
      return left
    },
  }
}
