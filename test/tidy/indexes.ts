import { isNode, type Node, nameOf, parse, place, type Rule, walk } from './source.ts'

/** Methods of arrays whose callback gets an index as its second argument. */
const methods = /^(map|flatMap|forEach|filter|find|findIndex|findLast|findLastIndex|some|every)$/

const listOf = (value: unknown): Node[] => (Array.isArray(value) ? value.filter(isNode) : [])

/** The node that names the index of a callback, of `entries()` or of a loop. */
function indexIn({ type, callee, arguments: given, left, right, init }: Node): Node | undefined {
  if (type === 'CallExpression' && isNode(callee) && methods.test(nameOf(callee['property']) ?? '')) {
    const [callback] = listOf(given)
    return callback && /Function/.test(callback.type) ? listOf(callback['params'])[1] : undefined
  }
  if (type === 'ForOfStatement' && isNode(left) && isNode(right) && isNode(right['callee'])) {
    const [declared] = listOf(left['declarations'])
    const isEntries =
      nameOf(right['callee']['property']) === 'entries' && listOf(right['arguments']).length === 0
    return isEntries && isNode(declared?.['id']) ? listOf(declared['id']['elements'])[0] : undefined
  }
  if (type !== 'ForStatement' || !isNode(init)) return undefined
  const id = listOf(init['declarations'])[0]?.['id']
  return isNode(id) && nameOf(id) === 'place' ? id : undefined
}

/** An index of a list is called so. A `place` is a node or a path, and `at` an instant, or an offset in bytes. */
export const namedIndexes: Rule = (sources) =>
  sources
    .filter(({ path }) => path.startsWith('src/'))
    .flatMap((source) => {
      const found: string[] = []
      walk(parse(source).body, (node) => {
        const index = indexIn(node)
        const name = nameOf(index)
        if (!index || (name !== 'place' && name !== 'at')) return
        found.push(`${place(source, index.start)}: an index called ${name}; call it index`)
      })
      return found
    })
