import { relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Frames of a stack that are read at most: a program behind deeper libraries has the name of the library. */
const FRAMES = 24

/** The line of code that sets a timer. */
export interface CallSite {
  /** The innermost line, of the program or of a library: equal for each turn of a loop. */
  readonly key: string
  /** The line of the program itself, such as `src/main.ts:12`; that of the library if none is on the stack. */
  readonly place: string
  /** Whether a library sets the timer. */
  readonly isLibrary: boolean
}

/** Files of explore itself stand between the program and the stack. */
const own = import.meta.url.replace(/[^/]*$/, '')
const ownFolder = own.startsWith('file:') ? fileURLToPath(own) : own

const isOwn = (file: string): boolean => file.startsWith(ownFolder) || file.startsWith(own)
const isLibraryFile = (file: string): boolean => /[/\\]node_modules[/\\]/.test(file)

function shortName(file: string): string {
  const path = file.startsWith('file:') ? fileURLToPath(file) : file
  const inLibraries = path.lastIndexOf(`${sep}node_modules${sep}`)
  const short = inLibraries >= 0 ? path.slice(inLibraries + 14) : relative(process.cwd(), path)
  return short.replaceAll('\\', '/').replaceAll('#', '_')
}

/** The file, the line and the column of a line of a stack; undefined for Node's own. */
function readFrame(text: string): { file: string; line: string; key: string } | undefined {
  const [, file, line, column] = /\(?((?:file:\/\/|[A-Za-z]:)?[^():]+):(\d+):(\d+)\)?$/.exec(text) ?? []
  if (file === undefined || line === undefined || /(^|[\s(])node:/.test(text)) return undefined
  const bare = file.replace(/^\s*at (?:async )?(?:.*\s)?/, '')
  return isOwn(bare) ? undefined : { file: bare, line, key: `${bare}:${line}:${column}` }
}

/** Finds the line of code that is under way. */
export function callSite(): CallSite {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = FRAMES
  const { stack = '' } = new Error('site')
  Error.stackTraceLimit = stackTraceLimit
  const frames = stack.split('\n').slice(1)
  let first: ReturnType<typeof readFrame>
  for (const text of frames) {
    const frame = readFrame(text)
    if (!frame) continue
    first ??= frame
    if (isLibraryFile(frame.file)) continue
    return {
      key: first.key,
      place: `${shortName(frame.file)}:${frame.line}`,
      isLibrary: isLibraryFile(first.file),
    }
  }
  return first
    ? { key: first.key, place: `${shortName(first.file)}:${first.line}`, isLibrary: true }
    : { key: 'timer', place: 'timer', isLibrary: false }
}
