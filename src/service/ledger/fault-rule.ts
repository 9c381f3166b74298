import { boundedArray, boundedRecord, shortText } from '../../engine/schema/schema.ts'
import { z } from '../../engine/schema/zod.ts'
import { counter } from '../../engine/state/snapshot-check.ts'
import { bounds } from '../contract/bounds.ts'
import { errorCodes, isKnownCode, type KnownCode } from '../contract/errors.ts'
import { liveCodes } from '../contract/live-errors.ts'
import { transientCodes } from '../contract/transient.ts'
import { didYouMean } from '../values/nearest.ts'
import { shown } from '../values/scalars.ts'

const Interval = z.tuple([z.number(), z.number()])
const count = z.number().int().nonnegative().max(bounds.idMax)
const name = shortText(bounds.faultTextMax)
const probability = {
  error: ({ input }: { input: unknown }) => `must be a probability from 0 to 1, got ${shown(input)}`,
}

/** The calls that a rule applies to. All members that are set must match. */
const Match = z.strictObject({
  operation: name.exactOptional(),
  /** The id of the node in the path. */
  target: name.exactOptional(),
  token: name.exactOptional(),
  /** The id of the app that the token belongs to. */
  app: name.exactOptional(),
  version: name.exactOptional(),
  /** From the first instant (inclusive) to the second (exclusive), in Unix milliseconds. */
  between: Interval.exactOptional(),
})

const timing = z.enum(['before', 'afterCommit']).exactOptional()

const code = z.custom<KnownCode>(isKnownCode, {
  error: ({ input }) =>
    `must be one of the error codes ${errorCodes.join(', ')}, of the transient ones ` +
    `${transientCodes.join(', ')}, or of those of the live service ${liveCodes.join(', ')}, ` +
    `got ${shown(input)}`,
})

/** Headers that determine the end of a body. Only the server sets them. */
const framing = ['connection', 'content-length', 'transfer-encoding', 'upgrade', 'keep-alive', 'trailer']
const isHeader = ([header, value]: [string, string]): boolean =>
  /^[a-z0-9!#$%&'*+.^_|~-]+$/.test(header) && !framing.includes(header) && /^[\x20-\x7e]*$/.test(value)

const headers = boundedRecord(name).refine(
  (given) => {
    const entries = Object.entries(given)
    return entries.length <= bounds.faultHeadersMax && entries.every(isHeader)
  },
  `must have at most ${bounds.faultHeadersMax} names in lower case, and none of ${framing.join(', ')}; ` +
    'their values are printable ASCII',
)

/** Statuses whose answer has no body. */
const bodiless = [204, 205, 304]

const HttpFault = z
  .strictObject({
    kind: z.literal('http'),
    status: z.number().int().min(200).max(599),
    headers: headers.exactOptional(),
    body: name.exactOptional(),
    when: timing,
  })
  .refine(
    ({ status, body = '' }) => body === '' || !bodiless.includes(status),
    `has a body, but an answer with status ${bodiless.join(', ')} has none`,
  )

const ErrorFault = z.strictObject({
  kind: z.literal('error'),
  code,
  message: name.exactOptional(),
  subcode: count.exactOptional(),
  title: name.exactOptional(),
  userMessage: name.exactOptional(),
  transient: z.boolean().exactOptional(),
  headers: headers.exactOptional(),
  when: timing,
})

const pageKinds = ['emptyPage', 'shortPage', 'expiredCursor'] as const

const kinds = ['error', 'drop', 'http', 'malformed', 'latency', 'staleRead', ...pageKinds, 'notice']

/** The end of the message about a fault that has no known kind. */
function kindProblem(fault: unknown): string {
  const kind: unknown = typeof fault === 'object' && fault !== null ? Reflect.get(fault, 'kind') : undefined
  if (typeof kind !== 'string')
    return `must be an object whose kind is one of ${kinds.join(', ')}, got ${shown(fault)}`
  return `must have one of the kinds ${kinds.join(', ')}, got ${shown(kind)}${didYouMean(kind, kinds)}`
}

/** The effect of a rule. `world/faults.ts` describes each kind to users. */
const Fault = z.discriminatedUnion(
  'kind',
  [
    ErrorFault,
    z.strictObject({ kind: z.literal('drop'), when: timing }),
    HttpFault,
    z.strictObject({ kind: z.literal('malformed'), how: z.enum(['truncated', 'html', 'empty']) }),
    z.strictObject({ kind: z.literal('latency'), by: count.max(bounds.faultLatencyMax) }),
    z.strictObject({ kind: z.literal('staleRead'), by: count }),
    z.strictObject({ kind: z.literal('emptyPage') }),
    z.strictObject({ kind: z.literal('shortPage'), rows: count.min(1).exactOptional() }),
    z.strictObject({ kind: z.literal('expiredCursor') }),
    z.strictObject({
      kind: z.literal('notice'),
      how: z.enum(['drop', 'duplicate', 'delay', 'reorder']),
      /** Delay of a delayed notice in milliseconds; one minute if left out. */
      by: count.exactOptional(),
    }),
  ],
  {
    error: ({ code: problem, input }) =>
      problem === 'invalid_union' || problem === 'invalid_type' ? kindProblem(input) : undefined,
  },
)

/** A fault rule. It is plain data, so that it is part of snapshots, forks and recordings. */
export const TimedFaultRule = z.strictObject({
  match: Match,
  fault: Fault,
  /** The number of matching calls that pass first. */
  skip: count.exactOptional(),
  /** The maximum number of times that it acts. */
  times: count.exactOptional(),
  /** It acts on every n-th matching call. */
  every: count.min(1).exactOptional(),
  /** The probability that it acts, from 0 to 1. Each rule has its own random stream. */
  rate: z.number(probability).min(0, probability).max(1, probability).exactOptional(),
})

/** A fault, and the calls that it meets: by operation, app, count or probability. */
export type TimedFaultRule = z.output<typeof TimedFaultRule>

/** A fault that replaces the answer, or damages its body. */
export type AnswerFault = Extract<TimedFaultRule['fault'], { kind: 'http' | 'malformed' }>

/** A fault rule of a world, with its counts. */
export type ArmedRule = {
  readonly id: string
  readonly rule: TimedFaultRule
  /** The number of matching calls so far. */
  readonly seen: number
  /** The number of times that it acted. */
  readonly hits: number
  /** The state of its random stream; null before the first draw. */
  readonly stream: readonly number[] | null
}

/** The schema of all fault rules of a world, for snapshots. */
export const ArmedRules = boundedArray(
  z.strictObject({
    id: name,
    rule: TimedFaultRule,
    seen: counter,
    hits: counter,
    stream: z.tuple([z.int32(), z.int32(), z.int32(), z.int32()]).nullable(),
  }),
).refine((rules) => rules.length <= bounds.faultRulesMax, `has more than ${bounds.faultRulesMax} rules`)
