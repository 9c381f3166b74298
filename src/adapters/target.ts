import { bodyLimits } from '../wire/body.ts'
import { readTarget } from '../wire/form-target.ts'

/** Where a request leads, once the control plane's part of it is read. */
export interface ControlTarget {
  /** The world that is selected, if one is. It may not be a valid name. */
  readonly world?: string
  /** What the path has in front of the world's own: links of the world keep it. */
  readonly prefix: string
  /** The segments behind `/_sim`; undefined for a request of the service itself. */
  readonly control?: readonly string[]
  readonly url: string
  readonly query: string
}

const BELOW_LOCALHOST = /^([a-z0-9_-]+)\.localhost(?::[0-9]+)?$/i

/** The world that a header or a host selects. */
function selectedBeside(host: string, headers: Readonly<Record<string, string>>): string | undefined {
  return headers['x-sim-world'] ?? BELOW_LOCALHOST.exec(host)?.[1]?.toLowerCase()
}

/** Reads what the control plane decides of a request: its world, and whether it is a control call. */
export function controlTargetOf(
  url: string,
  host: string,
  headers: Readonly<Record<string, string>>,
): ControlTarget {
  const beside = selectedBeside(host, headers)
  const selected = beside === undefined ? {} : { world: beside }
  const plain: ControlTarget = { ...selected, prefix: '', url, query: '' }
  if (!url.includes('_sim')) return plain
  const target = readTarget(url, bodyLimits.urlCharactersMax)
  // What cannot be read is the service's to refuse.
  if (!target.ok || target.value.segments[0] !== '_sim') return plain
  const { segments, query } = target.value
  if (segments[1] !== 'w' || segments[2] === undefined) return { ...plain, control: segments.slice(1), query }
  const [, , world, ...rest] = segments
  const path = `/${rest.map(encodeURIComponent).join('/')}`
  const behind: ControlTarget = {
    world,
    prefix: `/_sim/w/${encodeURIComponent(world)}`,
    url: query === '' ? path : `${path}?${query}`,
    query,
  }
  return rest[0] === '_sim' ? { ...behind, control: rest.slice(1) } : behind
}
