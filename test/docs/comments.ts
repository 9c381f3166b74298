import { childrenOf, isNode, type Node, nameOf, parse, readSources, type Source } from '../tidy/source.ts'

/** The words of a doc comment: its sentences on one line. */
const wordsOf = (comment: string): string =>
  comment
    .split('\n')
    .map((line) => line.replace(/^\s*\*+\s?/, '').trim())
    .filter((line) => line !== '')
    .join(' ')

/** The doc comment that ends right above a node. */
function commentAbove(source: Source, node: Node): string | undefined {
  const found = parse(source).comments.findLast(({ type, end }) => type === 'Block' && end <= node.start)
  if (!found?.value.startsWith('*')) return undefined
  return source.text.slice(found.end, node.start).trim() === '' ? wordsOf(found.value) : undefined
}

/** The names that a statement exports as values. */
function exportedNames(node: Node): string[] {
  const declaration = node.type === 'ExportNamedDeclaration' ? node['declaration'] : undefined
  if (!isNode(declaration) || declaration.type !== 'VariableDeclaration') return []
  return childrenOf(declaration).flatMap((one) => nameOf(one['id']) ?? [])
}

/** What the doc comments of a folder say of the values that its files export, by name. */
export function exportedComments(root: string, folder: string): ReadonlyMap<string, string> {
  return new Map(
    readSources(root, folder).flatMap((source) =>
      parse(source).body.flatMap((node) => {
        const comment = commentAbove(source, node)
        return comment === undefined ? [] : exportedNames(node).map((name) => [name, comment] as const)
      }),
    ),
  )
}

/** What the doc comments of an interface say of its members, by name, in the order of the source. */
export function memberComments(source: Source, name: string): ReadonlyMap<string, string> {
  const found = parse(source)
    .body.map((node) => node['declaration'])
    .find(
      (one): one is Node =>
        isNode(one) && one.type === 'TSInterfaceDeclaration' && nameOf(one['id']) === name,
    )
  const body = found?.['body']
  if (!isNode(body)) throw new Error(`${source.path} has no interface ${name}`)
  return new Map(
    childrenOf(body).flatMap((member) => {
      const key = nameOf(member['key'])
      return key === undefined ? [] : [[key, commentAbove(source, member) ?? ''] as const]
    }),
  )
}
