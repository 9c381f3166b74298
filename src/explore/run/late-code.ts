import { createHook } from 'node:async_hooks'
import { MINUTE_MS } from '../../engine/values/milliseconds.ts'
import { currentScope, scopes } from './scope.ts'

// Taken before anything replaces them.
const realSetTimeout = setTimeout
const realClearTimeout = clearTimeout

/** Opens a door: what it replaces stays replaced until the returned function is called. */
export type Opening = () => () => void

/** Milliseconds of real time after an exploration in which late code finds the doors. */
const WATCHED_MS = 5 * MINUTE_MS

/** Milliseconds of real time for which they are open then. */
const OPEN_MS = 5

/** The doors of the last exploration, in the order in which they opened. */
const openings = new Set<Opening>()

/** The doors that are open for late code. */
let reopened: { readonly timer: NodeJS.Timeout; readonly close: () => void } | undefined

/** The timer that ends the watch. */
let watch: NodeJS.Timeout | undefined

/** Whether the doors are open for late code, and no exploration goes on. */
export const areOpenForLateCode = (): boolean => reopened !== undefined

function openIfPossible(opening: Opening): () => void {
  try {
    return opening()
  } catch {
    // Somebody froze what it replaces. An error in a hook would end the process.
    return () => {}
  }
}

function closeAgain(): void {
  if (!reopened) return
  const { timer, close } = reopened
  reopened = undefined
  realClearTimeout(timer)
  close()
}

function openAgain(): void {
  // A timer that the late code set would itself be late code.
  const timer = scopes.exit(() => realSetTimeout(closeAgain, OPEN_MS).unref())
  const closers = [...openings].map(openIfPossible).reverse()
  const close = () => {
    for (const closeOne of closers) closeOne()
  }
  reopened = { timer, close }
}

const hook = createHook({
  before() {
    if (!currentScope()?.run.ended) return
    if (reopened) reopened.timer.refresh()
    else openAgain()
  },
})

function endWatch(): void {
  realClearTimeout(watch)
  hook.disable()
  closeAgain()
  openings.clear()
}

/** Opens a door of the exploration that goes on. Returns how to close it. */
export function openDoor(opening: Opening): () => void {
  openings.add(opening)
  return opening()
}

/**
 * Opens the doors of an exploration. Returns how to close them. Late code, which goes on after that because
 * it waited for a thread, finds all of them open again for a moment: nothing that it does is real. The watch
 * for it costs other code a call for each promise, so it ends after some minutes.
 */
export function openDoors(doors: readonly Opening[]): () => void {
  endWatch()
  const closers = doors.map(openDoor).reverse()
  return () => {
    for (const close of closers) close()
    hook.enable()
    watch = scopes.exit(() => realSetTimeout(endWatch, WATCHED_MS).unref())
  }
}
