import fs, { type Stats } from 'node:fs'
import { callerOf, type Hook } from '../../run/calls/caller.ts'
import { leaveWorld } from '../../run/calls/fetch.ts'
import { currentScope } from '../../run/scope.ts'

/** The largest number of an open file that is looked at. */
const FILES_MAX = 4_096

/** Output of the process that explores: what a program prints there harms nothing. */
const OUTPUT = 2

// Taken before anything replaces it.
const { fstatSync } = fs

function statOf(file: number): Stats | undefined {
  try {
    return fstatSync(file)
  } catch {
    return undefined
  }
}

/** A number is given again to the next file that is opened: the file itself tells whether it is the same. */
const identityOf = ({ dev, ino }: Stats): string => `${dev} ${ino}`

let openBefore = new Map<number, string>()

/** Remembers the files that are open before an exploration. */
export function rememberOpenFiles(): void {
  openBefore = new Map()
  for (let file = OUTPUT + 1; file < FILES_MAX; file++) {
    const stat = statOf(file)
    if (stat) openBefore.set(file, identityOf(stat))
  }
}

/** Refuses to change a file that was opened before the exploration: it is no file of the run. */
export function refuseOpenBefore(file: number, hook: Hook): void {
  const scope = currentScope()
  const before = openBefore.get(file)
  const stat = scope && before !== undefined ? statOf(file) : undefined
  if (!scope || !stat || identityOf(stat) !== before) return
  const place = callerOf(hook)
  const did = `wrote to the open file ${file}, which was open before the run`
  const advice = 'open it in the program'
  leaveWorld(scope, `${did}${place ? ` at ${place}` : ''}`, advice)
  throw new Error(`explore: ${did}: ${advice}`)
}
