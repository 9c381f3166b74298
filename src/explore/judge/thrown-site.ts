import { isOurs } from '../calls/call-site.ts'
import { lineOfFrame } from '../calls/caller.ts'

/** Where the code under test threw, as files and lines; empty if no line of it is on the stack. */
export interface ThrownSite {
  /** The line that threw, or that called the package which did. */
  readonly place: string
  /** The outermost line that waited for it: nothing there, or further in, caught the error. */
  readonly uncaught: string
}

/** The file and the line, without the folder: paths of copies differ. */
const shortened = (place: string): string => place.split(/[/\\]/).at(-1) ?? ''

/** Finds where a value was thrown, and where the code under test could have caught it. */
export function thrownSite(thrown: unknown): ThrownSite {
  const lines = thrown instanceof Error ? String(thrown.stack).split('\n').slice(1) : []
  const inside = lines.slice(Math.max(0, lines.findIndex(isProgram)))
  // The frames below those of explore are not the program's.
  const end = inside.findIndex(isOurs)
  const places = (end < 0 ? inside : inside.slice(0, end)).filter(isProgram).map(placeOf)
  return { place: places[0] ?? '', uncaught: places.at(-1) ?? '' }
}

const isProgram = (line: string): boolean => !isOurs(line) && lineOfFrame(line) !== undefined

const placeOf = (line: string): string => shortened(lineOfFrame(line) ?? '')
