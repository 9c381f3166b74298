import { syncBuiltinESMExports } from 'node:module'

/** A member that is replaced: where it stands, and what the code of a run gets instead. */
export interface Replacement {
  readonly owner: object
  readonly name: string
  // Members of any shape are replaced, each by a maker that knows its own.
  readonly make: (original: never) => unknown
  /** Whether it becomes a getter: `make` then returns the getter. */
  readonly isGetter?: boolean
  /** Receives what is assigned to a getter. */
  readonly set?: (value: never) => void
}

/** The objects to which members are given back, and which code of a run must not freeze before. */
const held = new WeakSet<object>()

/** Notes that members will be given back to an object. */
export const holdOpen = (owner: object): void => void held.add(owner)

/** Returns whether a value is an object whose members the exploration gives back at its end. */
export const isHeldOpen = (value: unknown): value is object =>
  typeof value === 'object' || typeof value === 'function' ? value !== null && held.has(value) : false

/**
 * Does an act for each item; the act returns how to undo it. Returns how to undo all, the last one first. If
 * an act throws, those before it are undone.
 */
export function doAll<T>(items: Iterable<T>, act: (item: T) => () => void): () => void {
  const undos: (() => void)[] = []
  const undoAll = () => {
    for (const undo of undos.reverse()) undo()
  }
  try {
    for (const item of items) undos.push(act(item))
  } catch (error) {
    undoAll()
    throw error
  }
  return undoAll
}

function replaceMember({ owner, name, make, isGetter, set }: Replacement): () => void {
  holdOpen(owner)
  const before = Object.getOwnPropertyDescriptor(owner, name)
  const original: unknown = isGetter ? before?.get : Reflect.get(owner, name)
  const value = make(original as never)
  const member = isGetter ? { get: value as () => unknown, ...(set && { set }) } : { value, writable: true }
  const isReplaced = Reflect.defineProperty(owner, name, {
    ...member,
    configurable: true,
    enumerable: before?.enumerable ?? false,
  })
  if (!isReplaced)
    throw new TypeError(
      `explore replaces "${name}" of the platform while it plays, and cannot: something froze the object ` +
        'that has it. Explore in a process that does not freeze it',
    )
  return () => {
    // An object that the code under test froze keeps what it has: everything else must still come back.
    if (before) Reflect.defineProperty(owner, name, before)
    else Reflect.deleteProperty(owner, name)
  }
}

/** Replaces members of objects of the platform. Returns how to restore them. */
export function replaceMembers(replacements: readonly Replacement[]): () => void {
  const restore = doAll(replacements, replaceMember)
  // Modules that import a member by name see the replaced one too.
  syncBuiltinESMExports()
  return () => {
    restore()
    syncBuiltinESMExports()
  }
}
