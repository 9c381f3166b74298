import { chapters } from './chapters.ts'
import { operationFile } from './rooms.ts'
import {
  isNode,
  type Node,
  nameOf,
  parse,
  place,
  type Rule,
  resolve,
  type Source,
  stringOf,
  walk,
} from './source.ts'

/** An exported name: the file and statement that declare it. */
interface Declaration {
  readonly source: Source
  readonly statement: Node
  readonly name: string
  readonly isType: boolean
}

function listOf(value: unknown): Node[] {
  return Array.isArray(value) ? value.filter(isNode) : []
}

/** The names a statement declares: one, or several for `const a = 1, b = 2`. */
function namesDeclaredBy(declaration: Node): string[] {
  const single = nameOf(declaration['id'])
  if (single !== undefined) return [single]
  return listOf(declaration['declarations']).flatMap(({ id }) => nameOf(id) ?? [])
}

/** The declarations of a file at its top, exported on the spot or not. */
function declarationsIn(source: Source): Declaration[] {
  return parse(source).body.flatMap((statement) => {
    const declaration = isNode(statement['declaration']) ? statement['declaration'] : statement
    const isType = /^TS(TypeAlias|Interface)Declaration$/.test(declaration.type)
    return namesDeclaredBy(declaration).map((name) => ({ source, statement, name, isType }))
  })
}

function exportedIn(source: Source): Declaration[] {
  return declarationsIn(source).filter(({ statement }) => statement.type === 'ExportNamedDeclaration')
}

/** What an import or an export clause calls: `a` of `a as b`, with the file it comes from. */
function originOf(specifier: Node): string | undefined {
  return nameOf(specifier['imported']) ?? nameOf(specifier['local'])
}

/** Finds the declarations behind one exported name, or behind all of them, through whatever passes them on. */
function reach(sources: ReadonlyMap<string, Source>, path: string, wanted?: string): Declaration[] {
  const source = sources.get(path)
  if (!source) return []
  const own = exportedIn(source).filter(({ name }) => wanted === undefined || name === wanted)
  const passedOn = parse(source).body.flatMap((statement) => {
    const from = stringOf(statement['source'])
    const target = from === undefined ? undefined : (resolve(source, from) ?? '')
    if (statement.type === 'ExportAllDeclaration') return reach(sources, target ?? '', wanted)
    if (statement.type !== 'ExportNamedDeclaration') return []
    return listOf(statement['specifiers'])
      .filter(({ exported }) => wanted === undefined || nameOf(exported) === wanted)
      .flatMap((specifier) => behind(sources, source, target, originOf(specifier) ?? ''))
  })
  return [...own, ...passedOn]
}

/** The declaration a clause names: in the file it cites, or in its own, or where its own import has it from. */
function behind(
  sources: ReadonlyMap<string, Source>,
  source: Source,
  target: string | undefined,
  name: string,
): Declaration[] {
  if (target !== undefined) return reach(sources, target, name)
  const own = declarationsIn(source).filter((declaration) => declaration.name === name)
  if (own.length > 0) return own
  return parse(source).body.flatMap((statement) => {
    const from = stringOf(statement['source'])
    if (statement.type !== 'ImportDeclaration' || from === undefined) return []
    return listOf(statement['specifiers'])
      .filter(({ local }) => nameOf(local) === name)
      .flatMap((specifier) => reach(sources, resolve(source, from) ?? '', originOf(specifier)))
  })
}

function isDocumented({ source, statement }: Declaration): boolean {
  return parse(source).comments.some(
    ({ type, value, end }) =>
      type === 'Block' &&
      /^\*\s*\S/.test(value) &&
      end <= statement.start &&
      source.text.slice(end, statement.start).trim() === '',
  )
}

/** What a user or a reader of the reference meets has a doc comment: the surface, and every operation. */
export const documented: Rule = (sources) => {
  const byPath = new Map(sources.map((source) => [source.path, source]))
  const operations = sources
    .filter(({ path }) => operationFile.test(path))
    .flatMap(exportedIn)
    .filter(({ isType }) => !isType)
  const offences = [...reach(byPath, 'src/index.ts'), ...operations]
    .filter((declaration) => !isDocumented(declaration))
    .map(
      ({ source, statement, name }) =>
        `${place(source, statement.start)}: ${name} has no doc comment; say in one to five sentences what, then why`,
    )
  return [...new Set(offences)]
}

/** A file of operations exports operations and nothing else: constants that a call makes. */
export const operationsOnly: Rule = (sources) =>
  sources
    .filter(({ path }) => operationFile.test(path))
    .flatMap(exportedIn)
    .filter(({ statement, isType, name }) => !isType && !isMadeByCall(statement, name))
    .map(
      ({ source, statement, name }) =>
        `${place(source, statement.start)}: ${name} is no operation; move it to a file of its own`,
    )

function isMadeByCall(statement: Node, name: string): boolean {
  const declaration = isNode(statement['declaration']) ? statement['declaration'] : statement
  return listOf(declaration['declarations']).some(
    ({ id, init }) => nameOf(id) === name && isNode(init) && init.type === 'CallExpression',
  )
}

/** The chapter an operation names is one of the contract, spelled as there. */
export const chaptersExist: Rule = (sources) =>
  sources
    .filter(({ path }) => operationFile.test(path))
    .flatMap((source) => {
      const constants = constantsOf(source)
      const found: string[] = []
      walk(parse(source).body, (node, above) => {
        if (node.type !== 'Property' || nameOf(node['key']) !== 'chapter') return
        if (above[0]?.type !== 'ObjectExpression') return
        const chapter = stringOf(node['value']) ?? constants.get(nameOf(node['value']) ?? '')
        if (chapter !== undefined && chapters.includes(chapter)) return
        const named =
          chapter === undefined ? 'the chapter is no literal' : `'${chapter}' is no chapter of the contract`
        found.push(`${place(source, node.start)}: ${named}; test/tidy/chapters.ts lists them`)
      })
      return found
    })

function constantsOf(source: Source): Map<string, string> {
  const found = new Map<string, string>()
  walk(parse(source).body, ({ type, id, init }) => {
    const value = stringOf(init)
    if (type === 'VariableDeclarator' && value !== undefined) found.set(nameOf(id) ?? '', value)
  })
  return found
}

/** A title says what is so, in the present tense: a phrase, or the case that a table's title completes. */
export const plainTitles: Rule = (sources) =>
  sources
    .filter(({ path }) => path.startsWith('test/') && path.endsWith('.test.ts'))
    .flatMap((source) => {
      const found: string[] = []
      walk(parse(source).body, (node) => {
        if (node.type !== 'CallExpression' || !isTestCall(node['callee'])) return
        for (const title of titlesIn(node)) {
          if (!/\bshould(n't)?\b/i.test(source.text.slice(title.start, title.end))) continue
          found.push(`${place(source, title.start)}: the title says "should"; say what is so`)
        }
      })
      return found
    })

/** `test`, `it`, `describe`, with any modifiers: `test.each(rows)`, `describe.skip`. */
function isTestCall(callee: unknown): boolean {
  if (!isNode(callee)) return false
  if (callee.type === 'Identifier') return /^(test|it|describe)$/.test(nameOf(callee) ?? '')
  return isTestCall(callee['object'] ?? callee['callee'] ?? callee['tag'])
}

/** The first argument, or the first cell of each row where the argument is a table. */
function titlesIn(call: Node): Node[] {
  const first = listOf(call['arguments'])[0]
  if (first?.type !== 'ArrayExpression') return first && /Literal$/.test(first.type) ? [first] : []
  return listOf(first['elements']).flatMap((row) => {
    const cell = row.type === 'ArrayExpression' ? listOf(row['elements'])[0] : row
    return cell && /Literal$/.test(cell.type) ? [cell] : []
  })
}

/** An exported name means one thing: no two files of src declare it. */
export const namesOnce: Rule = (sources) => {
  const first = new Map<string, string>()
  return sources
    .filter(({ path }) => path.startsWith('src/'))
    .flatMap((source) =>
      [...new Set(exportedIn(source).map(({ name }) => name))].map((name) => ({ source, name })),
    )
    .flatMap(({ source: { path }, name }) => {
      const other = first.get(name)
      first.set(name, other ?? path)
      return other === undefined
        ? []
        : [`${path}: ${name} is exported by ${other} too; give one of them another name`]
    })
}
