import type { SweepPart } from './judge/exploration.ts'

/** The parts of all shares together. Shares may have learned of different numbers of places. */
export function allParts(shares: readonly (readonly SweepPart[])[]): SweepPart[] {
  const known = new Map<string, SweepPart>()
  for (const part of shares.flat()) {
    const { what, stories, played, isCommon, places } = part
    const before = known.get(what)
    const add = isCommon ? Math.max : (one: number, other: number) => one + other
    const sum = before && {
      stories: stories === undefined ? before.stories : add(before.stories ?? 0, stories),
      played: add(before.played, played),
      isOpen: before.isOpen || (before.stories === undefined) !== (stories === undefined),
      ...(places !== undefined && { places: Math.max(before.places ?? 0, places) }),
    }
    known.set(what, { ...part, ...sum })
  }
  return [...known.values()]
}

const playedIn = (parts: readonly SweepPart[]): number => parts.reduce((sum, { played }) => sum + played, 0)

/** The number of stories that were played for another share before: no number of shares adds to the whole. */
export const playedAgain = (shares: readonly (readonly SweepPart[])[]): number =>
  playedIn(shares.flat()) - playedIn(allParts(shares))

/** Each part of the order in words, with the number of its stories that were played. */
export const triedIn = (parts: readonly SweepPart[]): string[] =>
  parts
    .filter(({ stories }) => stories !== 0)
    .map(({ what, places, stories, played, isOpen }) => {
      const part = places === undefined ? what : `${what} (${places})`
      return stories === undefined
        ? `${part}: not reached`
        : `${part}: ${played} of ${isOpen ? `${stories} or more` : stories} stories`
    })
