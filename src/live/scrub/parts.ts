import type { TextPlace } from './kinds.ts'
import type { Unpacker, UnreadKind } from './packed.ts'

/** Scrubs a text that is part of another one. */
export type Inner = (text: string, place: TextPlace) => string

/** The functions that replace the parts of a text. */
export interface Parts {
  /** Returns what stands in place of a text that has no parts. */
  leaf(text: string, place: TextPlace): string
  /** Returns what stands in place of a JSON text. `inner` takes the texts in it. */
  json(text: string, place: TextPlace, inner: Inner): string
  /** Returns what stands in place of a whole secret, such as the value of a cookie. */
  secret(text: string, field: string): string
  /** Unpacks compressed bytes. */
  readonly unpacker: Unpacker
  /** Is told of bytes that cannot be searched. */
  unread(kind: UnreadKind): void
}
