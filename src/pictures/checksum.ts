const table = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  return value
})

/** Computes the CRC-32 that PNG chunks and zip files use (ISO 3309). */
export function checksum(bytes: Uint8Array): number {
  let value = 0xffffffff
  for (let at = 0; at < bytes.length; at += 1) {
    value = (table[(value ^ (bytes[at] ?? 0)) & 0xff] ?? 0) ^ (value >>> 8)
  }
  return ~value >>> 0
}
