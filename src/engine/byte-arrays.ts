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
