import type { CallFile } from '../graph/define.ts'
import type { Call } from '../graph/pipeline.ts'
import type { RequestedCall } from './request.ts'

/** The request as a call of the service, with files from elsewhere after its own. */
export function callOf(
  { method, path, version, tokens, params, files, blanks }: RequestedCall,
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
  }
}
