// Writes the licenses of the packages that the bundles contain: each text once, below the packages that have it.
// Vite wrote one list for each build. They are in `dist`, or in the folder that the command line names. The
// Apache license asks for the file NOTICE of a package too.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = process.argv[2] ?? 'dist'
const lists = ['licenses-modules.json', 'licenses-commonjs.json'].map((name) => join(folder, name))

/** The text of a package's file NOTICE after its license. */
const noticeOf = (name) => {
  const path = join('node_modules', name, 'NOTICE')
  return existsSync(path) ? `\n\nNOTICE:\n\n${readFileSync(path, 'utf8').trim()}` : ''
}

/** The names of the packages by the text of their license. */
const packages = new Map()
for (const { name, version, identifier, text } of lists.flatMap((path) => JSON.parse(readFileSync(path)))) {
  if (text === undefined) throw new Error(`${name} has no license`)
  const terms = text.trim() + noticeOf(name)
  const names = packages.get(terms) ?? new Set()
  packages.set(terms, names.add(`- ${name} ${version}${identifier === undefined ? '' : ` (${identifier})`}`))
}

const sections = [...packages].map(([text, names]) => `---\n\n${[...names].join('\n')}\n\n${text}\n`)
writeFileSync(
  join(folder, 'licenses.md'),
  ['# Licenses\n\nfauxgraph contains these packages, under these licenses:\n', ...sections].join('\n'),
)
for (const path of lists) rmSync(path)
