const typedArray: object = Object.getPrototypeOf(Uint8Array.prototype)
const readTypeName = Object.getOwnPropertyDescriptor(typedArray, Symbol.toStringTag)?.get
const readLength = Object.getOwnPropertyDescriptor(typedArray, 'length')?.get

/**
 * Whether a value is a Uint8Array, of any subclass or realm. It calls the built-in getter, because a member
 * of the value could return a false name.
 */
export function isByteArray(value: object): value is Uint8Array {
  return readTypeName?.call(value) === 'Uint8Array'
}

/** Returns the true number of bytes, which a member of the value could misstate. */
export const byteLengthOf = (bytes: Uint8Array): number => readLength?.call(bytes)

/** Returns the bytes of arrays one after the other, in an array of their own. */
export function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/** Returns the bytes of arrays one after the other. A single array is not copied. */
export function inOnePiece(parts: readonly Uint8Array[]): Uint8Array {
  const [only] = parts
  return only && parts.length === 1 ? only : joined(parts)
}

/** Whether two arrays have the same bytes. */
export const sameBytes = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, index) => byte === other[index])
