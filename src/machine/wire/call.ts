import { type BeyondPolicy, servesBeyond } from '../../service/contract/beyond.ts'
import type { Call, CallFile } from '../../service/routes/call.ts'
import type { RequestedCall } from './request.ts'

/**
 * Returns a parsed request as a call of the service. `more` are files from another part of the request. In a
 * world beyond the description, a GET may name the method of a write in its query, as older SDKs do.
 */
export function callOf(
  { method, override, path, version, tokens, params, files, blanks, repeats }: RequestedCall,
  more: readonly CallFile[],
  policy: BeyondPolicy,
): Call {
  return {
    method: servesBeyond(policy) ? (override ?? method) : method,
    path,
    ...(version !== undefined && { version }),
    tokens,
    params,
    files: [...files, ...more],
    ...(blanks.length > 0 && { blanks }),
    ...(repeats.length > 0 && { repeats }),
  }
}
