// Modulo a power of two, texts whose parts change places would have equal hashes.
const MODULUS = 0x7fffffff
// Primitive roots: their powers modulo the prime repeat as late as possible.
const FIRST = 48_271
const SECOND = 69_621

/** Returns the rest of a whole number below 2^53, divided by the modulus. `%` takes several times as long. */
function reduced(number: number): number {
  const high = Math.floor(number / 0x80000000)
  const sum = high + (number - high * 0x80000000)
  return sum >= MODULUS ? sum - MODULUS : sum
}

/**
 * Returns the entity tag of a body: two polynomials over its UTF-16 code units, modulo a prime. A tag only
 * has to distinguish the bodies of one URL: a cryptographic digest would cost more than the read itself.
 */
export function tagOf(body: string): string {
  // Not zero, so that zeros at the beginning of a text count.
  let [first, second] = [1, 1]
  for (let at = 0; at < body.length; at++) {
    const unit = body.charCodeAt(at)
    first = reduced(first * FIRST + unit)
    second = reduced(second * SECOND + unit)
  }
  return `"${first.toString(36)}.${second.toString(36)}"`
}

/** Whether an `If-None-Match` header names this tag. The client then has the body with the tag. */
export const isKnown = (tag: string, ifNoneMatch: string): boolean =>
  ifNoneMatch
    .split(',')
    .map((known) => known.trim().replace(/^W\//, ''))
    .some((known) => known === tag || known === '*')
