import { type ChildProcess, fork } from 'node:child_process'
import type { WorkerMessage, WorkerResult, WorkerTask } from '../commands/explore-worker.ts'
import type { CommandPrefix } from './isolation.ts'

/** The settings by which tasks are spread over worker processes. */
export interface WorkerOptions {
  /** The path of the program that a worker runs. */
  readonly program: string
  readonly workers: number
  /** Milliseconds without a message after which a worker is ended. */
  readonly watchdog: number
  /** The command by which workers are started, if the system isolates them. */
  readonly isolation: CommandPrefix | undefined
  readonly onProgress: (task: WorkerTask, text: string) => void
  readonly onResult: (task: WorkerTask, result: WorkerResult) => void
}

/** Starts a worker. What its code prints goes to the standard error stream. */
const startWorker = ({ program, isolation }: WorkerOptions): ChildProcess =>
  fork(program, ['explore-worker'], {
    stdio: ['ignore', 2, 2, 'ipc'],
    ...(isolation && {
      execPath: isolation.command,
      execArgv: [...isolation.values, process.execPath, ...process.execArgv],
    }),
  })

const endText = (code: number | null, signal: NodeJS.Signals | null): string =>
  `the worker process ended ${signal === null ? `with code ${code}` : `by ${signal}`} before its report`

/** Has a worker do a task. The worker is ended if it falls silent. */
function ask(child: ChildProcess, task: WorkerTask, options: WorkerOptions): Promise<WorkerResult> {
  const { watchdog, onProgress } = options
  return new Promise((resolve) => {
    let silence: string | undefined
    const giveUp = () => {
      const seconds = watchdog / 1_000
      silence =
        `no run ended within ${seconds} s: the code under test may loop without end; ` +
        'if the machine is only busy, let --watchdog wait longer'
      child.kill('SIGKILL')
    }
    let timer = setTimeout(giveUp, watchdog)
    const end = (result: WorkerResult) => {
      clearTimeout(timer)
      child.off('message', onMessage)
      child.off('exit', onExit)
      resolve(result)
    }
    const onMessage = (message: WorkerMessage) => {
      clearTimeout(timer)
      timer = setTimeout(giveUp, watchdog)
      if ('result' in message) end(message.result)
      else onProgress(task, message.progress)
    }
    const onExit = (code: number | null, signal: NodeJS.Signals | null) =>
      end({ error: silence ?? endText(code, signal) })
    child.on('message', onMessage)
    child.on('exit', onExit)
    child.send(task)
  })
}

const isAlive = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode === null && signalCode === null

/** Does tasks in worker processes, each of which does one task at a time. */
export async function doTasks(tasks: readonly WorkerTask[], options: WorkerOptions): Promise<void> {
  const waiting = tasks.values()
  const lane = async () => {
    let child: ChildProcess | undefined
    for (const task of waiting) {
      if (!child || !isAlive(child)) child = startWorker(options)
      options.onResult(task, await ask(child, task, options))
    }
    if (child?.connected) child.disconnect()
  }
  await Promise.all(Array.from({ length: Math.min(options.workers, tasks.length) }, lane))
}
