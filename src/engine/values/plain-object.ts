/** An identifier of code that a message may show as it is. */
export const IDENTIFIER = /^[\w$]{1,64}$/

/** An object without a class. */
export type PlainObject = { readonly [key: string]: unknown }

/** Whether a value is an object or an array. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** Whether a value is an object and no array. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  isObject(value) && !Array.isArray(value)

/** Whether a value is an object made by a literal or `Object.create(null)`, in this realm or another. */
export function isPlainObject(value: unknown): value is PlainObject {
  try {
    return typeof value === 'object' && value !== null && !Array.isArray(value) && hasPlainPrototype(value)
  } catch {
    return false
  }
}

/** Whether the prototype of an object is that of a literal, or null. */
export function hasPlainPrototype(value: object): value is PlainObject {
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype === Object.prototype || prototype === null) return true
  if (typeof prototype !== 'object' || Object.getPrototypeOf(prototype) !== null) return false
  return constructorName(prototype) === 'Object'
}

/** Returns the name of the constructor of a prototype, or undefined if it has none that is an identifier. */
export function constructorName(prototype: object): string | undefined {
  const maker: unknown = Object.getOwnPropertyDescriptor(prototype, 'constructor')?.value
  if (typeof maker !== 'function') return undefined
  const name: unknown = Object.getOwnPropertyDescriptor(maker, 'name')?.value
  return typeof name === 'string' && IDENTIFIER.test(name) ? name : undefined
}
