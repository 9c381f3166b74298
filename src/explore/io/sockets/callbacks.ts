import asyncHooks, { type AsyncHook } from 'node:async_hooks'
import diagnostics from 'node:diagnostics_channel'
import { EventEmitter } from 'node:events'
import perfHooks from 'node:perf_hooks'
import v8 from 'node:v8'
import vm, { type Context, type CreateContextOptions, type RunningScriptInNewContextOptions } from 'node:vm'
import type { Replacement } from '../../run/replace.ts'
import type { Scope } from '../../run/run.ts'
import { currentScope, isDead, scopes } from '../../run/scope.ts'
import { atItsEnd } from './handles.ts'

/** A function that is called back. */
export type CallbackFunction = (...values: unknown[]) => unknown
type Method = CallbackFunction

export const isCallback = (value: unknown): value is CallbackFunction => typeof value === 'function'

/**
 * Callbacks that Node starts by itself, for the whole process, have no scope. Those of a run get that of the
 * line that gave them, and are not called once its process has ended.
 */
const inScope = (scope: Scope, callback: CallbackFunction): CallbackFunction =>
  function called(this: unknown, ...values: unknown[]) {
    if (isDead(scope)) return undefined
    const act = () => Reflect.apply(callback, this, values)
    // Within a run they belong to the work that raised them.
    return currentScope() ? act() : scopes.run(scope, act)
  }

interface StandIn {
  readonly scope: Scope
  readonly called: CallbackFunction
}

/** The callbacks that stand for those of a run, for whoever takes them back. */
const stands = new WeakMap<CallbackFunction, StandIn>()

function standIn(value: unknown): unknown {
  const scope = currentScope()
  if (!scope || !isCallback(value)) return value
  const before = stands.get(value)
  // A callback of a package, which stays loaded, belongs to each process that gives it.
  if (before && !isDead(before.scope)) return before.called
  const called = inScope({ ...scope }, value)
  stands.set(value, { scope, called })
  return called
}

const known = (value: unknown): unknown => (isCallback(value) && stands.get(value)?.called) || value

/** Gives the callbacks of an object, such as those of a hook, their scope. */
const standIns = (value: unknown): unknown =>
  currentScope() && typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).map(([name, member]) => [name, standIn(member)]))
    : standIn(value)

/** The objects that runs made by a hooked class. An older class of that name makes none of them. */
const madeOf = new WeakSet<object>()

/** A class whose first parameter is a callback. `end` ends what it made together with its process. */
const constructing =
  <Made extends object>(end?: (made: Made) => void) =>
  (original: new (...values: unknown[]) => Made) => {
    const construct = (
      target: typeof original,
      [callback, ...rest]: unknown[],
      newTarget: typeof original,
    ) => {
      const made: Made = Reflect.construct(target, [standIn(callback), ...rest], newTarget)
      madeOf.add(made)
      if (end) atItsEnd(() => end(made))
      return made
    }
    return new Proxy(original, { construct: construct as never })
  }

const observer = constructing<PerformanceObserver>((made) => made.disconnect())

/** A registry that is older than the run, or hides from the hook, hears nothing of objects of the run. */
const registering = (original: Method): Method =>
  function register(this: object, ...values: unknown[]) {
    return currentScope() && !madeOf.has(this) ? undefined : Reflect.apply(original, this, values)
  }

const { createContext, runInContext } = vm

/** A new context has a class of registries of its own, which no hook meets: it gets that of the run. */
function withRegistry(context: Context): Context {
  const give =
    'value => Object.defineProperty(globalThis, "FinalizationRegistry", { value, enumerable: false })'
  if (currentScope()) runInContext(give, context)(FinalizationRegistry)
  return context
}

function newContext(object?: Context, options: RunningScriptInNewContextOptions = {}): Context {
  const {
    contextName: name,
    contextOrigin: origin,
    contextCodeGeneration: codeGeneration,
    microtaskMode,
  } = options
  return withRegistry(
    createContext(object, { name, origin, codeGeneration, microtaskMode } as CreateContextOptions),
  )
}

const ofContexts: readonly Replacement[] = [
  {
    owner: vm,
    name: 'createContext',
    make: (original: typeof createContext) => (object?: Context, options?: CreateContextOptions) =>
      withRegistry(original(object, options)),
  },
  {
    owner: vm,
    name: 'runInNewContext',
    make:
      (original: typeof vm.runInNewContext) =>
      (code: string, object?: Context, given?: RunningScriptInNewContextOptions | string): unknown => {
        const options = typeof given === 'string' ? { filename: given } : given
        return currentScope()
          ? runInContext(code, newContext(object, options), options)
          : original(code, object, given)
      },
  },
  {
    owner: vm.Script.prototype,
    name: 'runInNewContext',
    make: (original: vm.Script['runInNewContext']) =>
      function replaced(
        this: vm.Script,
        object?: Context,
        options?: RunningScriptInNewContextOptions,
      ): unknown {
        if (!currentScope()) return Reflect.apply(original, this, [object, options])
        return this.runInContext(newContext(object, options), options)
      },
  },
]

/** A method that subscribes the callback at a place. `undo` names the method that takes it back. */
const subscribing =
  (place: number, undo: string) =>
  (original: Method): Method =>
    function subscribe(this: object, ...values: unknown[]) {
      const own = values.map((value, index) => (index === place ? standIn(value) : value))
      const result = Reflect.apply(original, this, own)
      if (currentScope()) atItsEnd(() => void Reflect.apply(Reflect.get(this, undo), this, own))
      return result
    }

const unsubscribing =
  (place: number) =>
  (original: Method): Method =>
    function unsubscribe(this: unknown, ...values: unknown[]) {
      return Reflect.apply(
        original,
        this,
        values.map((value, index) => (index === place ? known(value) : value)),
      )
    }

/** The two classes of channels: Node changes that of a channel when somebody subscribes. */
function channelPrototypes(): object[] {
  const channel = diagnostics.channel('fauxgraph.explore')
  const inactive: object = Object.getPrototypeOf(channel)
  const listener = () => {}
  channel.subscribe(listener)
  const active: object = Object.getPrototypeOf(channel)
  channel.unsubscribe(listener)
  return [inactive, active]
}

const ofChannels = channelPrototypes().flatMap((owner): Replacement[] => [
  { owner, name: 'subscribe', make: subscribing(0, 'unsubscribe') },
  { owner, name: 'unsubscribe', make: unsubscribing(0) },
  { owner, name: 'bindStore', make: subscribing(1, 'unbindStore') },
])

/** A listener that is an object: it may get its method later. */
interface Handler {
  handleEvent?(event: unknown): unknown
}

const isHandler = (value: unknown): value is Handler => typeof value === 'object' && value !== null

/** The functions that call listeners that are objects. */
const ofHandlers = new WeakMap<Handler, CallbackFunction>()

function callOf(handler: Handler): CallbackFunction {
  const call = ofHandlers.get(handler) ?? ((event: unknown) => handler.handleEvent?.(event))
  ofHandlers.set(handler, call)
  return call
}

/** Listeners to a target that is older than the run are called in no scope. */
const listening = (original: Method): Method =>
  function addEventListener(this: unknown, ...values: unknown[]) {
    const [type, listener, ...rest] = values
    const isOfRun = isHandler(listener) && currentScope() !== undefined
    return Reflect.apply(original, this, [type, standIn(isOfRun ? callOf(listener) : listener), ...rest])
  }

const notListening = (original: Method): Method =>
  function removeEventListener(this: unknown, ...values: unknown[]) {
    const [type, listener, ...rest] = values
    const own = isHandler(listener) ? known(ofHandlers.get(listener)) : known(listener)
    return Reflect.apply(original, this, [type, own ?? listener, ...rest])
  }

/** The emitters that code of runs made: they emit in its scope. */
const madeInRuns = new WeakSet<object>()

const initializing = (original: Method): Method =>
  function init(this: object, ...values: unknown[]) {
    if (currentScope()) madeInRuns.add(this)
    return Reflect.apply(original, this, values)
  }

/** A listener to an older emitter, which may emit in no scope. Node finds it at its member `listener`. */
function heard(scope: Scope, listener: CallbackFunction): CallbackFunction {
  const called = function called(this: unknown, ...values: unknown[]): unknown {
    const act = () => Reflect.apply(listener, this, values)
    if (currentScope()) return act()
    return isDead(scope) ? undefined : scopes.run(scope, act)
  }
  return Object.assign(called, { listener: Reflect.get(listener, 'listener') ?? listener })
}

const hearing = (original: Method): Method =>
  function hear(this: object, ...values: unknown[]) {
    const [name, listener, ...rest] = values
    const scope = currentScope()
    const isOwn = !scope || madeInRuns.has(this) || this === process || !isCallback(listener)
    return Reflect.apply(original, this, isOwn ? values : [name, heard({ ...scope }, listener), ...rest])
  }

const ofEmitters: readonly Replacement[] = [
  { owner: EventEmitter, name: 'init', make: initializing },
  ...['on', 'addListener', 'prependListener'].map(
    (name): Replacement => ({ owner: EventEmitter.prototype, name, make: hearing }),
  ),
]

const hooking =
  (original: (callbacks: unknown) => AsyncHook) =>
  (callbacks: unknown): AsyncHook => {
    const hook = original(standIns(callbacks))
    if (currentScope()) atItsEnd(() => hook.disable())
    return hook
  }

/** Hooks of promises return how to end them. */
const promiseHook = (original: Method): Method => {
  const replaced: Method = (callbacks) => {
    const end = original(standIns(callbacks))
    if (currentScope() && isCallback(end)) atItsEnd(() => void end())
    return end
  }
  return replaced
}

/** Goes on with the scope of the caller where a resource that is older than the run would have none. */
const runningInScope = (original: Method): Method =>
  function runInAsyncScope(this: unknown, ...values: unknown[]) {
    const scope = currentScope()
    const [work, ...rest] = values
    const own =
      scope && isCallback(work)
        ? function working(this: unknown, ...given: unknown[]): unknown {
            const act = () => Reflect.apply(work, this, given)
            return currentScope() ? act() : scopes.run(scope, act)
          }
        : work
    return Reflect.apply(original, this, [own, ...rest])
  }

/** The ways to listen to the process that explores: code without a process of its own has them. */
const ofProcess = [
  ...['on', 'addListener', 'prependListener', 'once', 'prependOnceListener'].map(
    (name): Replacement => ({ owner: process, name, make: subscribing(1, 'off') }),
  ),
  ...['off', 'removeListener'].map((name): Replacement => ({ owner: process, name, make: unsubscribing(1) })),
]

/** A copy: Node itself calls those of the original object. */
const ofPromises = (original: Readonly<Record<string, Method>>) =>
  Object.fromEntries(Object.entries(original).map(([name, method]) => [name, promiseHook(method)]))

/** What some versions of Node have. */
const finalization: object = Reflect.get(process, 'finalization') ?? {}

const ofFinalization = ['register', 'registerBeforeExit']
  .filter((name) => name in finalization)
  .map((name): Replacement => ({ owner: finalization, name, make: subscribing(1, 'unregister') }))

/** The ways to be called by Node itself, in no scope. */
export const callbackHooks: readonly Replacement[] = [
  ...[globalThis, perfHooks].map((owner) => ({ owner, name: 'PerformanceObserver', make: observer })),
  { owner: perfHooks.PerformanceObserver.prototype, name: 'constructor', make: observer },
  { owner: globalThis, name: 'FinalizationRegistry', make: constructing() },
  { owner: FinalizationRegistry.prototype, name: 'constructor', make: constructing() },
  { owner: FinalizationRegistry.prototype, name: 'register', make: registering },
  ...ofContexts,
  { owner: asyncHooks, name: 'createHook', make: hooking },
  { owner: asyncHooks.AsyncResource.prototype, name: 'runInAsyncScope', make: runningInScope },
  { owner: EventTarget.prototype, name: 'addEventListener', make: listening },
  { owner: EventTarget.prototype, name: 'removeEventListener', make: notListening },
  ...ofChannels,
  ...ofEmitters,
  { owner: v8, name: 'promiseHooks', make: ofPromises },
  ...ofFinalization,
  ...ofProcess,
]
