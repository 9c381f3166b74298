import { createInstance, endInstance } from './instance.ts'
import { type Run, trace } from './run.ts'

/**
 * Ends the process: nothing that it waits for arrives, its timers are gone, and its writes no longer reach
 * the store.
 */
export function die(run: Run, how = 'the process dies'): void {
  trace(run, how)
  run.epoch++
  endInstance(run.instance)
  for (const part of run.durable) part.crash()
  run.instance = createInstance()
  run.activity++
  run.storeOwner = undefined
  run.storeWaiters.length = 0
  run.periodic.all.clear()
  run.timers.dropWhere(({ invocation }) => invocation !== undefined && invocation.epoch !== run.epoch)
  const kept = run.queue.filter(({ invocation }) => invocation.epoch === run.epoch || invocation.epoch < 0)
  run.queue.splice(0, run.queue.length, ...kept)
  for (const invocation of run.invocations) {
    if (!invocation.open || invocation.died) continue
    invocation.troubled = true
    invocation.died = true
  }
  for (const close of [...run.handlers.values()]) close()
  run.handlers.clear()
}

/** Ends the process for a length of time in milliseconds: until then, nothing starts. */
export function goDown(run: Run, length: number): void {
  die(run, 'the process dies, and stays down')
  run.process = {}
  run.started = run.epoch
  run.downUntil = run.world.clock.now + length
}

/** Milliseconds of virtual time in which a process must end that was told to stop. */
const STOP_WITHIN = 30_000

/** Tells the process to stop. It is killed if it does not listen, or does not end in time. */
export function stopProcess(run: Run): void {
  const { epoch, instance } = run
  if (!instance.terminate) {
    die(run, 'the process is stopped')
    return
  }
  trace(run, 'the process is told to stop')
  const fire = () => {
    if (run.epoch === epoch)
      die(run, `the process is killed, because it did not end within ${STOP_WITHIN} ms`)
  }
  const at = run.world.clock.now + STOP_WITHIN
  run.timers.add({ invocation: undefined, at, counted: false, fire })
  instance.terminate()
}

/** Whether the program has a version after the one that runs. */
export const hasNextVersion = ({ version, versions }: Run): boolean => version + 1 < versions.length

/** Stops the process. The next version of the program starts in its place. */
export function deployNext(run: Run): void {
  run.version++
  trace(run, `${run.versions[run.version]} is deployed`)
  stopProcess(run)
}
