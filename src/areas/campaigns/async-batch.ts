import { z } from 'zod'
import { count, instant, type RowOf, rowId, table } from '../../engine/table.ts'
import { field, type View } from '../../graph/views/fields.ts'
import type { Tx } from '../../graph/seen.ts'
import { isoTime } from '../../graph/values/times.ts'
import { json } from '../../graph/values/columns.ts'
import type { Tables } from '../tables.ts'

/** What a request of a batch may be. It runs at one instant, so that it never stays in progress. */
const requestStatuses = ['INITIAL', 'IN_PROGRESS', 'SUCCESS', 'ERROR'] as const

type RequestStatus = (typeof requestStatuses)[number]

/** Requests that an ad account takes in and runs later. */
export const asyncBatches = table({
  row: z.object({
    adAccount: rowId('adAccounts'),
    name: z.string(),
    /** The token and the version of the call that made it: its requests run under them. */
    token: z.string(),
    version: z.string(),
    createdTime: instant(),
  }),
  edges: {},
})

/** One request of a batch. */
export const asyncRequests = table({
  row: z.object({
    adAccount: rowId('adAccounts'),
    batch: rowId('asyncBatches'),
    place: count(),
    name: z.string(),
    relativeUrl: z.string(),
    body: json,
    status: z.enum(requestStatuses),
    /** What it came to; null until it ran. */
    result: json,
    createdTime: instant(),
    updatedTime: instant(),
  }),
  // Lists begin at the greatest: the first request of a batch comes first.
  edges: { byBatch: { owners: ({ batch }) => [[batch]], order: ({ place }) => [-place] } },
})

/** A row of a batch. */
export type AsyncBatch = RowOf<Tables, 'asyncBatches'>

/** A row of a request of a batch. */
export type AsyncRequest = RowOf<Tables, 'asyncRequests'>

function countOf(tx: Tx, { id }: AsyncBatch, ...counted: readonly RequestStatus[]): number {
  return tx.list('asyncRequests', 'byBatch', [id], { where: ({ status }) => counted.includes(status) }).length
}

const counter = (...counted: readonly RequestStatus[]) =>
  field(z.int(), (batch: AsyncBatch, { tx }) => countOf(tx, batch, ...counted), { onRequest: true })

/** A batch as it is read (SIL-130): its counts only when they are named. */
export const asyncBatchView = {
  name: 'AdAsyncRequestSet',
  minimal: ['id', 'owner_id', 'name', 'is_completed'],
  fields: {
    id: field(z.string(), (batch: AsyncBatch) => String(batch.id)),
    owner_id: field(z.string(), (batch: AsyncBatch) => String(batch.adAccount)),
    name: field(z.string(), (batch: AsyncBatch) => batch.name),
    is_completed: field(
      z.boolean(),
      (batch: AsyncBatch, { tx }) => countOf(tx, batch, 'INITIAL', 'IN_PROGRESS') === 0,
    ),
    total_count: counter(...requestStatuses),
    initial_count: counter('INITIAL'),
    in_progress_count: counter('IN_PROGRESS'),
    success_count: counter('SUCCESS'),
    error_count: counter('ERROR'),
  },
} satisfies View<AsyncBatch>

const Input = z.object({ name: z.string(), relative_url: z.string(), body: json })

/** A request of a batch as it is listed, with what it came to. */
export const asyncRequestView = {
  name: 'AdAsyncRequest',
  minimal: ['id', 'status'],
  fields: {
    id: field(z.string(), (request: AsyncRequest) => String(request.id)),
    scope_object_id: field(z.string(), (request: AsyncRequest) => String(request.adAccount)),
    status: field(z.enum(requestStatuses), (request: AsyncRequest) => request.status),
    result: field(json, ({ result }: AsyncRequest) => result ?? undefined),
    input: field(Input, ({ name, relativeUrl, body }: AsyncRequest) => ({
      name,
      relative_url: relativeUrl,
      body,
    })),
    created_time: field(z.string(), (request: AsyncRequest) => isoTime(request.createdTime)),
    updated_time: field(z.string(), (request: AsyncRequest) => isoTime(request.updatedTime)),
  },
} satisfies View<AsyncRequest>
