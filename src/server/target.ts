import { bodyLimits } from '../machine/wire/body.ts'
import { readTarget } from '../machine/wire/form-text.ts'

/** The target of a request, split into the part of the control plane and the rest. */
export interface ControlTarget {
  /** The name of the selected world. It may be invalid. */
  readonly world?: string
  /** The part of the path before the world's own path. Links of the world begin with it. */
  readonly prefix: string
  /** The path segments after `/_sim`; undefined for a call of the service itself. */
  readonly control?: readonly string[]
  readonly url: string
  readonly query: string
}

const BELOW_LOCALHOST = /^([a-z0-9_-]+)\.localhost(?::[0-9]+)?$/i

/** The name of the world that a header or the host selects. */
function worldBesidePath(host: string, headers: Readonly<Record<string, string>>): string | undefined {
  return headers['x-sim-world'] ?? BELOW_LOCALHOST.exec(host)?.[1]?.toLowerCase()
}

/** Reads the selected world from a request, and whether the request is a call of the control plane. */
export function controlTargetOf(
  url: string,
  host: string,
  headers: Readonly<Record<string, string>>,
): ControlTarget {
  const world = worldBesidePath(host, headers)
  const plain: ControlTarget = { ...(world !== undefined && { world }), prefix: '', url, query: '' }
  if (!url.includes('_sim')) return plain
  const target = readTarget(url, bodyLimits.urlCharactersMax)
  // The service refuses a URL that cannot be read.
  if (!target.ok || target.value.segments[0] !== '_sim') return plain
  const { segments, query } = target.value
  if (segments[1] !== 'w' || segments[2] === undefined) return { ...plain, control: segments.slice(1), query }
  const [, , name, ...rest] = segments
  const path = `/${rest.map(encodeURIComponent).join('/')}`
  const inner: ControlTarget = {
    world: name,
    prefix: `/_sim/w/${encodeURIComponent(name)}`,
    url: query === '' ? path : `${path}?${query}`,
    query,
  }
  return rest[0] === '_sim' ? { ...inner, control: rest.slice(1) } : inner
}
