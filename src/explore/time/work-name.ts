import type { CallSite } from '../run/calls/call-site.ts'
import type { Run } from '../run/run.ts'

/** What the program passed to a timer: a function that has a name, perhaps. */
export interface Named {
  readonly name: string
}

/** Words before a parenthesis that name nothing that a callback does. */
const wordless = new Set(
  (
    'if for while switch catch function return await async void typeof resolve reject then finally bind ' +
    'call apply fetch setTimeout setInterval setImmediate clearTimeout clearInterval queueMicrotask'
  ).split(' '),
)

/** Objects whose methods a callback may call besides its work. */
const besides =
  /^(?:console|Date|Math|JSON|Promise|Object|Array|Number|String|process|globalThis|performance)\./

/** Names that transforms of modules give: they hold the exports of other modules. */
const ofImports = /^(?:__vite_ssr_import_\d+__|\w+_\d+)\./

const opening = /\/\*|\/\/|["'`]/g
const endings: Readonly<Record<string, RegExp>> = {
  '/*': /\*\//g,
  '//': /\n/g,
  '"': /\\.|"/gs,
  "'": /\\.|'/gs,
  '`': /\\.|`/gs,
}

/** The end of a comment or a text that begins before a place; that of the code if it is cut short. */
function endOf(code: string, ending: RegExp, from: number): number {
  ending.lastIndex = from
  for (let found = ending.exec(code); found; found = ending.exec(code))
    if (!found[0].startsWith('\\')) return ending.lastIndex
  return code.length
}

/** The code without comments, and with empty texts. */
function bare(code: string): string {
  const kept: string[] = []
  let from = 0
  opening.lastIndex = 0
  for (let found = opening.exec(code); found; found = opening.exec(code)) {
    const [mark] = found
    kept.push(code.slice(from, found.index), mark.startsWith('/') ? '' : "''")
    from = endOf(code, endings[mark] ?? opening, opening.lastIndex)
    opening.lastIndex = from
  }
  return kept.join('') + code.slice(from)
}

/** The function that a callback without a name calls first; undefined if it calls none that has a name. */
export function calledFirst(callback: string): string | undefined {
  const calls = [...bare(callback).matchAll(/([\w$.#]+)(\)?(?:\?\.)?\()?/g)]
    .filter(([, , call]) => call !== undefined)
    .map(([, path = '']) => path.replace(ofImports, ''))
    .filter((path) => !path.startsWith('.') && !path.startsWith('__') && !besides.test(path))
  const names = calls.map((path) => ({ isMethod: path.includes('.'), name: path.split('.').at(-1) ?? '' }))
  const known = names.filter(({ name }) => /^#?[A-Za-z$][\w$]*$/.test(name) && !wordless.has(name))
  return (known.find(({ isMethod }) => !isMethod) ?? known[0])?.name.replace('#', '')
}

/** The name that the program gave a function, also if it was bound. */
const writtenName = ({ name }: Named): string | undefined =>
  /^(?:bound )*#?([\w$]+)$/.exec(name)?.[1]?.replace(/^#/, '')

/** What a function without a name runs, as its text tells. */
const runBy = (named: Named): string | undefined =>
  typeof named === 'function' ? calledFirst(Function.prototype.toString.call(named)) : undefined

/** Numbers the places of one version that would have the same name, in the order in which they were met. */
function numbered({ workNames, version }: Run, name: string, { key }: CallSite): string {
  const like = `${version} ${name}`
  const keys = workNames.get(like) ?? []
  workNames.set(like, keys)
  const place = keys.indexOf(key)
  const nth = place < 0 ? keys.push(key) : place + 1
  return nth === 1 ? name : `${name} (${nth})`
}

/**
 * The name of periodic work, which no edit of other lines changes: that of its callback, if the program has
 * written it; else that of what it runs, or of the function that loops; else that of the file or the package.
 */
export function workName(run: Run, named: Named, site: CallSite & { readonly isInterval: boolean }): string {
  const { isLibrary, isInterval, within, owner } = site
  if (isLibrary) return numbered(run, within ?? owner, site)
  const written = writtenName(named)
  if (written !== undefined) return written
  const runs = isInterval ? (runBy(named) ?? within) : (within ?? runBy(named))
  return numbered(run, runs ?? owner, site)
}
