/** Whether a value is an object made by a literal or `Object.create(null)`, in this realm or another. */
export function isPlainObject(value: unknown): value is { readonly [key: string]: unknown } {
  try {
    return typeof value === 'object' && value !== null && !Array.isArray(value) && hasPlainPrototype(value)
  } catch {
    return false
  }
}

/** Whether an object has the prototype of a literal, or none. */
export function hasPlainPrototype(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype === Object.prototype || prototype === null) return true
  if (typeof prototype !== 'object' || Object.getPrototypeOf(prototype) !== null) return false
  return constructorName(prototype) === 'Object'
}

/** The name of the constructor of a prototype, where that can be read and is a name. */
export function constructorName(prototype: object): string | undefined {
  const maker: unknown = Object.getOwnPropertyDescriptor(prototype, 'constructor')?.value
  if (typeof maker !== 'function') return undefined
  const name: unknown = Object.getOwnPropertyDescriptor(maker, 'name')?.value
  return typeof name === 'string' && /^[\w$]{1,64}$/.test(name) ? name : undefined
}
