import type { z } from '../../engine/schema/zod.ts'
import type { Permission } from '../caller/caller.ts'
import type { ErrorCode } from '../contract/errors.ts'
import type { AreaActionContext, AreaCallContext, AreaRefusal } from './context.ts'
import type { AreaCaller, AreaReadContext } from './read-context.ts'
import type { AnyTable, AreaRow } from './tables.ts'
import type { AnyView } from './view.ts'

/** Who may call an endpoint. Without any of these, each token may. */
export interface AreaAccess<N extends AnyTable | undefined = undefined> {
  /** The kinds of tokens that may call. */
  readonly tokens?: readonly AreaCaller['kind'][]
  /** The permissions that the token needs. */
  readonly permissions?: readonly Permission[]
  /** Returns why this caller may not call; undefined if they may. The error has code 200. */
  check?(context: AreaReadContext & { readonly node: AreaRow<N> }): string | undefined
}

/** A call that an area answers at a route, as `endpoint` of `fauxgraph/area` returns it. */
export interface AreaEndpoint<
  R extends string = string,
  N extends AnyTable | undefined = AnyTable | undefined,
  P extends z.ZodType = z.ZodType,
  T extends z.ZodType = z.ZodType,
  C extends ErrorCode = ErrorCode,
> {
  readonly kind: 'endpoint'
  /** A method and a path, such as `POST /{issue}/comments`. Typed calls take the id as `issue`. */
  readonly route: R
  /** The table of the row that the placeholder of the route names. */
  readonly node?: N
  readonly access?: AreaAccess<N>
  /** The error codes that it may answer: 100 and 200 if left out. 190 is implied. */
  readonly errors?: readonly C[]
  readonly params: P
  readonly result: T
  /** The view of the record whose `fields` a call can select. */
  readonly view?: AnyView
  /** The names of the form parts in which it takes files. `*` means any name. */
  readonly files?: readonly string[]
  /** Answers a call that passed every check. It must follow from its context alone. */
  run(context: AreaCallContext<N, z.output<P>, C>): z.output<T> | AreaRefusal
}

/** Declares an endpoint. */
export function areaEndpoint<
  const R extends string,
  P extends z.ZodType,
  T extends z.ZodType,
  N extends AnyTable | undefined = undefined,
  const C extends ErrorCode = 100 | 200,
>(definition: Omit<AreaEndpoint<R, N, P, T, C>, 'kind'>): AreaEndpoint<R, N, P, T, C> {
  return Object.freeze({ kind: 'endpoint', ...definition })
}

/** An action of an area: something that happens without a call of the API. */
export interface AreaAction<P extends z.ZodType = z.ZodType, T extends z.ZodType = z.ZodType> {
  readonly kind: 'action'
  readonly params: P
  readonly result: T
  /** Does the action. It must follow from its context alone. */
  run(context: AreaActionContext<z.output<P>>): z.output<T> | AreaRefusal
}

/** Declares an action. */
export const areaAction = <P extends z.ZodType, T extends z.ZodType>(
  definition: Omit<AreaAction<P, T>, 'kind'>,
): AreaAction<P, T> => Object.freeze({ kind: 'action', ...definition })
