import type { z } from 'zod'
import type { Tables } from '../areas/tables.ts'
import type { OutboxActions } from '../areas/webhooks/outbox-changes.ts'
import type { Json } from '../engine/guard.ts'
import type { Failure } from '../engine/operation.ts'
import type { AnyRow, RowOf } from '../engine/table.ts'
import type { Access } from './access/access.ts'
import type { ReadContext } from './context.ts'
import type { CallError, ErrorCode } from './contract/errors.ts'
import type { Shown, View } from './views/fields.ts'
import type { List, ListReader, ListSource } from './views/paging.ts'

/** The table in which the node of a path placeholder lies: `/{page}/photos` is about a row of `pages`. */
export const placeholders = {
  page: 'pages',
  photo: 'photos',
  post: 'posts',
  user: 'users',
  adAccount: 'adAccounts',
  campaign: 'campaigns',
  adSet: 'adSets',
  ad: 'ads',
  creative: 'creatives',
  batch: 'asyncBatches',
  form: 'leadForms',
  lead: 'leads',
  catalog: 'catalogs',
  feedUpload: 'feedUploads',
  media: 'media',
} as const satisfies Record<string, keyof Tables>

/** A path placeholder. */
export type Placeholder = keyof typeof placeholders

/** The placeholder of a route, as a type. */
export type PlaceholderOf<R extends string> = R extends `${string}{web_url}${infer Path}`
  ? PlaceholderOf<Path>
  : R extends `${string}{${infer P extends Placeholder}}${string}`
    ? P
    : never

/** The placeholder that a caller fills: an id in the query is a parameter like any other. */
export type PathPlaceholderOf<R extends string> = R extends `${string}?${string}` ? never : PlaceholderOf<R>

/** A file that came with a call. */
export interface CallFile {
  /** The name of its form part. */
  readonly part: string
  readonly name: string
  readonly bytes: Uint8Array
}

/** Refuses a call with one of the endpoint's codes. */
export type Refuse<C extends ErrorCode> = (code: C, message: string, more?: { subcode?: number }) => Failure

/** What the rule of an endpoint works with; the node of the path stands under the placeholder's name. */
export type EndpointContext<R extends string, P, C extends ErrorCode> = ReadContext & {
  readonly params: P
  readonly files: readonly CallFile[]
  readonly refuse: Refuse<C>
  /** Passes on a problem that a shared rule found. */
  readonly refuseFor: (error: CallError) => Failure
  /** A row as the caller asked to see it. */
  readonly show: <T extends AnyRow, V extends View<T>>(view: V, row: T) => Shown<V>
  /** Whether the call names this field. */
  readonly asks: (field: string) => boolean
  /** The page of a list that the call asks for, each row shown in a view. */
  readonly pageOf: {
    <K extends keyof Tables & string, V extends View<RowOf<Tables, K>>>(
      source: ListSource<K>,
      view: V,
    ): List<Shown<V>> | Failure
    <T extends AnyRow, V extends View<T>>(reading: ListReader<T>, view: V): List<Shown<V>> | Failure
  }
  /** What a write answers besides its own reply when the call names `fields`: the new node (SIL-028). */
  readonly readBack: <T extends AnyRow, V extends View<T>>(view: V, row: T) => Partial<Shown<V>>
  /** Set while the call is an item of an asynchronous batch. */
  readonly asynchronous: boolean
} & { readonly [N in PlaceholderOf<R>]: RowOf<Tables, (typeof placeholders)[N]> }

/** An endpoint: route, chapter, access, errors, parameters, result and rule in one value. */
export interface Endpoint<
  R extends string = string,
  P extends z.ZodType = z.ZodType,
  T extends z.ZodType = z.ZodType,
  C extends ErrorCode = ErrorCode,
> {
  readonly kind: 'endpoint'
  /**
   * Method and path; `{page}` stands for the id of a node. A path below `{web_url}` has no version, and may
   * name its node in the query, as in `?id={form}`.
   */
  readonly route: R
  /** Other spellings of the route, each with the parameters that it stands for. */
  readonly also?: Readonly<Record<string, RawParams>>
  /** The chapter of the contract that describes it. */
  readonly chapter: string
  readonly access: Access
  /** The codes that the contract lists for it. 190 and the codes of its surface go without saying. */
  readonly errors: readonly C[]
  readonly params: P
  readonly result: T
  /** The result's `location` is where a caller over HTTP is sent. */
  readonly redirects?: true
  /** The record whose `fields` can be chosen. */
  readonly view?: View<never>
  /** The media type of an answer that is no JSON: its result is then the text of the answer. */
  readonly mediaType?: string
  /** The answer is a secret: the call log keeps that it was given, and not what it was. */
  readonly answersSecret?: true
  /** What the call log keeps of the parameters where it is not all: neither tokens nor contents of files. */
  logged?(params: z.output<P>): object
  run(context: EndpointContext<R, z.output<P>, C>): z.output<T> | Failure
}

/** Declares an endpoint. */
export function endpoint<
  const R extends string,
  P extends z.ZodType,
  T extends z.ZodType,
  const C extends ErrorCode,
>(definition: Omit<Endpoint<R, P, T, C>, 'kind'>): Endpoint<R, P, T, C> {
  return { kind: 'endpoint', ...definition }
}

/** What the rule of an action works with. */
export interface ActionContext<P> extends Omit<ReadContext, 'caller' | 'version'> {
  readonly params: P
  readonly refuse: (message: string) => Failure
  /** Adds to a rolling count of the ledger. */
  readonly count: (name: string, seconds: number) => void
  /** What apps are told of, by their webhooks. */
  readonly outbox: OutboxActions
}

/** Something that people, administrators, the platform or time do, for which the contract has no endpoint. */
export interface Action<P extends z.ZodType = z.ZodType, T extends z.ZodType = z.ZodType> {
  readonly kind: 'action'
  readonly chapter: string
  readonly params: P
  readonly result: T
  run(doing: ActionContext<z.output<P>>): z.output<T> | Failure
}

/** Declares an action. A refused action changes nothing, and its error has code 100. */
export function action<P extends z.ZodType, T extends z.ZodType>(
  definition: Omit<Action<P, T>, 'kind'>,
): Action<P, T> {
  return { kind: 'action', ...definition }
}

/** Parameters as they were sent. */
export type RawParams = Readonly<Record<string, Json>>
