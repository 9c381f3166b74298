import fc from 'fast-check'
import {
  budget,
  copied,
  created,
  filter,
  limits,
  mostly,
  names,
  newSet,
  options,
  statuses,
  strategies,
  updated,
} from './campaign-parameters.ts'

/** The campaign that a command names. */
export interface Which {
  readonly at: number
  readonly among: string
}

/** Draws a campaign: one not deleted, any one, one with a number of ads, or an unknown one. */
const which: fc.Arbitrary<Which> = fc.record({
  at: fc.nat(30),
  among: fc.oneof(
    { arbitrary: fc.constant('recent'), weight: 12 },
    { arbitrary: fc.constant('live'), weight: 12 },
    { arbitrary: fc.constant('any'), weight: 2 },
    { arbitrary: fc.constantFrom('foreign', 'unknown', 'an ad set'), weight: 1 },
  ),
})

const source: fc.Arbitrary<Which> = fc.oneof(
  { arbitrary: which, weight: 6 },
  {
    arbitrary: fc.constantFrom('3 ads', '4 ads').map((among) => ({ at: 0, among })),
    weight: 2,
  },
  { arbitrary: fc.constantFrom('51 ads', '52 ads').map((among) => ({ at: 0, among })), weight: 1 },
)

const account = fc.oneof(
  { arbitrary: fc.constant('own'), weight: 14 },
  { arbitrary: fc.constant('second'), weight: 4 },
  { arbitrary: fc.constantFrom('foreign', 'unknown'), weight: 1 },
)

const who = fc.record({
  token: mostly(
    24,
    fc.constant('userToken' as const),
    fc.constantFrom(
      ...(['noAdsReadToken', 'noAdsManagementToken', 'developmentAppToken'] as const),
      ...(['expiredToken', 'nobody'] as const),
    ),
  ),
  version: fc.oneof(
    { arbitrary: fc.constantFrom('v26.0' as const, 'v7.0' as const), weight: 12 },
    { arbitrary: fc.constantFrom('v6.0' as const, 'v4.0' as const, 'v3.2' as const), weight: 6 },
    { arbitrary: fc.constant('v2.12' as const), weight: 1 },
  ),
})

const item = fc.oneof(
  fc.record({ kind: fc.constant('create' as const), given: created }),
  fc.record({ kind: fc.constant('update' as const), which, given: updated }),
  fc.record({ kind: fc.constant('copy' as const), which: source, given: copied }),
)

/** The drawn details of each command. The model looks up the objects that they name when it runs. */
const details = {
  create: fc.record({ account, given: created, source: mostly(9, fc.constant(undefined), which) }),
  update: fc.record({ which, given: updated }),
  budget: fc.record({
    which,
    given: fc.oneof(fc.constant({}), budget),
    budgets: mostly(
      3,
      fc.constantFrom('all', 'none'),
      fc.constantFrom('one missing', 'both kinds', 'unknown', 'empty'),
    ),
    options: mostly(5, fc.constant(undefined), options),
  }),
  bid: fc.record({
    which,
    strategy: strategies,
    amounts: mostly(3, fc.constant('all'), fc.constantFrom('none', 'one missing', 'unknown', 'not positive')),
  }),
  delete: fc.record({ which }),
  deleteMany: fc.record({
    account: mostly(9, fc.constant('own'), account),
    delete_strategy: mostly(
      9,
      fc.constantFrom('DELETE_ANY', 'DELETE_OLDEST', 'DELETE_ARCHIVED_BEFORE', 'DELETE_ARCHIVED_BEFORE'),
      fc.constantFrom('DELETE_ALL', undefined),
    ),
    hoursAgo: fc.constantFrom(-0.5, 0.5, 1.5, 5.5, undefined),
    object_count: fc.constantFrom(1, 1, 1, 2, 2, 3, 4, 0, undefined),
  }),
  copy: fc.record({ which: source, given: copied }),
  adSet: fc.record({ which, given: newSet }),
  ad: fc.record({
    at: fc.nat(30),
    among: mostly(9, fc.constant('live'), fc.constantFrom('any', 'unknown')),
    name: names,
    status: statuses('ACTIVE', 'PAUSED'),
    isOwnCreative: mostly(12, fc.constant(true), fc.constant(false)),
  }),
  list: fc.record({ account, filter, limit: limits }),
  edge: fc.record({
    which: mostly(3, which, source),
    edge: fc.constantFrom('ads' as const, 'adsets' as const, 'copies' as const),
    limit: limits,
  }),
  batch: fc.record({
    account,
    name: mostly(9, fc.constant('Batch'), fc.constant(undefined)),
    items: fc.array(item, { minLength: 1, maxLength: 4 }),
    times: mostly(9, fc.constant(1), fc.constantFrom(0, 51)),
  }),
  wait: fc.record({ hours: fc.constantFrom(1, 1, 2, 24) }),
  issues: fc.record({ which, issues: fc.boolean() }),
  processing: fc.record({ which, processing: fc.boolean() }),
  read: fc.record({ which }),
}

/** The kind of a command. */
export type Kind = keyof typeof details

/** The caller and the version of a command. */
export type Who = typeof who extends fc.Arbitrary<infer T> ? T : never

/** An item of a batch. */
export type Item = typeof item extends fc.Arbitrary<infer T> ? T : never

/** The details of a command of a kind. */
export type Details<K extends Kind> = (typeof details)[K] extends fc.Arbitrary<infer T> ? T : never

/** A command: its kind, its caller, and its details. */
export interface Command {
  readonly kind: Kind
  readonly who: Who
  readonly details: unknown
}

/** The kinds of commands. */
export const kinds = Object.keys(details) as Kind[]

const weights: Partial<Record<Kind, number>> = {
  create: 5,
  adSet: 6,
  ad: 4,
  update: 6,
  budget: 5,
  wait: 4,
  copy: 5,
  delete: 2,
  deleteMany: 2,
  issues: 3,
  processing: 3,
}

/** Commands of all kinds. */
export const command: fc.Arbitrary<Command> = fc.oneof(
  ...kinds.map((kind) => ({
    arbitrary: fc.record({ kind: fc.constant(kind), who, details: details[kind] as fc.Arbitrary<unknown> }),
    weight: weights[kind] ?? 4,
  })),
)
