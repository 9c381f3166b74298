import type { z } from '../../engine/schema/zod.ts'
import type { WorldEvent } from '../../engine/state/state.ts'
import type { AnyText, CallOutcome, TypedFile } from '../typed-call.ts'
import type { Area } from './area.ts'
import type { AreaEvent } from './event.ts'
import type { AreaAction, AreaEndpoint } from './operation.ts'

/** The name of the placeholder of a route. */
type PlaceholderOf<R extends string> = R extends `${string}{${infer P}}${string}` ? P : never

/** The members of an object type as one type, as an editor shows it. */
type Flat<T> = { [N in keyof T]: T[N] } & unknown

/** The parameters that a schema takes. An object without members would refuse every name. */
type Input<P extends z.ZodType> = z.input<P> extends Readonly<Record<string, never>> ? unknown : z.input<P>

/** The names of the fields of a result: those of its records, if it is a list. */
type FieldOf<T> = T extends { readonly data: readonly (infer I)[] } ? keyof I & string : keyof T & string

/** The parameters of a typed call: the id of the row that the path names, and those of the endpoint. */
type CallParams<R extends string, P extends z.ZodType, T extends z.ZodType> = Flat<
  { readonly [N in PlaceholderOf<R>]: string } & Input<P> & {
      /** The fields of the result, between commas or as a list. */
      readonly fields?: FieldOf<z.output<T>> | AnyText | readonly (FieldOf<z.output<T>> | AnyText)[]
      readonly files?: readonly TypedFile[]
    }
>

/** The arguments of a method: none are needed if every parameter is optional. */
type Arguments<P> = Record<never, never> extends P ? [params?: P] : [params: P]

/** The methods of a client for the endpoints of an area. */
type EndpointMethods<A> = A extends { readonly endpoints: infer E }
  ? {
      [N in keyof E]: E[N] extends AreaEndpoint<infer R, infer _N, infer P, infer T, infer _C>
        ? (...given: Arguments<CallParams<R, P, T>>) => CallOutcome<z.output<T>>
        : never
    }
  : never

/** The methods of a world for the actions of an area. */
type ActionsOfArea<A> = A extends { readonly actions: infer E }
  ? {
      [N in keyof E]: E[N] extends AreaAction<infer P, infer T>
        ? (...given: Arguments<Flat<Input<P>>>) => CallOutcome<z.output<T>>
        : never
    }
  : never

/** The data of the events of an area, by their types. */
type EventsOfArea<A> = A extends { readonly name: infer N extends string; readonly events: infer E }
  ? {
      [K in keyof E & string as `${N}.${K}`]: E[K] extends AreaEvent<infer D> ? z.output<D> : never
    }
  : never

/** The intersection of the members of a union. */
type Intersection<U> = (U extends unknown ? (member: U) => void : never) extends (whole: infer W) => void
  ? W
  : never

/** The calls of a client of a world with these areas. */
export type AreaCalls<A extends Area> = Intersection<EndpointMethods<A>>

/** The actions of a world with these areas. */
export type AreaActions<A extends Area> = Intersection<ActionsOfArea<A>>

/** The event log of a world with these areas, whose events have typed data. */
export interface AreaEvents<A extends Area> {
  /** Returns the events of one type of an area, such as `tracker.opened`. */
  of<T extends keyof Intersection<EventsOfArea<A>>>(
    type: T,
  ): readonly (WorldEvent & { readonly data: Intersection<EventsOfArea<A>>[T] })[]
}

/** The name of a kind of fact of an area, such as `tracker.issueReported`. */
export type AreaFactName = `${string}.${string}`

/** The kinds of facts of areas, by their names. */
export type AreaFacts<A extends Area> = A extends {
  readonly name: infer N extends string
  readonly facts: infer F
}
  ? `${N}.${keyof F & string}`
  : never
