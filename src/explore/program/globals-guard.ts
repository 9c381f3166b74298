import { EventEmitter } from 'node:events'
import http from 'node:http'
import https from 'node:https'
import { fakeTimers } from '../options/mocked.ts'
import { holdOpen } from '../run/replace.ts'
import { platform, rememberSettings } from './platform-state.ts'

/** Objects of the language and of the platform that all code shares, and that programs sometimes extend. */
const shared = (): readonly object[] =>
  [
    Object,
    Date,
    BigInt,
    EventEmitter,
    EventTarget,
    AbortController,
    AbortSignal,
    Headers,
    Request,
    Response,
    FormData,
    Function,
    Array,
    String,
    Number,
    Boolean,
    Symbol,
    Promise,
    Map,
    Set,
    WeakMap,
    WeakSet,
    RegExp,
    Error,
    Uint8Array,
    Buffer,
    URL,
    URLSearchParams,
  ].flatMap((known): object[] => [known, known.prototype])

type Descriptors = ReadonlyMap<PropertyKey, PropertyDescriptor>

/** Node itself changes these members of `process`, such as its listeners. */
const isOfNode = (owner: object, key: PropertyKey): boolean =>
  owner === process && String(key).startsWith('_')

const keysOf = (owner: object): PropertyKey[] => Reflect.ownKeys(owner).filter((key) => !isOfNode(owner, key))

const descriptorsOf = (owner: object): Descriptors =>
  new Map(
    keysOf(owner).flatMap((key): [PropertyKey, PropertyDescriptor][] => {
      const descriptor = Object.getOwnPropertyDescriptor(owner, key)
      return descriptor ? [[key, descriptor]] : []
    }),
  )

const isSame = (one: PropertyDescriptor, other: PropertyDescriptor | undefined): boolean =>
  Object.is(one.value, other?.value) && one.get === other?.get && one.set === other?.set

const isFunction = (owner: object, key: PropertyKey): boolean =>
  typeof Object.getOwnPropertyDescriptor(owner, key)?.value === 'function'

/**
 * Gives an object the members that it had. Members that can neither be changed nor removed stay, and new
 * functions if `keepsFunctions` is set. Returns the names of those that had been replaced.
 */
function restore(owner: object, before: Descriptors, keepsFunctions = false): string[] {
  const replaced: string[] = []
  for (const key of keysOf(owner))
    if (!before.has(key) && !(keepsFunctions && isFunction(owner, key))) Reflect.deleteProperty(owner, key)
  for (const [key, descriptor] of before) {
    if (isSame(descriptor, Object.getOwnPropertyDescriptor(owner, key))) continue
    Reflect.defineProperty(owner, key, descriptor)
    replaced[replaced.length] = String(key)
  }
  return replaced
}

const nameOf = (owner: object): string => {
  const isPrototype = typeof owner !== 'function' && typeof Reflect.get(owner, 'constructor') === 'function'
  return isPrototype ? `${owner.constructor.name}.prototype` : String(Reflect.get(owner, 'name'))
}

/**
 * Remembers the globals, the objects of the language, and the modules and settings of Node. Returns how to
 * put everything back, which returns the members of objects of the language that had been replaced, such as
 * `Array.prototype.map`.
 */
export function guardGlobals(): () => readonly string[] {
  const remembered = (owner: object) => {
    holdOpen(owner)
    return [owner, descriptorsOf(owner)] as const
  }
  const restoreSettings = rememberSettings()
  const ofRealm = [globalThis, Math, JSON, Reflect, ...platform()].map(remembered)
  const ofLanguage = shared().map(remembered)
  return () => {
    // Nothing is asked of an array or a promise before all are as they were.
    const replaced: [object, string[]][] = []
    for (const [owner, descriptors] of ofRealm) restore(owner, descriptors)
    for (const [owner, descriptors] of ofLanguage)
      replaced[replaced.length] = [owner, restore(owner, descriptors)]
    restoreSettings()
    return replaced.flatMap(([owner, names]) => names.map((name) => `${nameOf(owner)}.${name}`))
  }
}

/** The objects whose members programs wrap most. Each new process would wrap those of dead ones once more. */
const wrapped = (): readonly object[] => [
  globalThis,
  process,
  console,
  process.stdout,
  process.stderr,
  http,
  https,
]

/**
 * Returns how to put the globals back for the next process: what an earlier one replaced, and state that it
 * kept there. Functions that are new stay, because they are mostly of packages, which are loaded only once.
 */
export function globalsForEach(): () => void {
  const remembered = wrapped().map((owner) => [owner, descriptorsOf(owner)] as const)
  return () => {
    // They end themselves, and would remove what they do not find any more.
    if (fakeTimers()) return
    for (const [owner, descriptors] of remembered) restore(owner, descriptors, true)
  }
}

/**
 * Returns how to remove the global state that a process adds, such as a client that is kept in `globalThis`,
 * while others run beside it.
 */
export function forgetGlobals(): () => void {
  const before = new Set(Object.keys(globalThis))
  return () => {
    for (const key of Object.keys(globalThis))
      if (!before.has(key) && typeof Reflect.get(globalThis, key) !== 'function')
        Reflect.deleteProperty(globalThis, key)
  }
}
