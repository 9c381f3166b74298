import { servesBeyond } from '../contract/beyond.ts'
import type { Policy } from '../policy.ts'
import type { Call } from './call.ts'
import type { NamedEndpoint, Routes } from './route.ts'

/**
 * Returns the read of several ids, if a call reads an edge of each, as in `/picture?ids=1,2`. Only a world
 * beyond the description has such reads.
 */
export function edgesOfIds(
  { byPath, readableEdges }: Routes,
  { path, params, operation }: Call,
  method: string,
  policy: Policy,
): NamedEndpoint | undefined {
  const isAsked = method === 'GET' && operation === undefined && Object.hasOwn(params, 'ids')
  return isAsked && readableEdges.has(path.join('/')) && servesBeyond(policy)
    ? byPath.get('GET /')
    : undefined
}
