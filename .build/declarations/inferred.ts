import type { z } from 'zod'
import type { actions, endpoints } from '../../src/chapters/registry.ts'
import type { policySchema } from '../../src/service/policy-schema.ts'
import type { PathPlaceholderOf } from '../../src/service/routes/define.ts'
import type { CallOutcome, TypedFile } from '../../src/service/typed-call.ts'
import type { Shown } from '../../src/service/views/fields.ts'

// The result of an endpoint with a view can be cut by `fields`; a write takes files.
type SelectsFields = { fields?: string | readonly string[] | undefined }

// A parameter `fields` of an endpoint's own is not the selection.
type Extras<E> = (E extends { readonly view?: object; readonly params: infer P extends z.ZodType }
  ? 'fields' extends keyof OwnParams<z.input<P>>
    ? unknown
    : SelectsFields
  : unknown) &
  (E extends { readonly route: `POST ${string}` }
    ? { source?: Uint8Array | undefined; files?: readonly TypedFile[] | undefined }
    : unknown)

// An object without members reads as Record<string, never>, which allows no placeholder beside it.
type OwnParams<P> = string extends keyof P ? unknown : P

/** The parameters of a typed call: those of the endpoint, and the id of its node under the placeholder's name. */
export type ParamsOf<E> = E extends {
  readonly route: infer R extends string
  readonly params: infer P extends z.ZodType
}
  ? OwnParams<z.input<P>> & { [N in PathPlaceholderOf<R>]: string } & Extras<E>
  : never

/** The result of an operation. */
export type ResultOf<E> = E extends { readonly result: infer T extends z.ZodType } ? z.output<T> : never

/** The parameters of an action. */
export type ActionParamsOf<A> = A extends { readonly params: infer P extends z.ZodType } ? z.input<P> : never

type Endpoints = typeof endpoints
type Actions = typeof actions

/** The parameters and the result of each endpoint. */
export type EndpointParts = {
  readonly [N in keyof Endpoints]: { params: ParamsOf<Endpoints[N]>; result: ResultOf<Endpoints[N]> }
}

/** The parameters and the result of each action. */
export type ActionParts = {
  readonly [N in keyof Actions]: { params: ActionParamsOf<Actions[N]>; result: ResultOf<Actions[N]> }
}

/** The client as it follows from the endpoints: what the written one must be equal to. */
export type InferredClient = {
  readonly [N in keyof Endpoints]: (params: ParamsOf<Endpoints[N]>) => CallOutcome<ResultOf<Endpoints[N]>>
}

/** The actions as they follow from their definitions. */
export type InferredActions = {
  readonly [N in keyof Actions]: (params: ActionParamsOf<Actions[N]>) => CallOutcome<ResultOf<Actions[N]>>
}

/** The policy as it follows from its schema. */
export type InferredPolicy = z.output<typeof policySchema>

/** A record of a view. */
export type RecordOf<V> = Shown<V>
