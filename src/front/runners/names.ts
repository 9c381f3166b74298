import { shortenText } from '../../engine/values/cut.ts'
import { jsonBeginning } from '../../engine/values/excerpt.ts'
import type { World } from '../../world/world.ts'

const LENGTH_MAX = 160

/** The rows, posts or deliveries that a message lists. */
export const LISTED_MAX = 20

/** Writes a value as one short line of JSON. */
export const shortJson = (value: unknown): string =>
  shortenText(jsonBeginning(value, LENGTH_MAX + 1) || 'undefined', LENGTH_MAX)

/** Replaces ids and tokens of the starter world by their names: `"665…4"` by `names.page`. */
export function named(text: string, world: World): string {
  const names = Object.entries(world.names ?? {}).filter(([, value]) => typeof value === 'string')
  return names.reduce((written, [name, value]) => written.replaceAll(`"${value}"`, `names.${name}`), text)
}
