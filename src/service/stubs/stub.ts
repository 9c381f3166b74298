import { boundedArray, json, shortText } from '../../engine/schema/schema.ts'
import { z } from '../../engine/schema/zod.ts'
import { counter } from '../../engine/state/snapshot-check.ts'
import { bounds } from '../contract/bounds.ts'
import { shown } from '../values/scalars.ts'

const ROUTE = /^(GET|POST|DELETE) \/[^\s?#]*$/
/** Returns the problem of the form of a route; undefined if it has none. */
export function routeProblem(route: unknown): string | undefined {
  if (typeof route !== 'string' || route.length > bounds.stubRouteCharactersMax || !ROUTE.test(route))
    return (
      `must be a method (GET, POST or DELETE) and a path without version and query, such as ` +
      `'GET /{page}/conversations', of at most ${bounds.stubRouteCharactersMax} characters, got ` +
      shown(route)
    )
  const [first = '', ...rest] = route.slice(route.indexOf('/') + 1).split('/')
  if (/^v\d+(\.\d+)?$/.test(first)) {
    const [method = ''] = route.split(' ')
    return (
      `must have no version, because a stub answers the calls of all: write ` +
      `'${method} /${rest.join('/')}', got ${shown(route)}`
    )
  }
  return rest.some((segment) => segment.includes('{'))
    ? `may have a placeholder only as its first segment, got ${shown(route)}`
    : undefined
}

const Route = z.custom<string>((value) => routeProblem(value) === undefined, {
  error: ({ input }) => routeProblem(input) ?? '',
})

/** The name of a stub's function: its route, with a number if the route had another function before. */
const functionName = shortText(bounds.stubRouteCharactersMax + 16)

const shape = {
  route: Route,
  /** The answer to each call, as it is. */
  data: json.exactOptional(),
  /** The name of the function that answers, which the options of the world contain. */
  function: functionName.exactOptional(),
  /** Whether texts of the answer have placeholders, such as `{{count}}`, that each call fills. */
  template: z.boolean().exactOptional(),
  /** Whether it replaces a simulated endpoint. */
  override: z.boolean().exactOptional(),
}

/** A stub: an endpoint that a user adds to a world. It is plain data, or names a function. */
export const Stub = z
  .strictObject(shape)
  .refine(
    ({ data, function: name }) => (data === undefined) !== (name === undefined),
    'must have the member data: the answer to each call',
  )

/** A route and its answer, as an input of type `stub` adds it. */
export type Stub = z.output<typeof Stub>

/** A stub of a world, with its count. */
export type ArmedStub = {
  readonly id: string
  readonly stub: Stub
  /** The number of calls that it answered. */
  readonly uses: number
}

/** The schema of all stubs of a world, for snapshots. */
export const ArmedStubs = boundedArray(
  z.strictObject({ id: shortText(64), stub: Stub, uses: counter }),
).refine((stubs) => stubs.length <= bounds.stubsMax, `has more than ${bounds.stubsMax} stubs`)

/** Returns the stubs in the notes of a ledger. */
export const stubsIn = ({ stubs = [] }: { readonly stubs?: readonly ArmedStub[] }): readonly ArmedStub[] =>
  stubs

/** Stores the stubs in the notes of a ledger. A world without stubs has no note of them. */
export function keepStubs<N extends { readonly stubs?: readonly ArmedStub[] }>(
  ledger: { notes: N },
  stubs: readonly ArmedStub[],
): void {
  const { stubs: _stubs, ...others } = ledger.notes
  ledger.notes = (stubs.length === 0 ? others : { ...others, stubs }) as N
}
