import { bounds } from '../contract/bounds.ts'
import { shown } from '../values/scalars.ts'

/** Random values of code of the user. They follow from the seed, so that a replay draws the same. */
export interface StubDraw {
  /** Returns a new id: the prefix, an underscore, and 16 letters and digits. */
  id(prefix?: string): string
  /** Returns letters and digits, at most 1,000. */
  text(length: number): string
  /** Returns a whole number from 0 to below the limit, which is at most 1,000,000. */
  number(below: number): number
}

/** Letters and digits that a function draws. A second run gets those of the first. */
interface Letters {
  take(length: number): string
  /** Begins again with the first draw. */
  again(): void
}

/** Returns the letters of one call. */
export function lettersOf(spell: (length: number) => string): Letters {
  const drawn: string[] = []
  let next = 0
  return {
    again() {
      next = 0
    },
    take(length) {
      if (next >= bounds.stubDrawsMax)
        throw new RangeError(`more than ${bounds.stubDrawsMax} draws in one call`)
      const place = next++
      const known = drawn[place]
      if (known?.length === length) return known
      const letters = spell(length)
      drawn[place] = letters
      return letters
    },
  }
}

const wholeNumber = (name: string, given: number, max: number): number => {
  if (Number.isSafeInteger(given) && given >= 1 && given <= max) return given
  throw new RangeError(`draw.${name} takes a whole number from 1 to ${max}, got ${shown(given)}`)
}

const numberIn = (letters: string): number =>
  [...letters].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 2_147_483_647, 7)

/** Returns the random values of one call. */
export const drawOf = (letters: Letters): StubDraw =>
  Object.freeze({
    id: (prefix?: string) => `${prefix === undefined ? '' : `${prefix}_`}${letters.take(16)}`,
    text: (length: number) => letters.take(wholeNumber('text', length, 1_000)),
    number: (below: number) => numberIn(letters.take(12)) % wholeNumber('number', below, 1_000_000),
  })
