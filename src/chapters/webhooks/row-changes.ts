import type { Node, Tx } from '../../service/routes/context.ts'

/** A row before a call or an action, and after it. */
export interface Change<R> {
  readonly before?: R | undefined
  readonly after?: R | undefined
}

/** The rows that a transaction changed by their ids, in the order in which they first changed. */
export type Changes = ReadonlyMap<number, Change<Node>>

/** Returns what a transaction changed. A row may change several times: only before and after count. */
export function changesOf({ changes }: Tx): Changes {
  const found = new Map<number, Change<Node>>()
  for (const [before, after] of changes) {
    const id = before?.id ?? after?.id ?? 0
    const known = found.get(id)
    // A transaction of the service has rows of its tables, or of areas, which no rule below knows.
    found.set(id, { before: known ? known.before : before, after } as Change<Node>)
  }
  return found
}

/** A change of a row of this table, whose rows before and after have one kind. */
export const ofKind = <K extends Node['kind']>(
  change: Change<Node>,
  kind: K,
): Change<Extract<Node, { readonly kind: K }>> | undefined =>
  (change.after ?? change.before)?.kind === kind
    ? (change as Change<Extract<Node, { readonly kind: K }>>)
    : undefined
