import { readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { parseSync } from 'vite'

/** One file of the tree, as a rule sees it: its path from the project's root, and its text. */
export interface Source {
  readonly path: string
  readonly text: string
}

/** A rule of the house: it reads files and says what is wrong, one line of text per offence. */
export type Rule = (sources: readonly Source[]) => string[]

/** A node of the syntax tree. Only its type and place are certain; the rest is looked at as it comes. */
export interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [key: string]: unknown
}

/** A comment, where it stands, and its words. A doc comment is a block whose words begin with a star. */
interface Comment {
  readonly type: 'Line' | 'Block'
  readonly value: string
  readonly start: number
  readonly end: number
}

/** A source with its syntax tree. */
export interface Parsed extends Source {
  readonly body: readonly Node[]
  readonly comments: readonly Comment[]
  readonly error: string | undefined
}

const parsed = new WeakMap<Source, Parsed>()

/** Parses a source once, however many rules ask for it. */
export function parse(source: Source): Parsed {
  const known = parsed.get(source)
  if (known) return known
  const { program, comments, errors } = parseSync(source.path, source.text)
  const body = program.body as unknown as readonly Node[]
  const fresh = { ...source, body, comments, error: errors[0]?.message }
  parsed.set(source, fresh)
  return fresh
}

/** Every TypeScript file under a folder of the project, in the order of their paths. */
export function readSources(root: string, folder: string): Source[] {
  return walkFolder(root, folder).map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
}

/** The folder of the files that are made from the sources. */
const generated = 'src/generated'

function walkFolder(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = posix.join(folder, entry.name)
      if (entry.isDirectory())
        return entry.name === 'node_modules' || path === generated ? [] : walkFolder(root, path)
      return /\.tsx?$/.test(entry.name) ? [path] : []
    })
}

/** `path:line`, the form that editors and terminals open. */
export function place(source: Source, offset: number): string {
  return `${source.path}:${source.text.slice(0, offset).split('\n').length}`
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}

/** The nodes directly below one, in the order of the text. */
export function childrenOf(node: Node): Node[] {
  const children: Node[] = []
  for (const name in node) {
    const value = node[name]
    if (Array.isArray(value)) {
      for (const one of value) if (isNode(one)) children.push(one)
    } else if (isNode(value)) children.push(value)
  }
  return children
}

/** Visits every node with the ones above it, nearest first. A visitor that answers `false` is not led further down. */
export function walk(
  nodes: readonly Node[],
  visit: (node: Node, above: readonly Node[]) => boolean | undefined | void,
  above: readonly Node[] = [],
): void {
  for (const node of nodes) {
    if (visit(node, above) === false) continue
    const children = childrenOf(node)
    if (children.length > 0) walk(children, visit, [node, ...above])
  }
}

/** The text of a string literal or of a template without holes; undefined for anything else. */
export function stringOf(node: unknown): string | undefined {
  if (!isNode(node)) return undefined
  if (node.type === 'Literal' && typeof node['value'] === 'string') return node['value']
  if (node.type !== 'TemplateLiteral') return undefined
  const quasis = node['quasis'] as readonly { value: { cooked: string } }[]
  return quasis.length === 1 ? quasis[0]?.value.cooked : undefined
}

/** The name an identifier node carries. */
export function nameOf(node: unknown): string | undefined {
  return isNode(node) && node.type === 'Identifier' ? (node['name'] as string) : undefined
}

/** An import or re-export: what it names, and whether it is gone once types are stripped. */
export interface Import {
  readonly from: string
  readonly typeOnly: boolean
  /** Whether it loads at first use: `import()`. */
  readonly isLate: boolean
  readonly start: number
}

/**
 * The imports, re-exports and `import()` calls of a file.
 * `import { type A }` counts as a value import: the compiler keeps its statement, and so the load.
 */
export function importsOf(source: Source): Import[] {
  const found: Import[] = []
  walk(parse(source).body, (node) => {
    const from = stringOf(node['source'])
    if (from === undefined) return
    const kind = node['importKind'] ?? node['exportKind']
    found.push({
      from,
      typeOnly: kind === 'type',
      isLate: node.type === 'ImportExpression',
      start: node.start,
    })
  })
  return found
}

/** The project path that a relative import names; undefined for a library. */
export function resolve(source: Source, from: string): string | undefined {
  return from.startsWith('.') ? posix.join(posix.dirname(source.path), from) : undefined
}

/** The layers that must give the same bytes everywhere: no ambient input, no I/O. */
export const core =
  /^src\/(engine|service(?!\/area\/)|chapters|machine|world|scenario|simulation(?!\/viewer)|server\/openapi)\//
