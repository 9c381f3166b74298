import { boundedArray, json } from '../../engine/schema/schema.ts'
import { z } from '../../engine/schema/zod.ts'

/** The version of the format of traces. It rises when an older viewer cannot show a newer trace. */
export const TRACE_VERSION = 1

/** A list that nobody changes. */
const list = <T extends z.ZodType>(item: T) => boundedArray(item).readonly()

const instant = z.number()
const row = z.object({ id: z.number(), kind: z.string() }).catchall(json)

const rowDifference = z.object({
  kind: z.string(),
  id: z.number(),
  change: z.enum(['created', 'changed', 'removed']),
  before: row.nullable(),
  after: row.nullable(),
  columns: list(z.string()),
})

const event = z.object({ sequence: z.number(), at: instant, type: z.string(), data: json })

const step = z.object({
  sequence: z.number(),
  at: instant,
  type: z.string(),
  method: z.string().nullable(),
  name: z.string(),
  target: z.string().nullable(),
  token: z.string().nullable(),
  app: z.string().nullable(),
  status: z.number().nullable(),
  ok: z.boolean(),
  code: z.number().nullable(),
  events: z.number(),
  eventTypes: list(z.string()),
  changes: z.number(),
  faults: list(z.string()).default([]),
  input: z.record(z.string(), json),
  value: z.string().nullable(),
  error: z
    .looseObject({ code: z.number(), message: z.string(), type: z.string(), because: list(z.string()) })
    .nullable(),
  failedCheck: z.string().nullable(),
  version: z.string().nullable(),
  sent: z.object({ method: z.string(), path: z.string(), params: z.record(z.string(), json) }).nullable(),
  call: z
    .object({
      operation: z.string(),
      token: z.string(),
      version: z.string().exactOptional(),
      params: z.record(z.string(), json),
      files: json.exactOptional(),
    })
    .nullable()
    .default(null),
  eventList: list(event),
  rows: list(rowDifference),
  deliveries: list(z.string()).default([]),
})

const delivery = z.object({
  id: z.string(),
  app: z.string(),
  kind: z.string(),
  status: z.string(),
  due: instant.nullable(),
  attempts: list(z.object({ at: instant, status: z.number().nullable(), error: z.string().nullable() })),
  notices: z.number(),
  reason: z.string().nullable(),
  request: z.object({
    method: z.string(),
    url: z.string(),
    headers: z.record(z.string(), z.string()),
    body: z.string(),
  }),
})

const counts = z.record(z.string(), z.number())

const story = z.object({
  title: z.string(),
  /** What was expected, and what came. */
  failure: z.string(),
  /** The steps of the story in words, in their order; a mark stands at the step that it belongs to. */
  steps: list(z.object({ text: z.string(), mark: z.string().nullable() })),
  /** What the code under test did, line by line. */
  timeline: list(z.string()),
  /** The same for the baseline run. */
  baseline: list(z.string()),
})

/** The schema of a trace: what happened in a world, as plain JSON. */
export const traceSchema = z.object({
  format: z.literal('fauxgraph-trace'),
  version: z.literal(TRACE_VERSION),
  /** The version of fauxgraph that wrote it. */
  engine: z.string(),
  title: z.string(),
  seed: z.string(),
  baseUrl: z.string(),
  webUrl: z.string(),
  hash: z.string(),
  /** The virtual time at the end, in Unix milliseconds. */
  now: instant,
  policy: z.record(z.string(), json),
  /** The ids and tokens of the starter world by name. */
  names: z.record(z.string(), z.string()),
  /** The names of the apps by their ids. */
  apps: z.record(z.string(), z.string()).default({}),
  /** All checks of a call in their order. */
  checks: list(z.object({ name: z.string(), chapter: z.string(), rows: list(z.string()) })),
  /** The virtual time and the rows before the first step. Rows beyond a bound are left out and counted. */
  start: z.object({ now: instant, rows: list(row), leftOut: z.number() }),
  /** The number of steps before the first one. */
  earlier: z.number(),
  steps: list(step),
  pending: list(z.object({ at: instant, kind: z.string(), key: z.string() })),
  deliveries: list(delivery),
  missed: list(json),
  faults: list(json),
  coverage: z.object({
    operations: z.record(z.string(), z.object({ results: counts, events: counts })),
    events: counts,
  }),
  /** The base and the inputs up to the last step, which make the world again; null if they are too long. */
  recording: json.nullable(),
  story: story.nullable(),
})

/** What happened in a world, as plain JSON. */
export type Trace = z.output<typeof traceSchema>

/** A failed story of `explore`, as a trace has it. */
export type TraceStory = z.output<typeof story>

/** Options of `world.trace`. */
export interface TraceOptions {
  /** The title: `A world` if left out. */
  readonly title?: string
  /** Maximum steps: the last 1,000 if left out, and at most 10,000. */
  readonly steps?: number
}
