import { dirname, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { lineOfFrame, stackOf } from './caller.ts'

/** Frames of a stack that are read at most. */
const FRAMES = 32

/** Sites that are remembered at most. */
const SITES_MAX = 2_000

/** The lines of code that set a timer. */
export interface CallSite {
  /** Equal for each turn of a loop. */
  readonly key: string
  /** The file and line of the program, such as `main.ts:12`, or the package if none is on the stack. */
  readonly place: string
  /** The function of the program at that line; undefined if it has no name. */
  readonly within: string | undefined
  /** The package that sets the timer, or the file of the program: a name that no edit of lines changes. */
  readonly owner: string
  /** Whether a package sets the timer. */
  readonly isLibrary: boolean
  /** The packages whose lines are on the stack. */
  readonly packages: readonly string[]
}

/** The file of this module, as the stack tells it: CommonJS has no `import.meta`. */
function ownFile(): string {
  const { prepareStackTrace } = Error
  Error.prepareStackTrace = (_, [site]) => site?.getFileName() ?? ''
  try {
    return String(new Error('here').stack)
  } finally {
    Error.prepareStackTrace = prepareStackTrace
  }
}

const file = ownFile()
/** The folder of explore itself, whose frames stand between the program and the stack. */
export const ownFolder = `${dirname(file.startsWith('file:') ? fileURLToPath(file) : file)}${sep}`.replace(
  /([/\\]explore[/\\])run[/\\]calls[/\\]$/,
  '$1',
)
/** The same as a URL. */
const own = pathToFileURL(ownFolder).href

const isOwn = (file: string): boolean => file.startsWith(ownFolder) || file.startsWith(own)
const isForeign = (file: string): boolean => !file.startsWith('node:') && !isOwn(file)

const isLibrary = (file: string): boolean => /[/\\]node_modules[/\\]/.test(file)

interface Frame {
  readonly file: string
  /** The place in the text of the file: Node would count the lines before it for a number of the line. */
  readonly position: number
}

/** The frames of the lines that run now, apart from Node's and our own, as they were loaded. */
function rawFrames(): Frame[] {
  const { stackTraceLimit, prepareStackTrace } = Error
  const holder: { stack?: unknown } = {}
  Error.stackTraceLimit = FRAMES
  Error.prepareStackTrace = (_, sites) => {
    const frames: Frame[] = []
    for (const site of sites) {
      // Modules of a program may be evaluated from texts, which have a source instead of a file.
      const file = site.getFileName() ?? site.getScriptNameOrSourceURL() ?? site.getEvalOrigin() ?? ''
      // The frames below our own are those of what called the program.
      if (isOwn(file) && frames.length > 0) break
      if (file === '' || !isForeign(file)) continue
      frames.push({ file, position: site.getPosition() })
    }
    return frames
  }
  try {
    Error.captureStackTrace(holder, rawFrames)
    return holder.stack as Frame[]
  } finally {
    Error.prepareStackTrace = prepareStackTrace
    Error.stackTraceLimit = stackTraceLimit
  }
}

/** The lines of the stack from the one that set a timer to the last that does not wait for another. */
function sourceLines(): string[] {
  const lines = stackOf(sourceLines, FRAMES)
  const from = lines.findIndex((line) => !isOurs(line))
  const inside = lines.slice(from)
  const end = inside.findIndex((line) => isOurs(line) || line.trim().startsWith('at async '))
  return end < 0 ? inside : inside.slice(0, end)
}

/** Whether a line of a stack is one of explore itself. */
export const isOurs = (line: string): boolean => line.includes(ownFolder) || line.includes(own)

/** The file and line that a line of a stack names, as a name of work can have it. */
const programLine = (text: string): string | undefined => lineOfFrame(text)?.replaceAll('#', '_')

/** The package of a file. */
function packageOf(file: string): string {
  const [name = '', second = ''] = (file.split(/[/\\]node_modules[/\\]/).at(-1) ?? '').split(/[/\\]/)
  return name.startsWith('@') ? `${name}/${second}` : name
}

/** The function that a line of a stack names; undefined if it has no name of its own. */
function functionOf(text: string): string | undefined {
  const [, written = ''] = /^\s*at (?:async )?(?:new )?(\S+) (?:\[as .*\] )?\(/.exec(text) ?? []
  const name = (written.split('.').at(-1) ?? '').replace(/^#/, '')
  return /^[A-Za-z$][\w$]*$/.test(name) && name !== 'eval' ? name : undefined
}

/** The name of the file of a line such as `main.ts:12`, without its folders: the command may start in any. */
export const fileOf = (place: string): string => (place.split('/').at(-1) ?? '').replace(/:\d+$/, '')

/**
 * The line of the program that a timer belongs to: that of the outermost function which does not wait, so
 * that a loop has its own name, and not that of a helper through which it sleeps.
 */
function belongsTo([first]: readonly Frame[]): Pick<CallSite, 'place' | 'within' | 'owner' | 'isLibrary'> {
  const line = sourceLines().findLast((text) => programLine(text) !== undefined)
  const ofPackage = first && isLibrary(first.file) ? packageOf(first.file) : undefined
  const place = (line && programLine(line)) ?? ofPackage ?? 'timer'
  return {
    place,
    within: line && functionOf(line),
    owner: ofPackage ?? fileOf(place),
    isLibrary: ofPackage !== undefined,
  }
}

const known = new Map<string, CallSite>()

/** Finds the lines of code that are under way. */
export function callSite(): CallSite {
  const frames = rawFrames()
  // A loop by recursion has its line on the stack once for each turn.
  const key = [...new Set(frames.map(({ file, position }) => `${file}:${position}`))].join('\n')
  const before = known.get(key)
  if (before) return before
  // The runner of modules stands below the program, and sets no timers for it.
  const packages = frames
    .map(({ file }) => file)
    .filter(isLibrary)
    .map(packageOf)
  const site = {
    key,
    ...belongsTo(frames),
    packages: [...new Set(packages)].filter((name) => name !== 'vite'),
  }
  if (known.size >= SITES_MAX) known.clear()
  known.set(key, site)
  return site
}
