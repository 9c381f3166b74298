import { bounds } from '../graph/contract/bounds.ts'

/** Why a body is not read to its end. */
export interface BodyRefusal {
  readonly status: 400 | 503
  readonly message: string
}

/** The sum of the bodies that one site holds at a time. */
export interface BodySum {
  /** Adds bytes, or takes some away; false, and nothing added, when the sum would exceed its bound. */
  add(bytes: number): boolean
}

/** Makes the sum of bodies of one site. */
export function bodySum(bytesMax = bounds.bodiesBytesMax): BodySum {
  let total = 0
  return {
    add(bytes) {
      if (total + bytes > bytesMax) return false
      total += bytes
      return true
    },
  }
}

/** Keeps the chunks of one body while they come. */
export interface BodyCollector {
  /** Keeps a chunk, or says why the body is refused. */
  take(chunk: Uint8Array): BodyRefusal | undefined
  /** The whole body. */
  bytes(): Uint8Array
  /** Forgets the body. */
  release(): void
}

const tooLarge = (limit: number): BodyRefusal => ({
  status: 400,
  message: `The body is larger than ${limit} bytes`,
})

const tooMany: BodyRefusal = {
  status: 503,
  message:
    `The bodies of all requests under way exceed ${bounds.bodiesBytesMax} bytes together: ` +
    'send fewer large bodies at a time, or try again',
}

/** Joins chunks; a single one is not copied. */
function joined(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const [only] = chunks
  if (only && chunks.length === 1) return only
  const whole = new Uint8Array(length)
  let at = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.length
  }
  return whole
}

/** Collects a body of at most `limit` bytes, and counts it in the sum of its site. */
export function bodyCollector(sum: BodySum, limit: number): BodyCollector {
  let chunks: Uint8Array[] = []
  let length = 0
  let counted = 0
  const release = () => {
    sum.add(-counted)
    counted = 0
    chunks = []
  }
  return {
    take(chunk) {
      length += chunk.length
      if (length > limit) return tooLarge(limit)
      const counts = Math.max(0, length - bounds.bodyBytesUncounted) - counted
      if (!sum.add(counts)) return tooMany
      counted += counts
      chunks.push(chunk)
      return undefined
    },
    bytes: () => joined(chunks, length),
    release,
  }
}

/** An error for a body whose announced length is beyond the limit already. */
export function bodyLengthError(
  announced: string | null | undefined,
  limit: number,
): BodyRefusal | undefined {
  return Number(announced ?? 0) > limit ? tooLarge(limit) : undefined
}
