const encoder = new TextEncoder()
const bytes = new Uint8Array(16_384)

/** Writes a text to `bytes` if it is ASCII, so that each unit is one byte. Returns false for another text. */
function writeAscii(text: string): boolean {
  const { read, written } = encoder.encodeInto(text, bytes)
  return read === text.length && written === read
}

/** Returns the tag with the mixed bits of both halves of a hash. */
function tagOf(first: number, second: number): string {
  const high = Math.imul(first ^ (first >>> 16), 0x85ebca6b) ^ Math.imul(second ^ (second >>> 13), 0xc2b2ae35)
  const low = Math.imul(second ^ (second >>> 16), 0x85ebca6b) ^ Math.imul(high ^ (high >>> 13), 0xc2b2ae35)
  const number = 0x100000000 * (0x1fffff & low) + (high >>> 0)
  return `"${number.toString(36)}"`
}

/**
 * Returns the entity tag of a body: a hash of 53 bits. It only has to distinguish the bodies of one URL, and
 * every read computes it: a cryptographic digest would cost more than the read itself.
 */
export function entityTag(body: string): string {
  let high = 0xdeadbeef
  let low = 0x41c6ce57
  for (let from = 0; from < body.length; from += bytes.length) {
    const part = body.slice(from, from + bytes.length)
    // Two loops, because the one over bytes takes a third of the time, but not if it may also read the text.
    if (writeAscii(part))
      for (let at = 0; at < part.length; at++) {
        const unit = bytes[at] ?? 0
        high = Math.imul(high ^ unit, 0x9e3779b1)
        low = Math.imul(low ^ unit, 0x5f356495)
      }
    else
      for (let at = 0; at < part.length; at++) {
        const unit = part.charCodeAt(at)
        high = Math.imul(high ^ unit, 0x9e3779b1)
        low = Math.imul(low ^ unit, 0x5f356495)
      }
  }
  return tagOf(high, low)
}
