import { basename } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { lineOfFrame } from '../run/calls/caller.ts'
import { thrownText } from '../run/points.ts'

/** The place of a syntax error, as the parsers of Vite tell it. */
interface Located {
  readonly message: string
  readonly loc: { readonly file: string; readonly line: number }
}

function isLocated(error: unknown): error is Located {
  const { loc, message } = Object(error)
  return typeof message === 'string' && typeof loc?.file === 'string' && typeof loc.line === 'number'
}

/** A syntax error at an offset in the text of a module. The reason is the first line that tells one. */
export function syntaxError(thrown: unknown, code: string, file: string): Error {
  const { pos, message } = Object(thrown)
  const lines = String(message).split('\n')
  const reason = lines.find((line) => line !== '' && !/^Parse failed/.test(line)) ?? 'invalid JavaScript'
  const line = code.slice(0, Number(pos ?? 0)).split('\n').length
  return Object.assign(new SyntaxError(reason), { loc: { file, line, column: 0 } })
}

/** What a program threw, on one line, and the file and line in brackets, as far as they are known. */
export interface ThrownAt {
  readonly text: string
  readonly place: string
}

/** Tells what code threw, and where. */
export function thrownAt(thrown: unknown): ThrownAt {
  const frames = thrown instanceof Error ? String(thrown.stack).split('\n').slice(1) : []
  const line = frames.map(lineOfFrame).find((found) => found !== undefined)
  return { text: thrownText(thrown), place: line === undefined ? '' : ` (${line})` }
}

/** Tells why a program cannot be loaded, and where. */
export function loadError(thrown: unknown): ThrownAt {
  const { errors } = Object(thrown)
  const located = [Array.isArray(errors) ? errors[0] : undefined, thrown].find(isLocated)
  if (!located) return thrownAt(thrown)
  const [reason = ''] = stripVTControlCharacters(located.message).split('\n')
  const { file, line } = located.loc
  return { text: `SyntaxError: ${reason.replace(/^\[\w+\] /, '')}`, place: ` (${basename(file)}:${line})` }
}
