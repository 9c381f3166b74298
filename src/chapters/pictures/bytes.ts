/** A range of bytes, without the byte at `end`. */
export type ByteRange = { start: number; end: number }

/** Reads one byte. A byte past the end is 0, so that no reader throws; callers check lengths. */
export const uint8 = (bytes: Uint8Array, at: number): number => bytes[at] ?? 0

/** Reads a 16-bit number, big-endian by default. Bytes past the end count as 0. */
export const uint16 = (bytes: Uint8Array, at: number, little = false): number =>
  little ? uint8(bytes, at) + uint8(bytes, at + 1) * 0x100 : uint8(bytes, at) * 0x100 + uint8(bytes, at + 1)

/** Reads a 24-bit little-endian number. Only WebP has these. */
export const uint24 = (bytes: Uint8Array, at: number): number =>
  uint16(bytes, at, true) + uint8(bytes, at + 2) * 0x10000

/** Reads a 32-bit number, big-endian by default. Bytes past the end count as 0. */
export const uint32 = (bytes: Uint8Array, at: number, little = false): number =>
  little
    ? uint16(bytes, at, true) + uint16(bytes, at + 2, true) * 0x10000
    : uint16(bytes, at) * 0x10000 + uint16(bytes, at + 2)

/** Writes a 16-bit number, big-endian by default. */
export function setUint16(bytes: Uint8Array, at: number, value: number, little = false): void {
  bytes[at + (little ? 0 : 1)] = value & 0xff
  bytes[at + (little ? 1 : 0)] = (value >>> 8) & 0xff
}

/** Writes a 32-bit number, big-endian by default. */
export function setUint32(bytes: Uint8Array, at: number, value: number, little = false): void {
  setUint16(bytes, at + (little ? 0 : 2), value & 0xffff, little)
  setUint16(bytes, at + (little ? 2 : 0), value >>> 16, little)
}

/** Reads bytes as Latin-1 text. Use it for names and signatures, which are short: the bytes become arguments
 * of one call. */
export const latin1Text = (bytes: Uint8Array, start: number, end: number): string =>
  String.fromCharCode(...bytes.subarray(start, end))

/** Returns the bytes of a Latin-1 text, whose characters are all below 256. */
export const bytesOf = (characters: string): Uint8Array =>
  Uint8Array.from(characters, (character) => character.charCodeAt(0))

/** Whether the bytes from `at` on are these Latin-1 characters. */
export function hasText(bytes: Uint8Array, at: number, characters: string): boolean {
  if (at + characters.length > bytes.length) return false
  for (let index = 0; index < characters.length; index += 1) {
    if (bytes[at + index] !== characters.charCodeAt(index)) return false
  }
  return true
}
