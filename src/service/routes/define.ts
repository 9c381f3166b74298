import type { Tables } from '../../chapters/tables.ts'
import type { OutboxActions } from '../../chapters/webhooks/outbox-changes.ts'
import { z } from '../../engine/schema/zod.ts'
import type { AnyRow, RowOf } from '../../engine/store/table.ts'
import type { Access } from '../access/access.ts'
import type { CallError, ErrorCode, Failure } from '../contract/errors.ts'
import type { Shown } from '../views/fields.ts'
import type { List, ListReader, ListSource } from '../views/paging.ts'
import { successResult } from '../views/results.ts'
import type { View } from '../views/view.ts'
import type { CallFile, RawParams } from './call.ts'
import type { ReadContext } from './read-context.ts'

/** The table of each path placeholder: in `/{page}/photos`, the node is a row of `pages`. */
export const placeholders = {
  page: 'pages',
  photo: 'photos',
  album: 'albums',
  video: 'videos',
  post: 'posts',
  comment: 'comments',
  user: 'users',
  business: 'businesses',
  adAccount: 'adAccounts',
  campaign: 'campaigns',
  adSet: 'adSets',
  ad: 'ads',
  creative: 'creatives',
  batch: 'asyncBatches',
  reportRun: 'reportRuns',
  customAudience: 'customAudiences',
  adLabel: 'adLabels',
  pixel: 'eventSources',
  form: 'leadForms',
  lead: 'leads',
  catalog: 'catalogs',
  feedUpload: 'feedUploads',
  media: 'media',
  instagramAccount: 'instagramAccounts',
  instagramMedia: 'instagramMedia',
  mediaContainer: 'mediaContainers',
  app: 'apps',
  adImage: 'adImages',
  threatIndicator: 'threatIndicators',
} as const satisfies Record<string, keyof Tables>

/** The table of each node type that has edges, by the name of the type in error messages. */
export const tablesOfTypes: Readonly<Record<string, keyof Tables>> = {
  Ad: 'ads',
  AdAccount: 'adAccounts',
  AdAsyncRequestSet: 'asyncBatches',
  AdCreative: 'creatives',
  AdImage: 'adImages',
  AdReportRun: 'reportRuns',
  AdSet: 'adSets',
  Album: 'albums',
  Application: 'apps',
  Business: 'businesses',
  Campaign: 'campaigns',
  Comment: 'comments',
  CustomAudience: 'customAudiences',
  IGContainer: 'mediaContainers',
  IGMedia: 'instagramMedia',
  IGUser: 'instagramAccounts',
  Lead: 'leads',
  LeadGenData: 'leadForms',
  Media: 'media',
  Page: 'pages',
  Photo: 'photos',
  Post: 'posts',
  ProductCatalog: 'catalogs',
  User: 'users',
  Video: 'videos',
}

/** A path placeholder. */
type Placeholder = keyof typeof placeholders

/** The placeholder of a route. */
type PlaceholderOf<R extends string> = R extends `${string}{web_url}${infer Path}`
  ? PlaceholderOf<Path>
  : R extends `${string}{${infer P extends Placeholder}}${string}`
    ? P
    : never

/** The placeholder in the path of a route. A placeholder in the query is an ordinary parameter. */
export type PathPlaceholderOf<R extends string> = R extends `${string}?${string}` ? never : PlaceholderOf<R>

/** Returns an error with one of the endpoint's codes. */
type Refuse<C extends ErrorCode> = (code: C, message: string, more?: { subcode?: number }) => Failure

/** The context of an endpoint's rule. The node of the path has the name of the placeholder. */
export type EndpointContext<R extends string, P, C extends ErrorCode> = ReadContext & {
  readonly params: P
  readonly files: readonly CallFile[]
  readonly refuse: Refuse<C>
  /** Returns the error of a shared rule. */
  readonly refuseFor: (error: CallError) => Failure
  /** Returns a row as a record with the selected fields (CNV-020). */
  readonly show: <T extends AnyRow, V extends View<T>>(view: V, row: T) => Shown<V>
  /** Whether `fields` names this field. */
  readonly asks: (field: string) => boolean
  /** Returns the requested page of a list, each row as a record. */
  readonly pageOf: {
    <K extends keyof Tables & string, V extends View<RowOf<Tables, K>>>(
      source: ListSource<K>,
      view: V,
    ): List<Shown<V>> | Failure
    /** `fields` selects those of a call that names none. */
    <T extends AnyRow, V extends View<T>>(
      reading: ListReader<T>,
      view: V,
      fields?: string,
    ): List<Shown<V>> | Failure
  }
  /** Returns the selected fields of a new node, if a write names `fields` (SIL-028). */
  readonly readBack: <T extends AnyRow, V extends View<T>>(view: V, row: T) => Partial<Shown<V>>
  /** Whether the call is an item of an asynchronous batch. */
  readonly asynchronous: boolean
  /** Returns true if a URL leads to a node that the caller cannot read (SIL-092). */
  readonly leadsToUnreadable: (url: string) => boolean
  /** Queues notices and handshakes for webhooks. A call that queues one must not fail afterwards. */
  readonly outbox: OutboxActions
} & { readonly [N in PlaceholderOf<R>]: RowOf<Tables, (typeof placeholders)[N]> }

/** An endpoint as one value: route, chapter, access, errors, parameters, result and rule. */
export interface Endpoint<
  R extends string = string,
  P extends z.ZodType = z.ZodType,
  T extends z.ZodType = z.ZodType,
  C extends ErrorCode = ErrorCode,
> {
  readonly kind: 'endpoint'
  /** The name of its area, if the user added it. */
  readonly area?: string
  /** The table of the node that its path names, in an area of the user. Else the placeholder says it. */
  readonly nodeTable?: string
  /**
   * Method and path; `{page}` is a placeholder for the id of a node. A path below `{web_url}` has no version,
   * and may name its node in the query, as in `?id={form}`.
   */
  readonly route: R
  /** Other routes of the endpoint, each with the parameters that it implies. */
  readonly also?: Readonly<Record<string, RawParams>>
  /** The chapter of the contract that describes the endpoint. One with `source` leaves it out. */
  readonly chapter: string
  /**
   * The page of the live service's documentation that describes the endpoint, if the contract does not. Such
   * an endpoint is beyond the description: only a world with the policy `beyond: 'serve'` has it (SIL-189).
   */
  readonly source?: string
  /** Its parameters that only a world with the policy `beyond: 'serve'` applies (SIL-189). */
  readonly beyondParams?: readonly string[]
  readonly access: Access
  /**
   * The error codes that the contract lists for the endpoint (ERR-025). If it lists none, leave them out: the
   * codes of every endpoint, 100 and 200, then apply. 190 and the codes of the surface are implied.
   */
  readonly errors: readonly C[]
  readonly params: P
  readonly result: T
  /** Over HTTP, the answer is a redirect to the `location` of the result. */
  readonly redirects?: true
  /** The names of the form parts in which the endpoint takes files. `*` means any name. */
  readonly files?: readonly string[]
  /** The view of the record whose `fields` a call can select. */
  readonly view?: View<never>
  /** The view for a caller that gets another record than `view`, if the caller gets one. */
  readonly viewFor?: (context: ReadContext) => View<never> | undefined
  /** The media type of an answer that is not JSON. The result is then the text of the answer. */
  readonly mediaType?: string
  /** The answer is a secret, which the call log leaves out. */
  readonly answersSecret?: true
  /** Returns the parameters for the call log, without tokens and contents of files. */
  logged?(params: z.output<P>): object
  run(context: EndpointContext<R, z.output<P>, C>): z.output<T> | Failure
}

const noParams = z.object({})

/** The members that an operation may leave out: no parameters, and a result that is only a success. */
const implied = { params: noParams, result: successResult }

/** The members of an operation, of which it may leave out what is implied. */
type Declared<O extends { readonly params: z.ZodType; readonly result: z.ZodType }> = Omit<
  O,
  'kind' | 'errors' | keyof typeof implied
> &
  Partial<Pick<O, keyof typeof implied>>

/** The place that describes an endpoint: a chapter of the contract, or a page of the live service. */
type Described = { readonly chapter: string } | { readonly source: string }

/** Declares an endpoint. */
export function endpoint<
  const R extends string,
  P extends z.ZodType = typeof noParams,
  T extends z.ZodType = typeof successResult,
  const C extends ErrorCode = 100 | 200,
>(
  definition: Omit<Declared<Endpoint<R, P, T, C>>, 'chapter'> &
    Described & { readonly errors?: readonly C[] },
): Endpoint<R, P, T, C> {
  const kind = 'endpoint' as const
  return Object.assign({ kind, chapter: 'Beyond the description', errors: [] }, implied, definition)
}

/** The context of an action's rule. */
export interface ActionContext<P> extends Omit<ReadContext, 'caller' | 'version'> {
  readonly params: P
  readonly refuse: (message: string) => Failure
  /** Counts a lead of a page, for the limit of lead reads. */
  readonly countLead: (page: number) => void
  /** Queues notices for the webhooks of apps. */
  readonly outbox: OutboxActions
}

/** Something that users, administrators, the platform or time do, without an endpoint in the contract. */
export interface Action<P extends z.ZodType = z.ZodType, T extends z.ZodType = z.ZodType> {
  readonly kind: 'action'
  /** The name of its area, if the user added it. */
  readonly area?: string
  readonly chapter: string
  readonly params: P
  readonly result: T
  run(context: ActionContext<z.output<P>>): z.output<T> | Failure
}

/** Declares an action. A refused action changes nothing; its error has code 100. */
export function action<P extends z.ZodType = typeof noParams, T extends z.ZodType = typeof successResult>(
  definition: Declared<Action<P, T>>,
): Action<P, T> {
  return Object.assign({ kind: 'action' as const }, implied, definition)
}
