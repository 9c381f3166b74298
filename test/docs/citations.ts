import { type Dirent, existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { parse, type Source } from '../../.build/declarations/source.ts'
import { requirementsIn } from '../requirement.ts'

/** An id, link or file name that a file cites, with the place of the citation: `path:line`. */
interface Citation {
  readonly where: string
  readonly text: string
}

/** Checks the citations of all files, and returns one line for each that leads nowhere. */
export type CitationRule = (files: readonly Source[], exists: (path: string) => boolean) => string[]

const cited = /\.(ts|tsx|mjs|md|yml)$/
const generated = /^(node_modules|dist|coverage|\.modules|\.stryker-tmp|\.git)$/

/** Reads every file that may cite something: sources, tests, scripts, documents and templates. */
export function readCitingFiles(root: string): Source[] {
  const pathsIn = (folder: string): string[] =>
    readdirSync(join(root, folder), { withFileTypes: true })
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .flatMap((entry) => pathsOf(folder, entry))
  const pathsOf = (folder: string, entry: Dirent): string[] => {
    const path = posix.join(folder, entry.name)
    if (entry.isDirectory()) return generated.test(entry.name) ? [] : pathsIn(path)
    return cited.test(entry.name) ? [path] : []
  }
  return pathsIn('').map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
}

/** Whether a path, relative to the root of the project, exists. */
export const existsIn =
  (root: string) =>
  (path: string): boolean =>
    existsSync(join(root, path))

function placeAt({ path, text }: Source, offset: number): string {
  return `${path}:${text.slice(0, offset).split('\n').length}`
}

function citationsOf(file: Source, pattern: RegExp, text = file.text, start = 0): Citation[] {
  return [...text.matchAll(pattern)].map((match) => ({
    where: placeAt(file, start + match.index),
    text: match[1] ?? match[0],
  }))
}

const textOf = (files: readonly Source[], path: string): string =>
  files.find((file) => file.path === path)?.text ?? ''

/** Names of standards that look like ids of rows. */
const standards = /^(SHA|ISO|RFC|UTF)-/

/** Every `SIL-012` stands in docs/decisions.md, and every `PHO-012` in docs/requirements.md. */
export const idsResolve: CitationRule = (files) => {
  const decisions = [...textOf(files, 'docs/decisions.md').matchAll(/^### (SIL-\d{3}) /gm)]
  const rows = requirementsIn(textOf(files, 'docs/requirements.md'))
  const known = new Set([...decisions.map(([, id = '']) => id), ...rows.map(({ id }) => id)])
  return files.flatMap((file) =>
    citationsOf(file, /\b[A-Z]{3}-\d{3}(?:\.\.\d{3})?\b/g)
      .filter(({ text }) => !standards.test(text))
      .flatMap(({ where, text }) =>
        endsOf(text)
          .filter((id) => !known.has(id))
          .map((id) => `${where}: ${id} stands in neither docs/requirements.md nor docs/decisions.md`),
      ),
  )
}

/** The first and last id of a range: PHO-052 and PHO-054 of `PHO-052..054`. */
function endsOf(range: string): string[] {
  const [first = '', last] = range.split('..')
  return last === undefined ? [first] : [first, first.slice(0, 4) + last]
}

/** Every contradiction that a document cites, such as `A-12`, stands in docs/requirements.md. */
export const contradictionsResolve: CitationRule = (files) => {
  const rows = textOf(files, 'docs/requirements.md').matchAll(/^\| (A-\d{2}) \|/gm)
  const known = new Set([...rows].map(([, id]) => id))
  return documentsIn(files)
    .flatMap((file) => citationsOf(file, /\bA-\d{2}\b/g))
    .filter(({ text }) => !known.has(text))
    .map(({ where, text }) => `${where}: ${text} stands nowhere in docs/requirements.md`)
}

/** The pairs of a decision and a row that link to each other, such as `SIL-012 and PHO-012`. */
function pairsIn(entries: Iterable<RegExpMatchArray>, cited: RegExp): Set<string> {
  return new Set(
    [...entries].flatMap(([, id = '', text = '']) =>
      [...text.matchAll(cited)].map(([, other = '']) =>
        id.startsWith('SIL-') ? `${id} and ${other}` : `${other} and ${id}`,
      ),
    ),
  )
}

/** A row that cites a decision stands in the `Rows` of the decision, and the reverse. */
export const decisionsLinkBack: CitationRule = (files) => {
  const rows = textOf(files, 'docs/requirements.md').matchAll(/^\| ([A-Z]+-\d+) \|(.*)$/gm)
  const decisions = textOf(files, 'docs/decisions.md').matchAll(
    /^### (SIL-\d{3}) (?:(?!^#)[\s\S])*?\bRows: (.*)$/gm,
  )
  const fromRows = pairsIn(rows, /\[(SIL-\d{3})\]/g)
  const fromDecisions = pairsIn(decisions, /\[([A-Z]+-\d+)\]\(/g)
  return [
    ...[...fromRows]
      .filter((pair) => !fromDecisions.has(pair))
      .map((pair) => `docs/decisions.md: of ${pair}, only the row cites the decision`),
    ...[...fromDecisions]
      .filter((pair) => !fromRows.has(pair))
      .map((pair) => `docs/requirements.md: of ${pair}, only the decision cites the row`),
  ]
}

const documentsIn = (files: readonly Source[]) => files.filter(({ path }) => path.endsWith('.md'))

/** Blanks code, so that it is not read as links; lines keep their numbers and offsets. */
function withoutCode(text: string): string {
  return text.replaceAll(/^```.*?^```|`[^`\n]*`/gms, (code) => code.replaceAll(/[^\n]/g, ' '))
}

/** The anchors of a document, spelled as GitHub spells them. */
function anchorsOf(text: string): Set<string> {
  const headings = text.replaceAll(/^```.*?^```/gms, '').matchAll(/^#{1,6} (.+)$/gm)
  const anchors = new Set<string>()
  for (const [, heading = ''] of headings) {
    const slug = heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(/\s/g, '-')
    let anchor = slug
    for (let copy = 1; anchors.has(anchor); copy++) anchor = `${slug}-${copy}`
    anchors.add(anchor)
  }
  return anchors
}

const isElsewhere = (target: string): boolean => /^[a-z]+:/.test(target)

/** Every relative link of a document leads to a file, and its anchor to a heading of that file. */
export const linksResolve: CitationRule = (files, exists) =>
  documentsIn(files).flatMap((file) => {
    const text = withoutCode(file.text)
    const links = [
      ...citationsOf(file, /\]\(([^)\s]+)\)/g, text),
      ...citationsOf(file, /^\[[^\]]+\]: (\S+)$/gm, text),
    ]
    return links
      .filter(({ text: target }) => !isElsewhere(target))
      .flatMap(({ where, text: target }) => {
        const [path = '', anchor] = target.split('#')
        const to = path === '' ? file.path : posix.join(posix.dirname(file.path), path)
        if (!exists(to)) return [`${where}: links to ${to}, which does not exist`]
        if (anchor === undefined || anchorsOf(textOf(files, to)).has(anchor)) return []
        return [`${where}: links to ${to}#${anchor}, which has no such heading`]
      })
  })

/** Every link by reference, such as `[SIL-012]`, has a definition in its document. */
export const referencesResolve: CitationRule = (files) =>
  documentsIn(files).flatMap((file) => {
    const text = withoutCode(file.text)
    const defined = new Set([...text.matchAll(/^\[([^\]]+)\]: /gm)].map(([, name]) => name))
    return citationsOf(file, /\[([A-Z]+-\d+)\](?![:(])/g, text)
      .filter(({ text: name }) => !defined.has(name))
      .map(
        ({ where, text: name }) => `${where}: [${name}] has no definition, such as [${name}]: file.md#anchor`,
      )
  })

const filePath =
  /(?<![\w/.-])(?:src|test|docs|engine|graph|pictures|areas|wire|machine|world|adapters|cli)\/[\w./-]*\w\.(?:ts|mjs|md|json)\b/g

/** The path of a file as documents and comments name it: from the root, or from src. */
const fromRoot = (path: string): string => (/^(src|test|docs)\//.test(path) ? path : `src/${path}`)

/** The text of a file in which it may name other files: a document whole, the comments of a source. */
function prosesOf(file: Source): { readonly text: string; readonly start: number }[] {
  if (file.path.endsWith('.md')) return [{ text: file.text, start: 0 }]
  if (!/\.tsx?$/.test(file.path) || file.text.search(filePath) < 0) return []
  // A comment begins with two characters that its value leaves out.
  return parse(file).comments.map(({ value, start }) => ({ text: value, start: start + 2 }))
}

/** Every file that a document or a comment names exists. */
export const filesExist: CitationRule = (files, exists) =>
  files.flatMap((file) =>
    prosesOf(file)
      .flatMap(({ text, start }) => citationsOf(file, filePath, text, start))
      .filter(({ text }) => !exists(fromRoot(text)))
      .map(({ where, text }) => `${where}: names ${text}, which does not exist`),
  )

/** Every source that the page about the structure names, with or without its folders, exists. */
export const namedSourcesExist: CitationRule = (files) =>
  citationsOf(
    { path: 'docs/architecture.md', text: textOf(files, 'docs/architecture.md') },
    /`([\w./-]+\.tsx?)`/g,
  )
    .filter(({ text }) => !files.some(({ path }) => `/${path}`.endsWith(`/${text}`)))
    .map(({ where, text }) => `${where}: names ${text}, which does not exist`)

/** Every module that a script loads by its path exists: nothing else checks the scripts before they run. */
export const loadedModulesExist: CitationRule = (files, exists) =>
  files
    .filter(({ path }) => path.endsWith('.mjs'))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/ssrLoadModule\('\/([\w./-]+)'\)/g)]
        .filter(([, module = '']) => !exists(module))
        .map(([, module]) => `${path}: loads ${module}, which does not exist`),
    )

/** Every name in the column "in code" of the glossary occurs in src. */
export const glossaryNamesExist: CitationRule = (files) => {
  const path = 'docs/architecture.md'
  const [, glossary = ''] = /^## Glossary\n([\s\S]*?)(?=^## |(?![\s\S]))/m.exec(textOf(files, path)) ?? []
  const sources = files.filter((file) => file.path.startsWith('src/'))
  const names = [...glossary.matchAll(/^\| [^|]+ \| ([^|]+) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([^`]+)`/g)].flatMap(([, code = '']) => code.match(/\w+/g) ?? []),
  )
  return [...new Set(names)]
    .filter((name) => !sources.some(({ text }) => new RegExp(`\\b${name}\\b`).test(text)))
    .map((name) => `${path}: the glossary names ${name}, which occurs nowhere in src`)
}
