import type { TextHash } from '../engine/values/text-hash.ts'

/**
 * Returns the entity tag of a body with this hash. A tag only has to distinguish the bodies of one URL, and
 * every read has one: a cryptographic digest would cost more than the read itself.
 */
export const tagOf = ({ first, second }: TextHash): string => `"${first.toString(36)}.${second.toString(36)}"`

/** Whether an `If-None-Match` header names this tag. The client then has the body with the tag. */
export const isKnown = (tag: string, ifNoneMatch: string): boolean =>
  ifNoneMatch
    .split(',')
    .map((known) => known.trim().replace(/^W\//, ''))
    .some((known) => known === tag || known === '*')
