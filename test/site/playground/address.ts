import { fromBase64, toBase64 } from '../../../src/engine/values/base64.ts'

/** The longest text of a world in an address. Longer addresses are cut by some programs that pass them on. */
const ADDRESS_MAX = 16_000

/** Maximum characters of the JSON that an address unpacks to. */
const UNPACKED_MAX = 1_000_000

/** Reads a stream to its end, or throws when it has more bytes than it may. */
async function bytesOf(stream: ReadableStream<Uint8Array>, max: number): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = []
  let length = 0
  const reader = stream.getReader()
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    length += part.value.length
    if (length > max) throw new RangeError(`it has more than ${max} bytes`)
    parts.push(part.value)
  }
  return new Uint8Array(await new Blob(parts as BlobPart[]).arrayBuffer())
}

const through = (bytes: Uint8Array, transform: unknown) =>
  new Blob([bytes as BlobPart])
    .stream()
    .pipeThrough(transform as ReadableWritablePair<Uint8Array, Uint8Array>)

/** Packs a value into a text that an address can have; undefined if it is too long. */
export async function packed(value: unknown): Promise<string | undefined> {
  const bytes = new TextEncoder().encode(JSON.stringify(value))
  if (bytes.length > UNPACKED_MAX) return undefined
  const small = await bytesOf(through(bytes, new CompressionStream('deflate-raw')), UNPACKED_MAX)
  const text = toBase64(small).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
  return text.length > ADDRESS_MAX ? undefined : text
}

/** Unpacks a text of an address. Rejects if it is too long, or is not what `packed` makes. */
export async function unpacked(text: string): Promise<unknown> {
  if (text.length > ADDRESS_MAX) throw new RangeError(`it has more than ${ADDRESS_MAX} characters`)
  const padding = '='.repeat((4 - (text.length % 4)) % 4)
  const bytes = fromBase64(text.replaceAll('-', '+').replaceAll('_', '/') + padding)
  if (!bytes) throw new TypeError('it is no base64url')
  const whole = await bytesOf(through(bytes, new DecompressionStream('deflate-raw')), UNPACKED_MAX)
  return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(whole))
}
