import { z } from '../../engine/schema/zod.ts'
import type { Tx } from '../../service/routes/context.ts'
import { json } from '../../service/values/columns.ts'
import { field } from '../../service/views/fields.ts'
import type { View } from '../../service/views/view.ts'
import { createdIn, updatedIn } from '../accounts/account-time.ts'
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
    /** The id of the ad account of the batch, without the prefix `act_`. */
    owner_id: field(z.string(), (batch: AsyncBatchRow) => String(batch.adAccount)),
    /** The name of the batch. */
    name: field(z.string(), (batch: AsyncBatchRow) => batch.name),
    /** Whether all its calls were made. */
    is_completed: field(
      z.boolean(),
      (batch: AsyncBatchRow, { tx }) => requestCount(tx, batch, 'INITIAL', 'IN_PROGRESS') === 0,
    ),
    /** The number of its calls. */
    total_count: countField(...requestStatuses),
    /** The number of calls that wait. */
    initial_count: countField('INITIAL'),
    /** The number of calls that are being made. */
    in_progress_count: countField('IN_PROGRESS'),
    /** The number of calls that succeeded. */
    success_count: countField('SUCCESS'),
    /** The number of calls that failed. */
    error_count: countField('ERROR'),
  },
} satisfies View<AsyncBatchRow>

const Input = z.object({
  /** The name of the call. */
  name: z.string(),
  /** The path of the call. */
  relative_url: z.string(),
  /** The parameters of the call, as they were sent. */
  body: json,
})

/** The fields of a request of a batch, with its result. */
export const asyncRequestView = {
  name: 'AdAsyncRequest',
  minimal: ['id', 'status'],
  fields: {
    id: field(z.string(), (request: AsyncRequestRow) => String(request.id)),
    /** The id of the ad account of the batch, without the prefix `act_`. */
    scope_object_id: field(z.string(), (request: AsyncRequestRow) => String(request.adAccount)),
    /** The progress of the call. */
    status: field(z.enum(requestStatuses), (request: AsyncRequestRow) => request.status),
    /** The answer or the error of the call. Missing until the call was made. */
    result: field(json, ({ result }: AsyncRequestRow) => result ?? undefined),
    /** The call, as it was sent. */
    input: field(Input, ({ name, relativeUrl, body }: AsyncRequestRow) => ({
      name,
      relative_url: relativeUrl,
      body,
    })),
    /** When the batch was created. */
    created_time: field(z.string(), createdIn),
    /** When the status last changed. */
    updated_time: field(z.string(), updatedIn),
  },
} satisfies View<AsyncRequestRow>
