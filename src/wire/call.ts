import type { Call, CallFile } from '../graph/routes/call.ts'
import type { RequestedCall } from './request.ts'

/** Returns a parsed request as a call of the service. `more` are files from another part of the request. */
export function callOf(
  { method, path, version, tokens, params, files, blanks, repeats }: RequestedCall,
  more: readonly CallFile[],
): Call {
  return {
    method,
    path,
    ...(version !== undefined && { version }),
    tokens,
    params,
    files: [...files, ...more],
    ...(blanks.length > 0 && { blanks }),
    ...(repeats.length > 0 && { repeats }),
  }
}
