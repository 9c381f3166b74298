import { fork } from 'node:child_process'

/** Performs one task in a child process. A process that takes too long is ended, and the result says so. */
function performed(child, task, limit) {
  return new Promise((resolve) => {
    const end = (result) => {
      clearTimeout(timer)
      child.removeAllListeners()
      resolve(result)
    }
    const timer = setTimeout(() => {
      child.kill('SIGKILL')
      end({ timeout: true, milliseconds: limit })
    }, limit)
    child.once('message', ({ result, error }) => end(result ?? { error }))
    child.once('exit', (code) => end({ error: `the process ended with code ${code}` }))
    child.send(task)
  })
}

/**
 * Performs tasks in a number of child processes, each with a limit of real time in milliseconds. Calls `done`
 * with each task and its result, as they end. `once` gives each task a process of its own.
 */
export async function performAll(program, tasks, { workers, limit, done, once = false }) {
  const waiting = [...tasks]
  async function work() {
    let child
    for (let task = waiting.shift(); task !== undefined; task = waiting.shift()) {
      if (!child?.connected) child = fork(program, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
      const result = await performed(child, task, limit)
      // What is wrong with one process must not touch the next measurement.
      if (once || result.timeout || result.error) {
        child.kill('SIGKILL')
        child = undefined
      }
      done(task, result)
    }
    child?.kill()
  }
  await Promise.all(Array.from({ length: workers }, work))
}
