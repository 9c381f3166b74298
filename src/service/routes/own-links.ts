import type { Caller } from '../caller/caller.ts'
import { plainNodeNumber } from '../values/ids.ts'
import { defaultOrigins } from '../values/links.ts'
import { splitHttpUrl } from '../values/urls.ts'
import type { Node, Tx } from './context.ts'
import { isNodeId, nodeOf } from './routes.ts'

/**
 * The pages of the web address that show one node: `/photo/123`, `/p/123`, `/reel/123`, `/videos/123.mp4`.
 */
const nodePages = new Set(['photo', 'p', 'reel', 'videos'])
const VERSION = /^v\d+\.\d+$/i

/** Whether a path begins with these segments. */
const isBelow = (path: readonly string[], segments: readonly string[]): boolean =>
  segments.every((segment, index) => segment === path[index])

/** Returns the path of a URL below one of the origins of the service; undefined for any other URL. */
function ownPath(url: string, origins: readonly string[]): readonly string[] | undefined {
  const target = splitHttpUrl(url)
  if (!target) return undefined
  // Only hosts are compared, because a server behind a proxy does not know whether the client uses https.
  const own = origins
    .map(splitHttpUrl)
    .find((origin) => origin?.host === target.host && isBelow(target.segments, origin.segments))
  return own && target.segments.slice(own.segments.length)
}

/** Who reads a node, and at which origins of the service. */
interface Reader {
  readonly tx: Tx
  readonly caller: Caller
  readonly origins: readonly string[] | undefined
  readonly canRead: (node: Node) => boolean
}

/** Returns the node that a path names, or undefined. */
function nodeAt({ tx, caller }: Reader, page: string | undefined, name: string): Node | undefined {
  if (page === undefined) return nodeOf(tx, name, caller)
  const id = plainNodeNumber(name)
  return id === undefined ? undefined : tx.node(id)
}

/**
 * Returns true if a URL leads to a node that the caller cannot read (FEE-149, SIL-092). Nobody can read a
 * node that was deleted, or never existed.
 */
export function leadsToUnreadable(reader: Reader, url: string): boolean {
  const path = ownPath(url, reader.origins ?? Object.values(defaultOrigins))
  if (!path) return false
  const [first = '', ...others] = VERSION.test(path[0] ?? '') ? path.slice(1) : path
  const page = nodePages.has(first) ? first : undefined
  const name = page === undefined ? first : (others[0] ?? '').replace(/\.mp4$/, '')
  if (page === undefined && !isNodeId(name)) return false
  const node = nodeAt(reader, page, name)
  return node === undefined || !reader.canRead(node)
}
