import { Node, Project, SyntaxKind } from 'ts-morph'

/** Operators that bound or combine, and what a mistaken hand writes in their place. */
const operators = {
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
  '&&': ['||'],
  '||': ['&&'],
  '??': ['&&'],
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
}

const isWrite = (text) => /\b(store|tx)\.(set|delete)\(/.test(text)

/** The changes of one node: what is done, and the text that takes its place. */
function changesOf(node) {
  const text = node.getText()
  if (Node.isBinaryExpression(node)) {
    const token = node.getOperatorToken()
    return (operators[token.getText()] ?? []).map((to) => ({ kind: 'operator', node: token, to }))
  }
  if (Node.isIfStatement(node) || Node.isWhileStatement(node) || Node.isConditionalExpression(node)) {
    const test = Node.isConditionalExpression(node) ? node.getCondition() : node.getExpression()
    return [{ kind: 'negated condition', node: test, to: `!(${test.getText()})` }]
  }
  if (Node.isAwaitExpression(node))
    return [{ kind: 'removed await', node, to: node.getExpression().getText() }]
  if (Node.isExpressionStatement(node))
    return [{ kind: isWrite(text) ? 'removed write' : 'removed statement', node, to: ';' }]
  if (Node.isReturnStatement(node) && node.getExpression() === undefined)
    return [{ kind: 'removed return', node, to: ';' }]
  if (Node.isContinueStatement(node) || Node.isBreakStatement(node))
    return [{ kind: 'removed jump', node, to: ';' }]
  if (Node.isNumericLiteral(node)) {
    const value = Number(text.replaceAll('_', ''))
    // A wait or a bound that is longer by one rarely changes what a program does.
    const other = value <= 2 ? [value + 1] : []
    return [...other, value === 0 ? 2 : 0].map((to) => ({ kind: 'number', node, to: String(to) }))
  }
  if (node.isKind(SyntaxKind.TrueKeyword)) return [{ kind: 'literal', node, to: 'false' }]
  if (node.isKind(SyntaxKind.FalseKeyword)) return [{ kind: 'literal', node, to: 'true' }]
  return []
}

/** The part of a program that is not mutated: its world, its mirror, and what else explore is given. */
function isApart(node) {
  if (node.getFirstAncestorByKind(SyntaxKind.ImportDeclaration)) return true
  const declared = node
    .getAncestors()
    .find((ancestor) => Node.isVariableDeclaration(ancestor) && ancestor.getName() === 'program')
  if (!declared) return false
  const sut = node.getAncestors().find((a) => Node.isPropertyAssignment(a) && a.getName() === 'sut')
  return sut === undefined
}

/** Whether a node declares a function, a constant or a member. */
export const isNamed = (node) =>
  Node.isFunctionDeclaration(node) || Node.isVariableDeclaration(node) || Node.isPropertyAssignment(node)

/** The functions, constants and members around a node, outermost first. */
const namesAround = (node) =>
  node
    .getAncestors()
    .filter(isNamed)
    .map((ancestor) => ancestor.getName())
    .reverse()

/** The mutants of a program: what was changed at which line in which functions, and the whole text. */
export function mutantsOf(path) {
  const project = new Project({ useInMemoryFileSystem: false, skipAddingFilesFromTsConfig: true })
  const source = project.addSourceFileAtPath(path)
  const whole = source.getFullText()
  return source
    .getDescendants()
    .filter((node) => !isApart(node))
    .flatMap(changesOf)
    .map(({ kind, node, to }) => {
      const [from, until] = [node.getStart(), node.getEnd()]
      return {
        kind,
        line: node.getStartLineNumber(),
        around: namesAround(node),
        change: `${node.getText().slice(0, 80)} → ${to.slice(0, 80)}`,
        text: whole.slice(0, from) + to + whole.slice(until),
      }
    })
}
