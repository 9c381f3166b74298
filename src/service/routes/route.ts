import type { ErrorCode } from '../contract/errors.ts'
import type { ArmedStub } from '../stubs/stub.ts'
import type { RawParams } from './call.ts'
import type { Node } from './context.ts'
import type { Endpoint } from './define.ts'

/** An endpoint with its name and the parts of one of its routes. */
export interface NamedEndpoint {
  readonly operation: string
  readonly endpoint: Endpoint
  readonly method: string
  /** The name of the placeholder; empty for a route without one. */
  readonly placeholder: string
  /** The table of the node that the placeholder represents. */
  readonly kind: string
  /** The parameter that names the node, if the path does not; else empty. */
  readonly query: string
  /** Whether the route is below `{web_url}`, where paths have no version (CNV-002). */
  readonly web: boolean
  /** The prefix of the placeholder's id: `act_` for an ad account, or nothing (CNV-017). */
  readonly prefix: string
  /** The path after the node, or the whole path of a route without a placeholder (CNV-005). */
  readonly edge: string
  /** The parameter that the last segment of the path is, as in `/{user}/friends/{friend}`; else empty. */
  readonly tail: string
  /** The segments of `edge`. */
  readonly segments: readonly string[]
  /** All error codes of the endpoint. */
  readonly codes: ReadonlySet<ErrorCode>
  /** The parameters that this route implies. */
  readonly implied?: RawParams
}

/** The endpoint of a path, and the node that the path names. */
export interface Route {
  readonly operation: string
  readonly endpoint: Endpoint
  readonly codes: ReadonlySet<ErrorCode>
  readonly node: Node | undefined
  /** The name of the node in the context of the endpoint's rule; empty if the path names no node. */
  readonly placeholder: string
  /** The parameter that names the node, if the path names none, and the id in it; empty without one. */
  readonly asked?: { readonly parameter: string; readonly id: string }
  /** The parameters that this route implies. */
  readonly implied: RawParams | undefined
  /** The stub that answers, and the simulated operation that it replaces. */
  readonly stub?: { readonly armed: ArmedStub; readonly overrides: string | undefined }
}

/** All endpoints, by name and by route. */
export interface Routes {
  readonly byName: ReadonlyMap<string, NamedEndpoint>
  readonly byPath: ReadonlyMap<string, NamedEndpoint>
  /** The first segments of the routes whose path names no node. */
  readonly beginnings: ReadonlySet<string>
  /** The edges of nodes that can be read. */
  readonly readableEdges: ReadonlySet<string>
}
