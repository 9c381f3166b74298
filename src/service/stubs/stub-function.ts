import type { Json } from '../../engine/values/json.ts'
import type { ErrorCode } from '../contract/errors.ts'
import type { StubDraw } from '../routes/draw.ts'

/** The context of a stub's function. */
export interface StubContext {
  /** The parameters of the call, as it sent them, without the token. */
  readonly params: { readonly [name: string]: Json }
  /** The node that the path names: its type, such as `page`, and its id. */
  readonly node: { readonly type: string; readonly id: string } | undefined
  /** The caller: the kind of its token, and the ids that the token stands for. */
  readonly caller: {
    readonly kind: string
    readonly app: string
    readonly user: string | undefined
    readonly page: string | undefined
  }
  /** GET, POST or DELETE. */
  readonly method: string
  /** The path behind the version, without a slash in front. */
  readonly path: string
  readonly version: string
  /** Virtual time, in Unix milliseconds. */
  readonly now: number
  readonly draw: StubDraw
  /** Returns an error of the service as the answer. */
  readonly refuse: (code: ErrorCode, message: string) => StubRefusal
}

/** The error that a stub's function answers. */
export interface StubRefusal {
  readonly refused: ErrorCode
  readonly message: string
}

/**
 * The function of a stub. It must return plain JSON, at once, and must follow from its context alone: the
 * world runs it twice for each call, and again in replays and in `why`.
 */
export type StubFunction = (context: StubContext) => unknown
