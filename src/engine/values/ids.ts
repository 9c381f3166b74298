import { digest } from './canonical.ts'

/** Returns the first id of a world, which depends on the seed. It has 15 digits (SIL-003). */
export function firstId(seed: string): number {
  const shift = Number.parseInt(digest(`${seed}/ids`).slice(0, 8), 16) % 800_000
  return 100_000_000_000_001 + shift * 1_000_000_000
}
