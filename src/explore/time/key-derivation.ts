import nodeCrypto from 'node:crypto'
import type { Replacement } from '../run/replace.ts'
import { timeScope } from '../run/scope.ts'

type Derive = (...values: unknown[]) => Buffer

/** The most keys that an exploration remembers. */
const KEYS_MAX = 1_000

const isPlain = (value: unknown): boolean =>
  ['string', 'number', 'undefined'].includes(typeof value) ||
  (typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype)

const bytesOf = (value: Uint8Array): string => Buffer.from(value).toString('base64')

/** The values of a call as a text; undefined if one of them has none, such as a KeyObject. */
function keyOf(values: readonly unknown[]): string | undefined {
  if (!values.every((value) => value instanceof Uint8Array || isPlain(value))) return undefined
  return JSON.stringify(
    values.map((value) => (value instanceof Uint8Array ? { bytes: bytesOf(value) } : value)),
  )
}

/**
 * Remembers derived keys. Such a function is slow by intent, half a second in some programs, and the runs of
 * an exploration derive the same keys from the same passwords and salts.
 */
const remembered = (original: Derive): Derive => {
  const known = new Map<string, Buffer>()
  return (...values) => {
    const key = timeScope() && keyOf(values)
    if (key === undefined) return original(...values)
    const before = known.get(key)
    if (before) return Buffer.from(before)
    const derived = original(...values)
    if (known.size < KEYS_MAX) known.set(key, Buffer.from(derived))
    return derived
  }
}

/** The functions that derive keys from passwords and block the thread meanwhile. */
export const keyDerivation: readonly Replacement[] = ['pbkdf2Sync', 'scryptSync'].map((name) => ({
  owner: nodeCrypto,
  name,
  make: remembered,
}))
