import { digest } from './canonical.ts'

/** The first id of a world: fifteen digits, so that an id stays exact as a JSON number, moved by the seed. */
export function firstId(seed: string): number {
  const shift = Number.parseInt(digest(`${seed}/ids`).slice(0, 8), 16) % 800_000
  return 100_000_000_000_001 + shift * 1_000_000_000
}
