/** Objects of the language that all code shares, and that programs sometimes extend. */
const shared: readonly object[] = [
  Object,
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

const descriptorsOf = (owner: object): Descriptors =>
  new Map(
    Reflect.ownKeys(owner).flatMap((key): [PropertyKey, PropertyDescriptor][] => {
      const descriptor = Object.getOwnPropertyDescriptor(owner, key)
      return descriptor ? [[key, descriptor]] : []
    }),
  )

const isSame = (one: PropertyDescriptor, other: PropertyDescriptor | undefined): boolean =>
  one.value === other?.value && one.get === other?.get && one.set === other?.set

/** Gives an object the members that it had. Members that can neither be changed nor removed stay. */
function restore(owner: object, before: Descriptors): void {
  for (const key of Reflect.ownKeys(owner)) if (!before.has(key)) Reflect.deleteProperty(owner, key)
  for (const [key, descriptor] of before)
    if (!isSame(descriptor, Object.getOwnPropertyDescriptor(owner, key)))
      Reflect.defineProperty(owner, key, descriptor)
}

/** Remembers the globals and the objects of the language. Returns how to put everything back. */
export function guardGlobals(): () => void {
  const before = [globalThis, Math, JSON, Reflect, ...shared].map(
    (owner) => [owner, descriptorsOf(owner)] as const,
  )
  return () => {
    for (const [owner, descriptors] of before) restore(owner, descriptors)
  }
}

/**
 * Returns how to remove the global state that a process adds, such as a client that is kept in `globalThis`.
 * Functions stay, because they are mostly additions of packages, which are loaded only once.
 */
export function forgetGlobals(): () => void {
  const before = new Set(Object.keys(globalThis))
  return () => {
    for (const key of Object.keys(globalThis))
      if (!before.has(key) && typeof Reflect.get(globalThis, key) !== 'function')
        Reflect.deleteProperty(globalThis, key)
  }
}
