import type { Run } from '../run/run.ts'

/** The members of `Object.prototype` before any program could add some. */
const known: ReadonlySet<PropertyKey> = new Set(Reflect.ownKeys(Object.prototype))

/** Whether a member of `Object.prototype` can break other code: loops and `await` see it. */
const isHarmful = (key: PropertyKey): boolean =>
  key === 'then' || Object.getOwnPropertyDescriptor(Object.prototype, key)?.enumerable === true

/**
 * Throws if the code under test has added a member to `Object.prototype`, and removes it: every object then
 * has it, so that loops over members, options and promises of other code, of ours too, fail or never end.
 * Members that loops do not see stay, as those of libraries for assertions.
 */
export function refuseInherited({ invocations, slot }: Run): void {
  const keys = Reflect.ownKeys(Object.prototype).filter((key) => !known.has(key) && isHarmful(key))
  if (keys.length === 0) return
  for (const key of keys) Reflect.deleteProperty(Object.prototype, key)
  const last = invocations.findLast(({ epoch }) => epoch === slot.epoch)
  throw new Error(
    `explore: ${last?.id ?? 'the program'} added ${keys.map(String).join(', ')} to Object.prototype, ` +
      'so that every object has it, also those of Node and of packages: add it to a class or one object',
  )
}
