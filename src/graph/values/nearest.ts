import { distance } from 'fastest-levenshtein'
import { lowerAscii } from './letter-case.ts'

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

/** The question that ends a message about an unknown name; empty where no known name resembles it. */
export function didYouMean(name: string, known: readonly string[]): string {
  const nearest = nearestName(name, known)
  return nearest === undefined ? '' : `: did you mean ${nearest}?`
}
