import { createInstance, endInstance } from './instance.ts'
import type { Run, Slot } from './run.ts'
import { trace } from './trace.ts'

/** Lets go of the store that the transaction of a dead process holds. */
function releaseStore(run: Run, epoch: number): void {
  const isHeld = run.storeOwner?.epoch === epoch
  if (isHeld) run.storeOwner = undefined
  // Those of other processes go on; those of the dead one find out that it is.
  if (run.slots.length === 1) run.storeWaiters.length = 0
  else if (isHeld) for (const resume of run.storeWaiters.splice(0)) resume()
}

/**
 * Ends a process: nothing that it waits for arrives, its timers are gone, and its writes no longer reach
 * the store.
 */
export function die(run: Run, how = 'the process dies', slot = run.slot): void {
  const { epoch } = slot
  trace(run, run.slots.length > 1 ? `${how} (process ${slot.number})` : how)
  slot.epoch = ++run.epochs
  endInstance(slot.instance)
  for (const part of run.durable) part.crash()
  slot.instance = createInstance()
  run.activity++
  releaseStore(run, epoch)
  slot.works.clear()
  run.timers.dropWhere(({ invocation }) => invocation?.epoch === epoch)
  const kept = run.queue.filter(({ invocation }) => invocation.epoch !== epoch)
  run.queue.splice(0, run.queue.length, ...kept)
  for (const invocation of run.invocations) {
    if (!invocation.open || invocation.died || invocation.epoch !== epoch) continue
    invocation.troubled = true
    invocation.died = true
  }
  for (const [invocation, close] of [...run.handlers]) {
    if (invocation.epoch !== epoch) continue
    close()
    run.handlers.delete(invocation)
  }
}

/** Ends the process for a length of time in milliseconds: until then, nothing starts in its place. */
export function goDown(run: Run, length: number): void {
  const { slot } = run
  die(run, 'the process dies, and stays down')
  slot.process = {}
  slot.started = slot.epoch
  slot.downUntil = run.world.clock.now + length
}

/** Milliseconds of virtual time in which a process must end that was told to stop. */
const STOP_WITHIN = 30_000

/** Tells a process to stop. It is killed if it does not listen, or does not end in time. */
export function stopProcess(run: Run, slot: Slot = run.slot): void {
  const { epoch, instance } = slot
  if (!instance.terminate) {
    die(run, 'the process is stopped', slot)
    return
  }
  trace(run, 'the process is told to stop')
  const fire = () => {
    if (slot.epoch === epoch)
      die(run, `the process is killed, because it did not end within ${STOP_WITHIN} ms`, slot)
  }
  const at = run.world.clock.now + STOP_WITHIN
  run.timers.add({ invocation: undefined, at, counted: false, fire })
  instance.terminate()
}

/** Whether the program has a version after the one that runs. */
export const hasNextVersion = ({ version, versions }: Run): boolean => version + 1 < versions.length

/** Stops all processes. The next version of the program starts in their places. */
export function deployNext(run: Run): void {
  run.version++
  trace(run, `${run.versions[run.version]} is deployed`)
  for (const slot of run.slots) stopProcess(run, slot)
}
