import { distance } from 'fastest-levenshtein'
import { lowerAscii } from './letter-case.ts'
import { shown } from './scalars.ts'

// Longer names are not compared, because the cost of a comparison is the product of both lengths.
const NAME_LENGTH_MAX = 60

/** A known name, and how many characters of it differ from another name. */
interface Neighbor {
  readonly one: string
  readonly away: number
}

function closestTo(name: string, known: readonly string[]): Neighbor | undefined {
  const compared = lowerAscii(name.slice(0, NAME_LENGTH_MAX))
  return known
    .map((one) => ({ one, away: distance(compared, lowerAscii(one)) }))
    .sort((a, b) => a.away - b.away)[0]
}

/** Returns the most similar of several known names, however far it is from the name. */
export const closestName = (name: string, known: readonly string[]): string | undefined =>
  closestTo(name, known)?.one

/** Returns the most similar known name, or undefined if none is similar. */
function nearestName(name: string, known: readonly string[]): string | undefined {
  if (name.length > NAME_LENGTH_MAX) return undefined
  const closest = closestTo(name, known)
  const farthest = Math.max(2, Math.floor(name.length / 3))
  return closest && closest.away <= farthest ? closest.one : undefined
}

/** Returns the message about an unknown action. It suggests the action with the most similar name. */
export const unknownAction = (name: string, actions: object): string =>
  `There is no action ${shown(name)}${didYouMean(name, Object.keys(actions))}`

/** Returns the question at the end of a message about an unknown name; empty if no known name is similar. */
export function didYouMean(name: string, known: readonly string[]): string {
  const nearest = nearestName(name, known)
  return nearest === undefined ? '' : `: did you mean ${nearest}?`
}
