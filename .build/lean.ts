// Makes the bundles cheap to load: V8 reads all of a file, however little of it a program calls.
import type { Plugin } from 'vite'

/** Replaces a text that must be there, so that a new version of a library is noticed. */
function replaced(code: string, from: string, to: string): string {
  if (!code.includes(from)) throw new Error(`The code no longer has ${JSON.stringify(from)}`)
  return code.replaceAll(from, to)
}

/** Loads the Unicode tables of host names at the first host that is not ASCII. */
const tables = (code: string): string =>
  [
    ['const regexes = require("./lib/regexes.js");', 'const regexes = () => require("./lib/regexes.js");'],
    [
      'const mappingTable = require("./lib/mappingTable.json");',
      'let table;\nconst mappingTable = () => (table ??= JSON.parse(require("./lib/mappingTable.json")));',
    ],
    ['mappingTable.length', 'mappingTable().length'],
    ['mappingTable[', 'mappingTable()['],
    ['regexes.bidi', 'regexes().bidi'],
    ['regexes.combining', 'regexes().combining'],
    ['regexes.valid', 'regexes().valid'],
  ].reduce((text, [from = '', to = '']) => replaced(text, from, to), code)

/** The table of mappings as one text: V8 skips a text, and would build the arrays of a literal. */
const tableText = (code: string) => ({
  code: `module.exports = ${JSON.stringify(code.trim())}`,
  moduleType: 'js' as const,
})

const lateTables: Plugin = {
  name: 'fauxgraph-late-tables',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /\/tr46\/(index\.js|lib\/mappingTable\.json)$/ },
    handler: (code, id) => (id.endsWith('.json') ? tableText(code) : { code: tables(code) }),
  },
}

/** What the code takes from some libraries. Each member loads its library when it is called. */
const late: Readonly<Record<string, string>> = {
  fflate: `const library = () => require('fflate/browser')
    export const zlibSync = (...args) => library().zlibSync(...args)`,
  pako: `const library = () => require('pako/browser')
    export const [Z_OK, Z_STREAM_END, Z_BUF_ERROR, Z_BLOCK] = [0, 1, -5, 5]
    export function ZStream() { return new (library().ZStream)() }
    export function Inflate() { return new (library().Inflate)() }
    export const zlibInflateInit2 = (...args) => library().zlibInflateInit2(...args)
    export const zlibInflate = (...args) => library().zlibInflate(...args)`,
  '@stdlib/stats-base-dists-t-quantile': `export default (...args) =>
    require('@stdlib/stats-base-dists-t-quantile/lib')(...args)`,
}

/** Tables of compression have 160 KB, and few programs compress or unpack anything, or run a study. */
const lateLibraries: Plugin = {
  name: 'fauxgraph-late-libraries',
  apply: 'build',
  enforce: 'pre',
  resolveId: (id) => (Object.hasOwn(late, id) ? `\0late-${id}` : undefined),
  load: (id) => (id.startsWith('\0late-') ? late[id.slice('\0late-'.length)] : undefined),
}

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/**
 * Escapes all but ASCII: V8 keeps other code in two bytes for each character, and reads it more slowly. This
 * comes last, because what prints a chunk after `renderChunk` writes the characters themselves again.
 */
const asciiOnly: Plugin = {
  name: 'fauxgraph-ascii-only',
  apply: 'build',
  enforce: 'post',
  generateBundle(_, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk') continue
      // An escape after a backslash would be read as a backslash and letters.
      const wrong = chunk.code.search(/\\[^\0-\x7f]/)
      if (wrong !== -1)
        throw new Error(`A backslash before another character: ${chunk.code.slice(wrong - 40, wrong + 40)}`)
      chunk.code = chunk.code.replaceAll(/[^\0-\x7f]/g, escaped)
    }
  },
}

/** zod has its messages in fifty languages: they take a third of a bundle that names all of zod. */
const oneLanguage: Plugin = {
  name: 'fauxgraph-one-language',
  apply: 'build',
  renderChunk(_, { modules }) {
    const other = Object.entries(modules).find(
      ([id, { renderedLength }]) => renderedLength > 0 && /\/zod\/v4\/locales\/(?!en\.)/.test(id),
    )
    if (other) throw new Error(`The bundle has ${other[0]}: name what it needs of zod in deferred-zod.ts`)
    return null
  },
}

/** The plugins that all bundles need. */
export const lean: readonly Plugin[] = [lateTables, lateLibraries, asciiOnly, oneLanguage]

/**
 * How chunks are written. Their comments are in the declarations, and the licenses in a file of their own.
 * What makes a world is one chunk: each name that one chunk takes from another costs V8 a search in each
 * function that uses it.
 */
export const leanOutput = {
  comments: { legal: false, jsdoc: false, annotation: true },
  codeSplitting: { groups: [{ name: 'core', test: /\/src\/world\/create-world\.ts$/ }] },
}
