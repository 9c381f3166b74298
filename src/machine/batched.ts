import type { AsyncRequestRow } from '../areas/rows.ts'
import type { Json } from '../engine/guard.ts'
import type { Input } from '../engine/machine.ts'
import type { ServiceOutcome, Tx } from '../graph/context.ts'
import type { CallError } from '../graph/contract/errors.ts'
import { invalidParameter } from '../graph/contract/errors.ts'
import type { Call } from '../graph/pipeline.ts'
import { absoluteLinks, logOrigins } from '../graph/values/links.ts'
import { plain } from '../graph/values/plain.ts'
import { readRequest } from '../wire/request.ts'

/** The request of a batch that an input names, if it has not run. */
function waiting(tx: Tx, { request }: Input): AsyncRequestRow | undefined {
  const found = typeof request === 'number' ? tx.find('asyncRequests', request) : undefined
  return found?.status === 'INITIAL' ? found : undefined
}

const form = { 'content-type': 'application/x-www-form-urlencoded' }

/** The call that a request of a batch comes to: a POST of its own, under the token that made the batch. */
export function batchedCall(tx: Tx, input: Input): Call | CallError {
  const request = waiting(tx, input)
  const batch = request && tx.find('asyncBatches', request.batch)
  if (!batch) return invalidParameter('A batched input has the id of a request of a batch that has not run')
  const { relativeUrl, body } = request
  const url = relativeUrl.startsWith('/') ? relativeUrl : `/${relativeUrl}`
  const text = typeof body === 'string' ? body : ''
  const understood = readRequest({ method: 'POST', url, headers: form, body: text })
  if (!understood.ok) return invalidParameter(understood.message)
  const { method, path, version = batch.version, params } = understood.asked
  const members = typeof body === 'object' && body !== null && !Array.isArray(body) ? body : {}
  return {
    method,
    path,
    version,
    tokens: [batch.token],
    params: { ...params, ...(members as Record<string, Json>) },
    files: [],
    asynchronous: true,
  }
}

/** Notes what a request of a batch came to: its answer, or the error. */
export function concludeBatched(tx: Tx, input: Input, outcome: ServiceOutcome): void {
  const request = input.type === 'batched' ? waiting(tx, input) : undefined
  if (!request) return
  const result = outcome.ok ? outcome.value : { error: outcome.error }
  tx.patch('asyncRequests', request.id, {
    status: outcome.ok ? 'SUCCESS' : 'ERROR',
    result: plain(absoluteLinks(result, logOrigins)),
    updatedTime: tx.now,
  })
}
