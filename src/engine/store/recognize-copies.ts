/**
 * Lets `instanceof` recognize the instances of every copy of a class. One process can load fauxgraph twice,
 * as an ES module and as CommonJS. Call it once for each class; `name` is the same in all copies.
 */
export function recognizeCopies(type: { readonly prototype: object }, name: string): void {
  const brand = Symbol.for(`fauxgraph.${name}`)
  Object.defineProperty(type.prototype, brand, { value: true })
  Object.defineProperty(type, Symbol.hasInstance, {
    value(this: unknown, value: unknown): boolean {
      // A subclass inherits this method, and has instances of its own only.
      if (this !== type) return Function.prototype[Symbol.hasInstance].call(this, value)
      return typeof value === 'object' && value !== null && brand in value
    },
  })
}
