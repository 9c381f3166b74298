import { AsyncResource, createHook, executionAsyncResource } from 'node:async_hooks'
import { MINUTE_MS } from '../../engine/values/milliseconds.ts'
import { uncaughtEvents } from './instance.ts'
import { real } from './real.ts'
import { doAll, replaceMembers } from './replace.ts'
import type { Scope } from './run.ts'
import { currentScope, hasFrames, leaveScope, scopes } from './scope.ts'

/** Opens a hook: what it replaces stays replaced until the returned function is called. */
export type Opening = () => () => void

/** Milliseconds of real time after an exploration in which late code finds the hooks. */
const WATCHED_MS = 5 * MINUTE_MS

/** Milliseconds of real time after the beginning of late code in which its uncaught errors are suppressed. */
const HUSHED_MS = 5

/** The hooks of the last exploration, in the order in which they opened. */
const openings = new Set<Opening>()

/** The hooks that are open only in callbacks of late code. */
let openingsOfCallbacks: readonly Opening[] = []

/** The timer that ends the watch; undefined before it begins. */
let watch: NodeJS.Timeout | undefined

const isLate = (scope: Scope | undefined): boolean => scope?.run.ended === true

/** The callbacks of late code that go on, by their ids. */
const running = new Set<number>()

function openIfPossible(opening: Opening): () => void {
  try {
    return opening()
  } catch {
    // Somebody froze what it replaces. An error in a hook would end the process.
    return () => {}
  }
}

const errors = new Set<unknown>(uncaughtEvents)

/** Suppresses uncaught errors of late code. Listeners still hear of those of other code. */
const hush: Opening = () =>
  replaceMembers([
    {
      owner: process,
      name: 'emit',
      make: (original: (...values: unknown[]) => boolean) =>
        function emit(this: unknown, ...values: unknown[]): boolean {
          if (!errors.has(values[0]) || !isLate(currentScope())) return Reflect.apply(original, this, values)
          leaveScope()
          return true
        },
    },
  ])

/**
 * Hooks that open again for late code, and close, as often as it goes on. Both happen in no scope: what they
 * set going would itself be late code, which opens and closes them again, without end.
 */
function reopened(hooks: () => Iterable<Opening>) {
  let close: (() => void) | undefined
  return {
    /** Installs the hooks, unless they are open. Returns whether they were closed. */
    open(): boolean {
      if (close) return false
      close = scopes.exit(() => doAll(hooks(), openIfPossible))
      return true
    },
    close(): void {
      if (close) scopes.exit(close)
      close = undefined
    },
  }
}

const late = reopened(() => openings)
const ofCallback = reopened(() => openingsOfCallbacks)

/** Node reports uncaught errors after the code has ended. */
const hushed = reopened(() => [hush])

function closeAgain(): void {
  running.clear()
  ofCallback.close()
  late.close()
  hushed.close()
}

function openAgain(): void {
  // A timer that the late code set would itself be late code.
  if (hushed.open()) scopes.exit(() => real.setTimeout(closeAgain, HUSHED_MS).unref())
  late.open()
  ofCallback.open()
}

let isAsking = false

/** The scope of a resource: Node 24 tells of an `AsyncResource` before it enters its context. */
function scopeOfResource(): Scope | undefined {
  const resource = executionAsyncResource()
  if (!(resource instanceof AsyncResource)) return undefined
  isAsking = true
  try {
    return resource.runInAsyncScope(currentScope)
  } finally {
    isAsking = false
  }
}

const hook = createHook({
  before(id) {
    if (!watch || isAsking) return
    if (isLate(currentScope() ?? scopeOfResource())) {
      running.add(id)
      openAgain()
    } else if (running.size === 0) late.close()
  },
  after(id) {
    if (!running.delete(id) || running.size > 0) return
    ofCallback.close()
    // Other code has called it, goes on at once, and may replace what the hooks replaced.
    if (executionAsyncResource() instanceof AsyncResource) late.close()
  },
})

function endWatch(): void {
  real.clearTimeout(watch)
  watch = undefined
  hook.disable()
  closeAgain()
  openings.clear()
}

function installHook(opening: Opening): () => void {
  openings.add(opening)
  return opening()
}

/** The hooks that parts of the exploration share, by name: how to close each, and how many parts need it. */
const shared = new Map<string, { readonly close: () => void; count: number }>()

/**
 * Opens a hook that several parts of the exploration share, unless it is open. Returns a function, to be
 * called once, that closes it if no other part needs it.
 */
export function shareHook(name: string, opening: Opening): () => void {
  const hook = shared.get(name) ?? { close: installHook(opening), count: 0 }
  shared.set(name, hook)
  hook.count++
  return () => {
    if (--hook.count > 0) return
    shared.delete(name)
    hook.close()
  }
}

/**
 * Installs the hooks of an exploration. Returns how to close them. Late code, which goes on after that
 * because it waited for a thread, finds all of them open again: nothing that it does is real. They stay open
 * until other code goes on, because to open them takes a millisecond; `ofCallbacks` are open only in
 * callbacks of late code. The watch for it costs other code a call for each promise, so it ends after some
 * minutes.
 */
export function installHooks(hooks: readonly Opening[], ofCallbacks: readonly Opening[] = []): () => void {
  endWatch()
  const close = doAll(hooks, installHook)
  openingsOfCallbacks = ofCallbacks
  // Frames tell of the end of an `await` only if a hook was there when it began. It slows down each `await`.
  if (hasFrames) hook.enable()
  return () => {
    close()
    hook.enable()
    watch = scopes.exit(() => real.setTimeout(endWatch, WATCHED_MS).unref())
  }
}
