import { isNode, type Node, nameOf, parse, place, type Rule, walk } from './source.ts'

const methods = /^(mock|doMock|unmock|doUnmock|resetModules|importActual|importMock)$/

/** Whether a node is a call such as `vi.mock('./a.ts')`. */
function isMock({ type, callee }: Node): boolean {
  if (type !== 'CallExpression' || !isNode(callee) || !isNode(callee['object'])) return false
  return nameOf(callee['object']) === 'vi' && methods.test(nameOf(callee['property']) ?? '')
}

/** Vitest replaces a module only for the test itself: other modules of src, which Node loads, keep the real one. */
export const nothingMocked: Rule = (sources) =>
  sources
    .filter(({ path }) => path.startsWith('test/'))
    .flatMap((source) => {
      const found: string[] = []
      walk(parse(source).body, (node) => {
        if (!isMock(node)) return
        const what =
          'the modules of src would not see it; hand in what differs, or use test/native/run-natively.ts'
        found.push(`${place(source, node.start)}: a mocked module; ${what}`)
      })
      return found
    })
