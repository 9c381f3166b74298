import { childrenOf, isNode, type Node, nameOf, parse, readSources, type Source } from './source.ts'

/** Returns the text of a doc comment as one line. */
const lineOf = (comment: string): string =>
  comment
    .split('\n')
    .map((line) => line.replace(/^\s*\*+\s?/, '').trim())
    .filter((line) => line !== '')
    .join(' ')

/** The text of the doc comment directly above a node. */
function commentAbove(source: Source, node: Node): string | undefined {
  const comment = parse(source).comments.findLast(({ type, end }) => type === 'Block' && end <= node.start)
  if (!comment?.value.startsWith('*')) return undefined
  return source.text.slice(comment.end, node.start).trim() === '' ? lineOf(comment.value) : undefined
}

/** The doc comments of some sources, each as one line. */
export const docComments = (sources: readonly Source[]): ReadonlySet<string> =>
  new Set(
    sources
      .flatMap((source) => parse(source).comments)
      .filter(({ type, value }) => type === 'Block' && value.startsWith('*'))
      .map(({ value }) => lineOf(value)),
  )

/** The names of the constants that a statement exports. */
function exportedNames(node: Node): string[] {
  const declaration = node.type === 'ExportNamedDeclaration' ? node['declaration'] : undefined
  if (!isNode(declaration) || declaration.type !== 'VariableDeclaration') return []
  return childrenOf(declaration).flatMap((one) => nameOf(one['id']) ?? [])
}

/** A constant that a file exports. */
export interface Constant {
  readonly path: string
  readonly name: string
  /** Its doc comment as one line; empty without one. */
  readonly comment: string
}

/** The constants that the files of a folder export. */
export const exportedConstants = (root: string, folder: string): Constant[] =>
  readSources(root, folder).flatMap((source) =>
    parse(source).body.flatMap((node) => {
      const names = exportedNames(node)
      const comment = names.length === 0 ? '' : (commentAbove(source, node) ?? '')
      return names.map((name) => ({ path: source.path, name, comment }))
    }),
  )

/** The doc comments of the constants that the files of a folder export, by name. */
export const exportedComments = (root: string, folder: string): ReadonlyMap<string, string> =>
  new Map(
    exportedConstants(root, folder)
      .filter(({ comment }) => comment !== '')
      .map(({ name, comment }) => [name, comment]),
  )

/**
 * Returns operations in the order of their source. A bundled module lists its exports by name instead.
 *
 * @param operations Operations by name, those of a file one after the other.
 */
export function inSourceOrder<T>(root: string, operations: Readonly<Record<string, T>>): [string, T][] {
  const constants = exportedConstants(root, 'src/chapters')
  const places = new Map(constants.map(({ name, path }, index) => [name, { path, index }]))
  const paths = [...new Set(Object.keys(operations).map((name) => places.get(name)?.path))]
  const placeOf = (name: string): number => {
    const place = places.get(name)
    if (!place) throw new Error(`No file of src/chapters exports ${name}`)
    return paths.indexOf(place.path) * constants.length + place.index
  }
  return Object.entries(operations).sort(([one], [other]) => placeOf(one) - placeOf(other))
}

/** The ids of the rows that the definitions of exported constants and their comments cite, by name. */
export function citedRows(root: string, folder: string): ReadonlyMap<string, readonly string[]> {
  return new Map(
    readSources(root, folder).flatMap((source) =>
      parse(source).body.flatMap((node) => {
        const text = `${commentAbove(source, node) ?? ''} ${source.text.slice(node.start, node.end)}`
        const rows = [...new Set(text.match(/\b[A-Z]{3}-\d{3}\b/g))].sort()
        return exportedNames(node).map((name) => [name, rows] as const)
      }),
    ),
  )
}

/** The doc comments of the members of an interface or an object type, by name, in the order of the source. */
export function memberComments(source: Source, name: string): ReadonlyMap<string, string> {
  const declaration = parse(source)
    .body.map((node) => node['declaration'])
    .find(
      (one): one is Node =>
        isNode(one) && /^TS(Interface|TypeAlias)Declaration$/.test(one.type) && nameOf(one['id']) === name,
    )
  const body = declaration?.['body'] ?? declaration?.['typeAnnotation']
  if (!isNode(body)) throw new Error(`${source.path} has no type ${name}`)
  return new Map(
    childrenOf(body).flatMap((member) => {
      const key = nameOf(member['key'])
      return key === undefined ? [] : [[key, commentAbove(source, member) ?? ''] as const]
    }),
  )
}
