import type { Json } from '../../engine/values/guard.ts'

/** The address of a request: `{base_url}` (CNV-001) or `{web_url}` (CNV-002). */
export type Address = 'base' | 'web'

/** The parameters of a call before they are parsed. */
export type RawParams = Readonly<Record<string, Json>>

/** A file that a call uploads, by the name of its form part. */
export interface CallFile {
  /** The name of its form part. */
  readonly part: string
  readonly name: string
  readonly bytes: Uint8Array
}

/** The answer budget of a request, which its calls share. */
export interface AnswerBudget {
  /** The characters that are left. */
  characters: number
  /** True within a batch, whose answer has each answer as a text. */
  isEmbedded: boolean
  /** The lists within records that it has read, with their rows and characters. */
  readonly expanded: { lists: number; rows: number; characters: number }
}

/** A parsed call, from any transport: the input of the checks. */
export interface Call {
  readonly method: string
  /** The segments of the path after the version. */
  readonly path: readonly string[]
  readonly version?: string | undefined
  /** The distinct tokens that were sent. */
  readonly tokens: readonly string[]
  readonly params: RawParams
  readonly files: readonly CallFile[]
  /** The parameters that a multipart body sent as empty texts. An empty text means false for a boolean. */
  readonly blanks?: readonly string[]
  /** The parameters that were sent several times, each with the list of its values. */
  readonly repeats?: readonly string[]
  /**
   * The endpoint that a typed call names. The call fails if its node has another kind than the endpoint
   * takes.
   */
  readonly operation?: string
  /** The parameter for the node of the path, if a typed call left it out or gave no id. */
  readonly unnamed?: { readonly parameter: string; readonly given: unknown } | undefined
  readonly asynchronous?: boolean
  /** Whether the call is one of a batch, or the read of one of several ids. */
  readonly isPart?: boolean
  /** The call has the token of another call, which has proved it: it needs no `appsecret_proof`. */
  readonly isProven?: boolean
  readonly address?: Address
  /**
   * The origins of the service, by which a URL of one of its nodes is known. Behind each can be the path of a
   * world on a server with several worlds. Without it, they are the default ones.
   */
  readonly origins?: readonly string[] | undefined
  /** The budget that the answers to this request share. A call without it has a budget of its own. */
  readonly answerBudget?: AnswerBudget
}
