import type { AsyncRequestRow } from '../chapters/rows.ts'
import type { Input } from '../engine/domain.ts'
import type { Json } from '../engine/values/guard.ts'
import type { CallError } from '../service/contract/errors.ts'
import { invalidParameter } from '../service/contract/errors.ts'
import type { Call } from '../service/routes/call.ts'
import type { ServiceOutcome, Tx } from '../service/routes/context.ts'
import { absoluteLinks, logOrigins } from '../service/values/links.ts'
import { plain } from '../service/values/plain.ts'
import { shown } from '../service/values/scalars.ts'
import { readRequest } from './wire/request.ts'

/** Returns the batch request that an input names, if it has not run yet. */
function pendingRequest(tx: Tx, { request }: Input): AsyncRequestRow | undefined {
  const found = typeof request === 'number' ? tx.find('asyncRequests', request) : undefined
  return found?.status === 'INITIAL' ? found : undefined
}

const formHeaders = { 'content-type': 'application/x-www-form-urlencoded' }

/** Returns the call of a batch request: a POST with the token that created the batch. */
export function batchedCall(tx: Tx, input: Input): Call | CallError {
  const request = pendingRequest(tx, input)
  const batch = request && tx.find('asyncBatches', request.batch)
  if (!batch)
    return invalidParameter(
      `An input of type batched must have the id of a pending batch request, got ${shown(input['request'])}`,
    )
  const { relativeUrl, body } = request
  const url = relativeUrl.startsWith('/') ? relativeUrl : `/${relativeUrl}`
  const text = typeof body === 'string' ? body : ''
  const read = readRequest({ method: 'POST', url, headers: formHeaders, body: text })
  if (!read.ok) return invalidParameter(read.message)
  const { method, path, version = batch.version, params } = read.asked
  const members = typeof body === 'object' && body !== null && !Array.isArray(body) ? body : {}
  return {
    method,
    path,
    version,
    tokens: [batch.token],
    params: { ...params, ...(members as Record<string, Json>) },
    files: [],
    asynchronous: true,
    isProven: true,
  }
}

/** Stores the result or error of a batch request. */
export function concludeBatched(tx: Tx, input: Input, outcome: ServiceOutcome): void {
  const request = input.type === 'batched' ? pendingRequest(tx, input) : undefined
  if (!request) return
  const result = outcome.ok ? outcome.value : { error: outcome.error }
  tx.patch('asyncRequests', request.id, {
    status: outcome.ok ? 'SUCCESS' : 'ERROR',
    result: plain(absoluteLinks(result, logOrigins)),
    updatedTime: tx.now,
  })
}
