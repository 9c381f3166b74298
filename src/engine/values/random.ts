import { customRandom } from 'nanoid'
import { xoroshiro128plusFromState } from 'pure-rand/generator/xoroshiro128plus'
import { digestWords } from './canonical.ts'

/** The states of the named random streams of a world. An unused stream has no entry. */
export type Streams = Readonly<Record<string, readonly number[]>>

/** Returns the initial state of a stream, four 32-bit words that depend only on the seed and the name. */
export const initialState = (seed: string, stream: string): readonly number[] =>
  digestWords(`${seed}/${stream}`)

/** Draws unsigned 32-bit numbers from a named stream. Returns them and the new states of all streams. */
export function draw(streams: Streams, seed: string, stream: string, count: number): [number[], Streams] {
  const state = Object.hasOwn(streams, stream) ? streams[stream] : undefined
  const generator = xoroshiro128plusFromState(state ?? initialState(seed, stream))
  const numbers = Array.from({ length: count }, () => generator.next() >>> 0)
  return [numbers, { ...streams, [stream]: [...generator.getState()] }]
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/**
 * Returns a text with one letter or digit for each random number: its remainder selects the character. The
 * small bias does not matter here.
 *
 * nanoid asks for more bytes than characters, because it rejects bytes beyond the alphabet, and uses them
 * from the last to the first. It never rejects a remainder, so that each character takes exactly one number.
 */
export function spell(numbers: readonly number[]): string {
  const bytes = (count: number) =>
    Uint8Array.from({ length: count }, (_, index) => (numbers[count - 1 - index] ?? 0) % ALPHABET.length)
  return customRandom(ALPHABET, numbers.length, bytes)()
}
