import type { Json } from '../engine/values/guard.ts'

/** A call in the log. It is the same for every transport, and omits what a read or a batch returned. */
export type CallEntry = {
  readonly sequence: number
  /** The time of the call, in Unix milliseconds. */
  readonly at: number
  /** The name of the endpoint; null if the path belongs to no endpoint. */
  readonly operation: string | null
  /** The route of the stub that answered it. */
  readonly stub?: string
  /** The simulated operation that the stub replaced. */
  readonly overrides?: string
  readonly method: string
  readonly target: string | null
  readonly version: string
  /** The id of the token's row, or of the app if it is an app token; never the token itself. */
  readonly token: number | null
  readonly outcome: { readonly ok: boolean } & { readonly [member: string]: Json }
  readonly params: { readonly [name: string]: Json }
  readonly fields?: readonly string[]
  /**
   * The names of the parameters that the endpoint does not have and ignored, at most 20, each cut to 60
   * characters. Only in a world with the policy `beyond: 'serve'`, and only if there are any.
   */
  readonly ignored?: readonly string[]
  /** The names in `fields` that the live service has and this world has not. The answer lacks them. */
  readonly notSimulated?: readonly string[]
  /**
   * Advice for the author of the client, as the header `x-fauxgraph-hint` has it. It is no part of the state:
   * `world.calls` has it, and a snapshot has not.
   */
  readonly hint?: string
  /** The files that the call uploaded, without their bytes. */
  readonly files: readonly { readonly part: string; readonly name: string; readonly length: number }[]
}
