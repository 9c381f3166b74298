import { z } from '../../engine/zod.ts'
import type { Tx } from '../../graph/context.ts'
import { json } from '../../graph/values/columns.ts'
import { isoTime } from '../../graph/values/times.ts'
import { field, type View } from '../../graph/views/fields.ts'
import type { AsyncBatchRow, AsyncRequestRow } from '../rows.ts'
import { requestStatuses } from './records.ts'

type RequestStatus = (typeof requestStatuses)[number]

function requestCount(tx: Tx, { id }: AsyncBatchRow, ...statuses: readonly RequestStatus[]): number {
  return tx.list('asyncRequests', 'byBatch', [id], { where: ({ status }) => statuses.includes(status) })
    .length
}

const countField = (...statuses: readonly RequestStatus[]) =>
  field(z.int(), (batch: AsyncBatchRow, { tx }) => requestCount(tx, batch, ...statuses), { onRequest: true })

/** The fields of a batch. The counts are shown when `fields` names them (SIL-130). */
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
    total_count: countField(...requestStatuses),
    initial_count: countField('INITIAL'),
    in_progress_count: countField('IN_PROGRESS'),
    success_count: countField('SUCCESS'),
    error_count: countField('ERROR'),
  },
} satisfies View<AsyncBatchRow>

const Input = z.object({ name: z.string(), relative_url: z.string(), body: json })

/** The fields of a request of a batch, with its result. */
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
