import { type ChildProcess, fork } from 'node:child_process'
import { constants } from 'node:os'
import type { CommandPrefix } from './isolation.ts'

/** A failure that a worker found before its task has ended. */
export interface Found {
  readonly kind: string
  readonly title: string
}

/** A message of a worker: its progress, or a result. */
export type WorkerMessage<Result> =
  | { readonly progress: string; readonly found?: readonly Found[] }
  | { readonly result: Result }

/** The settings by which tasks are spread over worker processes. */
export interface WorkerOptions<Task, Result> {
  /** The path of the program that a worker runs, and its command. */
  readonly program: string
  readonly command: 'explore-worker' | 'simulate-worker'
  readonly workers: number
  /** Workers that are kept for the next tasks. Without it, each ends after its last task. */
  readonly idle?: ChildProcess[]
  /** Milliseconds without a message after which a worker is ended. */
  readonly watchdog: number
  /** The piece of work that must end within the time of the watchdog, such as a run. */
  readonly unit: string
  /** The code that may keep it from its end. */
  readonly code: string
  /** The command by which workers are started, if the system isolates them. */
  readonly isolation?: CommandPrefix | undefined
  /** Ends all workers, whose tasks then have no result. */
  readonly signal?: AbortSignal
  /** Resolves when the user stops the command: workers end their tasks with what is known. */
  readonly stopped?: Promise<unknown>
  readonly onProgress?: (task: Task, text: string, found: readonly Found[]) => void
  readonly onResult: (task: Task, result: Result | { readonly error: string }) => void
}

/** Starts a worker. What its code prints goes to the standard error stream. */
const startWorker = <Task, Result>({
  program,
  command,
  isolation,
}: WorkerOptions<Task, Result>): ChildProcess =>
  fork(program, [command], {
    stdio: ['ignore', 2, 2, 'ipc'],
    ...(isolation && {
      execPath: isolation.command,
      execArgv: [...isolation.values, process.execPath, ...process.execArgv],
    }),
  })

/** Says how a worker ended. The shell above an isolated one has the code 128 + the signal that ended it. */
function endText(code: number | null, signal: NodeJS.Signals | null, isIsolated: boolean): string {
  const [name] = Object.entries(constants.signals).find(([, number]) => number + 128 === code) ?? []
  const how = signal === null ? `with code ${code}${isIsolated && name ? ` (${name})` : ''}` : `by ${signal}`
  return `the worker process ended ${how} before its report`
}

/** Has a worker do a task. The worker is ended if it falls silent. */
function ask<Task extends object, Result>(
  child: ChildProcess,
  task: Task,
  { watchdog, unit, code: loops, isolation, signal, stopped, onProgress }: WorkerOptions<Task, Result>,
): Promise<Result | { readonly error: string }> {
  return new Promise((resolve) => {
    let silence: string | undefined
    const giveUp = () => {
      const seconds = watchdog / 1_000
      silence =
        `no ${unit} ended within ${seconds} s: ${loops} may loop without end; ` +
        'if the machine is only busy, let --watchdog wait longer'
      child.kill('SIGKILL')
    }
    let timer = setTimeout(giveUp, watchdog)
    const kill = () => void child.kill('SIGKILL')
    const end = (result: Result | { readonly error: string }) => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', kill)
      child.off('message', onMessage)
      child.off('exit', onExit)
      resolve(result)
    }
    const onMessage = (message: WorkerMessage<Result>) => {
      clearTimeout(timer)
      timer = setTimeout(giveUp, watchdog)
      if ('result' in message) end(message.result)
      else onProgress?.(task, message.progress, message.found ?? [])
    }
    const onExit = (code: number | null, signal: NodeJS.Signals | null) =>
      end({ error: silence ?? endText(code, signal, isolation !== undefined) })
    child.on('message', onMessage)
    child.on('exit', onExit)
    signal?.addEventListener('abort', kill)
    child.send(task)
    void stopped?.then(() => child.connected && child.send('stop'))
  })
}

const isAlive = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode === null && signalCode === null

/** Ends workers that wait for tasks. */
export function endWorkers(idle: readonly ChildProcess[]): void {
  for (const child of idle) if (child.connected) child.disconnect()
}

/** Does tasks in worker processes, each of which does one task at a time. */
export async function doTasks<Task extends object, Result>(
  tasks: Iterable<Task>,
  options: WorkerOptions<Task, Result>,
): Promise<void> {
  const { signal, stopped, workers, onResult, idle = [] } = options
  let isStopped = false
  void stopped?.then(() => {
    isStopped = true
  })
  const waiting = tasks[Symbol.iterator]()
  const lane = async () => {
    let child = idle.pop()
    while (!signal?.aborted && !isStopped) {
      // The loop of one lane must not end the iterator of the others.
      const { value: task, done } = waiting.next()
      if (done) break
      if (!child || !isAlive(child)) child = startWorker(options)
      const result = await ask(child, task, options)
      if (!signal?.aborted) onResult(task, result)
    }
    if (child) idle.push(child)
  }
  await Promise.all(Array.from({ length: workers }, lane))
  if (!options.idle) endWorkers(idle)
}
