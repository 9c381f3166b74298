import { isHeldOpen, type Replacement } from '../../run/replace.ts'
import { currentScope } from '../../run/scope.ts'

type Method = (owner: unknown, ...values: unknown[]) => unknown

/** Leaves an object open that code of a run freezes, if members will be given back to it. */
const keepsOpen =
  (answer: (owner: object) => unknown) =>
  (original: Method): Method =>
  (owner, ...values) =>
    isHeldOpen(owner) && currentScope() ? answer(owner) : original(owner, ...values)

type Define = (owner: object, name: PropertyKey, descriptor: PropertyDescriptor) => unknown

/** Members that code of a run defines in such an object stay replaceable. */
const keepsConfigurable =
  (original: Define): Define =>
  (owner, name, descriptor) => {
    const isOpen = isHeldOpen(owner) && (Object.getOwnPropertyDescriptor(owner, name)?.configurable ?? true)
    const isKept = isOpen && currentScope() !== undefined
    return original(owner, name, isKept ? { ...descriptor, configurable: true } : descriptor)
  }

const itself = (owner: object) => owner

/**
 * The ways to make an object such as `console` keep its members for ever: it could not get back those that it
 * had before the exploration.
 */
export const freezeHooks: readonly Replacement[] = [
  ...['freeze', 'seal', 'preventExtensions'].map((name) => ({
    owner: Object,
    name,
    make: keepsOpen(itself),
  })),
  { owner: Reflect, name: 'preventExtensions', make: keepsOpen(() => true) },
  { owner: Object, name: 'defineProperty', make: keepsConfigurable },
  { owner: Reflect, name: 'defineProperty', make: keepsConfigurable },
]
