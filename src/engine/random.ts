import { xoroshiro128plusFromState } from 'pure-rand/generator/xoroshiro128plus'
import { digest } from './canonical.ts'

/** Where every named random stream of a world stands. A stream that was never drawn from has no entry. */
export type Streams = Readonly<Record<string, readonly number[]>>

/** Four 32-bit words of a digest: the start of a stream, which depends on the seed and its own name alone. */
function start(seed: string, stream: string): readonly number[] {
  const text = digest(`${seed}/${stream}`)
  return [0, 8, 16, 24].map((from) => Number.parseInt(text.slice(from, from + 8), 16) | 0)
}

/** Draws `count` unsigned 32-bit numbers from a named stream, and says where all streams stand afterwards. */
export function draw(streams: Streams, seed: string, stream: string, count: number): [number[], Streams] {
  const known = Object.hasOwn(streams, stream) ? streams[stream] : undefined
  const generator = xoroshiro128plusFromState(known ?? start(seed, stream))
  const numbers = Array.from({ length: count }, () => generator.next() >>> 0)
  return [numbers, { ...streams, [stream]: [...generator.getState()] }]
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** Letters and digits spelled by random numbers; the tiny bias of the remainder harms no fake. */
export function spell(numbers: readonly number[]): string {
  return numbers.map((number) => alphabet[number % alphabet.length]).join('')
}
