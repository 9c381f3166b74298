import { z } from '../../engine/schema/zod.ts'
import { managesAds, readsAds } from '../../service/access/access.ts'
import { isCallError } from '../../service/contract/errors.ts'
import { limits } from '../../service/contract/limits.ts'
import { endpoint } from '../../service/routes/define.ts'
import { list, object } from '../../service/values/compounds.ts'
import { filledText, text } from '../../service/values/scalars.ts'
import { recordSchema } from '../../service/views/record.ts'
import { listResult, recordResult } from '../../service/views/results.ts'
import { asyncBatchView, asyncRequestView } from './async-batch-views.ts'
import { newAsyncBatch, requestBody } from './new-async-batch.ts'

const chapter = 'Endpoints › Ad campaigns'

/**
 * Queues up to 50 requests, which run one by one under the token of this call when the clock moves. A deep
 * copy among them is an asynchronous copy, with the higher limit of child ads (CAM-207, CAM-224; SIL-130).
 */
export const createAsyncBatch = endpoint({
  route: 'POST /act_{adAccount}/async_batch_requests',
  chapter,
  access: managesAds,
  errors: [100], // CAM-230
  params: z.object({
    /** A name of the batch, for tracking. */
    name: text, // CAM-227, CAM-228
    // CAM-225, CAM-226
    /** The calls to make. */
    adbatch: list(
      object({
        /** A name of the call, for tracking. */
        name: text,
        /** The path of the call, without the version. */
        relative_url: filledText,
        /** The parameters of the call: url-encoded text, or an object. */
        body: requestBody,
      }),
      {
        maximum: limits.asyncRequestsMax,
      },
    ),
  }),
  view: asyncBatchView,
  // CAM-229
  result: z
    .object({
      /** The id of the new batch. */
      id: z.string(),
    })
    .and(recordSchema(asyncBatchView).partial()),
  run(context) {
    const { adAccount, params, refuseFor, readBack } = context
    const batch = newAsyncBatch(context, adAccount.id, params.name, params.adbatch)
    if (isCallError(batch)) return refuseFor(batch)
    return { ...readBack(asyncBatchView, batch), id: String(batch.id) }
  },
})

/** Reads a batch: whether it is completed, and on request the number of its requests in each status. */
export const readAsyncBatch = endpoint({
  route: 'GET /{batch}',
  chapter,
  access: readsAds,
  ...recordResult(asyncBatchView),
  run: ({ batch, show }) => show(asyncBatchView, batch),
})

/** Lists the requests of a batch in their order, each with its status and its result. */
export const listAsyncBatchRequests = endpoint({
  route: 'GET /{batch}/requests',
  chapter,
  access: readsAds,
  ...listResult(asyncRequestView),
  run: ({ batch, pageOf }) =>
    pageOf({ table: 'asyncRequests', edge: 'byBatch', owner: [batch.id] }, asyncRequestView),
})
