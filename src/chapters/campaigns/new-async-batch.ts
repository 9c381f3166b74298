import type { Json } from '../../engine/values/guard.ts'
import { tokenTextOf } from '../../service/caller/caller.ts'
import type { CallError } from '../../service/contract/errors.ts'
import { invalidParameter } from '../../service/contract/errors.ts'
import { limits } from '../../service/contract/limits.ts'
import type { ReadContext } from '../../service/routes/read-context.ts'
import { plain } from '../../service/values/plain.ts'
import { scalar } from '../../service/values/scalars.ts'
import type { AsyncBatchRow } from '../rows.ts'

/** The `body` of a request of a batch: parameters as url-encoded text or as a JSON object. */
export const requestBody = scalar<Json, string | Record<string, unknown>>(
  'url-encoded text or a JSON object',
  (raw) => {
    if (typeof raw === 'string') return raw
    return typeof raw === 'object' && raw !== null && !Array.isArray(raw) ? plain(raw) : undefined
  },
  { type: 'string' },
)

interface RequestParams {
  readonly name: string
  readonly relative_url: string
  readonly body: Json
}

/**
 * Stores a batch and schedules each of its requests for the next millisecond (SIL-130), or returns the error.
 * The requests run under the token and the version of this call.
 */
export function newAsyncBatch(
  { tx, caller, version, now }: ReadContext,
  adAccount: number,
  name: string,
  requests: readonly RequestParams[],
): AsyncBatchRow | CallError {
  const { token } = caller
  if (!token)
    return {
      code: 200,
      message: 'Requires the token of a person or a page: the requests of the batch run under it',
    }
  if (requests.length < limits.asyncRequestsMin)
    return invalidParameter('Param adbatch must have at least 1 item, got 0')
  const batch = tx.insert('asyncBatches', {
    adAccount,
    name,
    token: tokenTextOf(caller) ?? token.token,
    version,
    createdTime: now,
  })
  requests.forEach((request, index) => {
    const { id } = tx.insert('asyncRequests', {
      adAccount,
      batch: batch.id,
      place: index,
      name: request.name,
      relativeUrl: request.relative_url,
      body: request.body,
      status: 'INITIAL',
      result: null,
      createdTime: now,
      updatedTime: now,
    })
    tx.schedule(now + 1, `batch/${batch.id}`, { type: 'batched', request: id })
  })
  return batch
}
