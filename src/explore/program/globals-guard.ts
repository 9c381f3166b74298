import http from 'node:http'
import https from 'node:https'
import { fakeTimers } from '../run/options/mocked.ts'
import { holdOpen } from '../run/replace.ts'
import { instances, language, platform, rememberSettings } from './platform-state.ts'

// Taken before a program replaces them: it must not be called while everything is put back.
const { defineProperty, deleteProperty, getOwnPropertyDescriptor, ownKeys } = Reflect
const { is } = Object

/** The members of an object, by their names. It has no prototype. */
type Descriptors = Record<PropertyKey, PropertyDescriptor>

/** Node itself changes these members of `process`, such as its listeners. */
const isOfNode = (owner: object, key: PropertyKey): boolean =>
  owner === process && typeof key === 'string' && key[0] === '_'

const isFunction = (owner: object, key: PropertyKey): boolean =>
  typeof getOwnPropertyDescriptor(owner, key)?.value === 'function'

function descriptorsOf(owner: object, onlyFunctions = false): Descriptors {
  const found: Descriptors = Object.create(null)
  for (const key of ownKeys(owner)) {
    const descriptor = getOwnPropertyDescriptor(owner, key)
    if (descriptor && !isOfNode(owner, key) && (!onlyFunctions || isFunction(owner, key)))
      found[key] = descriptor
  }
  return found
}

const isSame = (one: PropertyDescriptor, other: PropertyDescriptor | undefined): boolean =>
  is(one.value, other?.value) && one.get === other?.get && one.set === other?.set

/** What to do with members that were not there before. */
type NewMembers = 'remove all' | 'keep functions' | 'remove functions'

function isKept(owner: object, key: PropertyKey, what: NewMembers): boolean {
  if (what === 'remove all') return isOfNode(owner, key)
  return isOfNode(owner, key) || isFunction(owner, key) === (what === 'keep functions')
}

/**
 * Gives an object the members that it had. Members that can neither be changed nor removed stay. Returns the
 * names of those that had been replaced. It calls no method and no iterator that a program may have replaced.
 */
function restore(owner: object, before: Descriptors, what: NewMembers = 'remove all'): string[] {
  const replaced: string[] = []
  const keys = ownKeys(owner)
  for (let index = 0; index < keys.length; index++) {
    const key = keys[index] ?? ''
    if (!(key in before) && !isKept(owner, key, what)) deleteProperty(owner, key)
  }
  const known = ownKeys(before)
  for (let index = 0; index < known.length; index++) {
    const key = known[index] ?? ''
    const descriptor = before[key]
    if (!descriptor || isSame(descriptor, getOwnPropertyDescriptor(owner, key))) continue
    defineProperty(owner, key, descriptor)
    replaced[replaced.length] = typeof key === 'symbol' ? 'a symbol' : `${key}`
  }
  return replaced
}

const nameOf = (owner: object): string => {
  const isPrototype = typeof owner !== 'function' && typeof Reflect.get(owner, 'constructor') === 'function'
  return isPrototype ? `${owner.constructor.name}.prototype` : String(Reflect.get(owner, 'name'))
}

/** Restores objects one after the other. Returns what had been replaced in each. */
function restoreAll(
  remembered: readonly (readonly [owner: object, before: Descriptors])[],
  what: NewMembers = 'remove all',
): [object, string[]][] {
  const replaced: [object, string[]][] = []
  for (let index = 0; index < remembered.length; index++) {
    const known = remembered[index]
    if (known) replaced[index] = [known[0], restore(known[0], known[1], what)]
  }
  return replaced
}

/**
 * Remembers the globals, the objects of the language, and the modules and settings of Node. Returns how to
 * put everything back, which returns the members of objects of the language that had been replaced, such as
 * `Array.prototype.map`.
 */
export function guardGlobals(): () => readonly string[] {
  const remembered = (owners: Iterable<object>, onlyFunctions = false) =>
    Array.from(new Set(owners), (owner) => {
      holdOpen(owner)
      return [owner, descriptorsOf(owner, onlyFunctions)] as const
    })
  const restoreSettings = rememberSettings()
  const ofLanguage = remembered(language())
  const ofRealm = remembered([globalThis, ...platform()])
  const ofInstances = remembered(instances(), true)
  return () => {
    const replaced = restoreAll(ofLanguage)
    restoreAll(ofRealm)
    restoreAll(ofInstances, 'remove functions')
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
    for (const [owner, descriptors] of remembered) restore(owner, descriptors, 'keep functions')
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
