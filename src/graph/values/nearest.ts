import { distance } from 'fastest-levenshtein'
import { lowerAscii } from './letter-case.ts'
import { shown } from './scalars.ts'

// A longer name resembles none: the distance costs time by the product of both lengths.
const NAME_LENGTH_MAX = 60

/** The known name that a name was probably meant to be; undefined where none resembles it. */
function nearestName(name: string, known: readonly string[]): string | undefined {
  if (name.length > NAME_LENGTH_MAX) return undefined
  const closest = known
    .map((one) => ({ one, away: distance(lowerAscii(name), lowerAscii(one)) }))
    .sort((a, b) => a.away - b.away)[0]
  const farthest = Math.max(2, Math.floor(name.length / 3))
  return closest && closest.away <= farthest ? closest.one : undefined
}

/** The message about an action that does not exist. It names the action that the name resembles. */
export const unknownAction = (name: string, actions: object): string =>
  `There is no action ${shown(name)}${didYouMean(name, Object.keys(actions))}`

/** The question that ends a message about an unknown name; empty where no known name resembles it. */
export function didYouMean(name: string, known: readonly string[]): string {
  const nearest = nearestName(name, known)
  return nearest === undefined ? '' : `: did you mean ${nearest}?`
}
