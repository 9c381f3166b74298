import { inOnePiece } from '../engine/values/byte-arrays.ts'
import { bounds } from '../service/contract/bounds.ts'

/** The error that ends the reading of a request body. */
export interface BodyError {
  readonly status: 400 | 503
  readonly message: string
}

/** Counts the bytes of the request bodies that one site holds at a time. */
export interface BodyBudget {
  /** Adds bytes, or subtracts a negative number; returns false and adds nothing if the bound is exceeded. */
  add(bytes: number): boolean
}

/** Creates the body budget of one site. */
export function bodyBudget(bytesMax = bounds.bodiesBytesMax): BodyBudget {
  let total = 0
  return {
    add(bytes) {
      if (total + bytes > bytesMax) return false
      total += bytes
      return true
    },
  }
}

/** Collects the chunks of one request body. */
export interface BodyCollector {
  /** Keeps a chunk, or returns the error that refuses the body. */
  add(chunk: Uint8Array): BodyError | undefined
  /** The whole body. */
  bytes(): Uint8Array
  /** Drops the chunks and frees their share of the budget. */
  release(): void
}

const tooLarge = (limit: number): BodyError => ({
  status: 400,
  message: `The body is larger than ${limit} bytes`,
})

const tooManyBodies: BodyError = {
  status: 503,
  message:
    `The bodies of all requests under way exceed ${bounds.bodiesBytesMax} bytes together: ` +
    'send fewer large bodies at a time, or try again',
}

/** Collects a body of at most `limit` bytes, and counts it in the budget of its site. */
export function bodyCollector(budget: BodyBudget, limit: number): BodyCollector {
  let chunks: Uint8Array[] = []
  let length = 0
  let counted = 0
  return {
    add(chunk) {
      length += chunk.length
      if (length > limit) return tooLarge(limit)
      const increase = Math.max(0, length - bounds.bodyBytesUncounted) - counted
      if (!budget.add(increase)) return tooManyBodies
      counted += increase
      chunks.push(chunk)
      return undefined
    },
    bytes: () => inOnePiece(chunks),
    release() {
      budget.add(-counted)
      counted = 0
      chunks = []
    },
  }
}

/** The error for a Content-Length beyond the limit. */
export function contentLengthError(
  contentLength: string | null | undefined,
  limit: number,
): BodyError | undefined {
  return Number(contentLength ?? 0) > limit ? tooLarge(limit) : undefined
}
