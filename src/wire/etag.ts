/**
 * Returns the entity tag of a body: a hash of 53 bits. It only has to distinguish the bodies of one URL, and
 * every read computes it: a cryptographic digest would cost more than the read itself.
 */
export function entityTag(body: string): string {
  let high = 0xdeadbeef
  let low = 0x41c6ce57
  for (let at = 0; at < body.length; at++) {
    const unit = body.charCodeAt(at)
    high = Math.imul(high ^ unit, 0x9e3779b1)
    low = Math.imul(low ^ unit, 0x5f356495)
  }
  high = Math.imul(high ^ (high >>> 16), 0x85ebca6b) ^ Math.imul(low ^ (low >>> 13), 0xc2b2ae35)
  low = Math.imul(low ^ (low >>> 16), 0x85ebca6b) ^ Math.imul(high ^ (high >>> 13), 0xc2b2ae35)
  const number = 0x100000000 * (0x1fffff & low) + (high >>> 0)
  return `"${number.toString(36)}"`
}
