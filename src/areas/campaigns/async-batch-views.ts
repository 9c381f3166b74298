import { z } from 'zod'
import type { Tx } from '../../graph/context.ts'
import { json } from '../../graph/values/columns.ts'
import { isoTime } from '../../graph/values/times.ts'
import { field, type View } from '../../graph/views/fields.ts'
import type { AsyncBatchRow, AsyncRequestRow } from '../rows.ts'
import { requestStatuses } from './records.ts'

type RequestStatus = (typeof requestStatuses)[number]

function requestCount(tx: Tx, { id }: AsyncBatchRow, ...counted: readonly RequestStatus[]): number {
  return tx.list('asyncRequests', 'byBatch', [id], { where: ({ status }) => counted.includes(status) }).length
}

const counter = (...counted: readonly RequestStatus[]) =>
  field(z.int(), (batch: AsyncBatchRow, { tx }) => requestCount(tx, batch, ...counted), { onRequest: true })

/** A batch as it is read (SIL-130): its counts only when they are named. */
export const asyncBatchView = {
  name: 'AdAsyncRequestSet',
  minimal: ['id', 'owner_id', 'name', 'is_completed'],
  fields: {
    id: field(z.string(), (batch: AsyncBatchRow) => String(batch.id)),
    owner_id: field(z.string(), (batch: AsyncBatchRow) => String(batch.adAccount)),
    name: field(z.string(), (batch: AsyncBatchRow) => batch.name),
    is_completed: field(
      z.boolean(),
      (batch: AsyncBatchRow, { tx }) => requestCount(tx, batch, 'INITIAL', 'IN_PROGRESS') === 0,
    ),
    total_count: counter(...requestStatuses),
    initial_count: counter('INITIAL'),
    in_progress_count: counter('IN_PROGRESS'),
    success_count: counter('SUCCESS'),
    error_count: counter('ERROR'),
  },
} satisfies View<AsyncBatchRow>

const Input = z.object({ name: z.string(), relative_url: z.string(), body: json })

/** A request of a batch as it is listed, with what it came to. */
export const asyncRequestView = {
  name: 'AdAsyncRequest',
  minimal: ['id', 'status'],
  fields: {
    id: field(z.string(), (request: AsyncRequestRow) => String(request.id)),
    scope_object_id: field(z.string(), (request: AsyncRequestRow) => String(request.adAccount)),
    status: field(z.enum(requestStatuses), (request: AsyncRequestRow) => request.status),
    result: field(json, ({ result }: AsyncRequestRow) => result ?? undefined),
    input: field(Input, ({ name, relativeUrl, body }: AsyncRequestRow) => ({
      name,
      relative_url: relativeUrl,
      body,
    })),
    created_time: field(z.string(), (request: AsyncRequestRow) => isoTime(request.createdTime)),
    updated_time: field(z.string(), (request: AsyncRequestRow) => isoTime(request.updatedTime)),
  },
} satisfies View<AsyncRequestRow>
