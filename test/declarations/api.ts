import { readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import ts from '@typescript/typescript6'
import built from '../../.build/entries.json' with { type: 'json' }

/** The programs are no entries: no module imports them. */
const { cli: _, redirect: __, ...modules } = built.modules

/** The entries of the package, and the files that export their names. */
const entries = Object.fromEntries(
  Object.entries({ ...built.both, ...modules }).map(([name, path]) => [
    name === 'index' ? 'fauxgraph' : `fauxgraph/${name}`,
    path,
  ]),
)

/** The types of the operations: a file so long that each of its members is one line of the report. */
const operations = 'src/generated/operations.ts'

/** A source file with the names that it declares, imports and exports again. */
interface Module {
  readonly path: string
  /** The declarations of each name: a schema and its type may share one. */
  readonly declared: ReadonlyMap<string, readonly ts.Statement[]>
  /** The path and the name there, by the name here. */
  readonly imported: ReadonlyMap<string, Target>
  readonly exported: ReadonlyMap<string, Target>
  /** Files whose every export is exported again. */
  readonly reexported: readonly string[]
}

interface Target {
  readonly path: string
  readonly name: string
}

const printer = ts.createPrinter({ removeComments: true })

/** Reads source files, each once. */
function moduleReader(root: string) {
  const modules = new Map<string, Module>()
  return (path: string): Module => {
    const known = modules.get(path)
    if (known) return known
    const module = moduleOf(path, readFileSync(join(root, path), 'utf8'))
    modules.set(path, module)
    return module
  }
}

function moduleOf(path: string, text: string): Module {
  const { statements } = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const pathOf = (from: ts.Expression | undefined): string | undefined =>
    from && ts.isStringLiteral(from) && from.text.startsWith('.')
      ? relative('.', join(dirname(path), from.text))
      : undefined
  const targets = (
    path: string | undefined,
    elements: readonly (ts.ImportSpecifier | ts.ExportSpecifier)[],
  ) =>
    elements.flatMap(({ name, propertyName = name }) =>
      path === undefined ? [] : [[name.text, { path, name: propertyName.text }] as const],
    )
  const exports = statements.filter(ts.isExportDeclaration)
  return {
    path,
    declared: declarationsIn(statements),
    imported: new Map(
      statements.filter(ts.isImportDeclaration).flatMap(({ importClause, moduleSpecifier }) => {
        const bindings = importClause?.namedBindings
        return bindings && ts.isNamedImports(bindings)
          ? targets(pathOf(moduleSpecifier), bindings.elements)
          : []
      }),
    ),
    exported: new Map(
      exports.flatMap(({ exportClause, moduleSpecifier }) =>
        exportClause && ts.isNamedExports(exportClause)
          ? targets(pathOf(moduleSpecifier), exportClause.elements)
          : [],
      ),
    ),
    reexported: exports.flatMap(({ exportClause, moduleSpecifier }) =>
      exportClause ? [] : (pathOf(moduleSpecifier) ?? []),
    ),
  }
}

function declarationsIn(statements: readonly ts.Statement[]): Map<string, ts.Statement[]> {
  const declared = new Map<string, ts.Statement[]>()
  for (const statement of statements)
    for (const name of namesOf(statement)) declared.set(name, [...(declared.get(name) ?? []), statement])
  return declared
}

function namesOf(statement: ts.Statement): string[] {
  // A namespace, as in `export * as z from …`, is declared where it is named.
  if (
    ts.isExportDeclaration(statement) &&
    statement.exportClause &&
    ts.isNamespaceExport(statement.exportClause)
  )
    return [statement.exportClause.name.getText()]
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.map(({ name }) => name.getText())
  const isNamed =
    ts.isFunctionDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement)
  return isNamed && statement.name ? [statement.name.text] : []
}

/** Leaves out what is no declaration: bodies, and initial values beside a type. */
function signatureOf(statement: ts.Statement): ts.Node {
  const { factory } = ts
  const result = ts.transform<ts.Node>(statement, [
    (context) => (root) => {
      const visit = (node: ts.Node): ts.Node | undefined => {
        // An arrow function cannot be without a body.
        if (ts.isBlock(node)) return ts.isArrowFunction(node.parent) ? factory.createBlock([]) : undefined
        if (ts.isVariableDeclaration(node) && node.type)
          return factory.updateVariableDeclaration(node, node.name, undefined, node.type, undefined)
        return ts.visitEachChild(node, visit, context)
      }
      return visit(root) ?? root
    },
  ])
  return result.transformed[0] ?? statement
}

/** Prints a declaration without comments: on one line, or one line for each member of its type. */
function textOf(statement: ts.Statement): string {
  const source = statement.getSourceFile()
  const print = (node: ts.Node) => printer.printNode(ts.EmitHint.Unspecified, node, source)
  const flat = (node: ts.Node) => print(node).replaceAll(/\s+/g, ' ')
  const declaration = signatureOf(statement)
  const isOperations = source.fileName === operations
  if (!isOperations) return print(declaration)
  if (ts.isTypeAliasDeclaration(declaration) && ts.isTypeLiteralNode(declaration.type)) {
    const isList = ['Client', 'ActionMethods'].includes(declaration.name.text)
    const members = declaration.type.members.map((member) => `    ${flat(member)}\n`)
    if (isList) return `export type ${declaration.name.text} = {\n${members.join('')}};`
  }
  return flat(declaration)
}

/** Returns the names of types, and of values behind `typeof`, in a declaration. */
function referencesOf(statement: ts.Statement): string[] {
  const names: string[] = []
  const visit = (node: ts.Node): void => {
    const name =
      (ts.isTypeReferenceNode(node) && node.typeName) ||
      (ts.isTypeQueryNode(node) && node.exprName) ||
      (ts.isExpressionWithTypeArguments(node) && node.expression)
    if (name && ts.isIdentifier(name)) names.push(name.text)
    ts.forEachChild(node, visit)
  }
  visit(signatureOf(statement))
  return names
}

type Read = (path: string) => Module

const isExported = (statement: ts.Statement): boolean =>
  ts.canHaveModifiers(statement) &&
  ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true

/** Returns the names that a file exports, and where it has them from. */
function exportsOf(read: Read, path: string): (readonly [name: string, from: Target])[] {
  const { exported, reexported, declared } = read(path)
  const own = [...declared].filter(([, statements]) => statements.some(isExported))
  return [
    ...exported,
    ...reexported.flatMap((from) => exportsOf(read, from)),
    ...own.map(([name]) => [name, { path, name }] as const),
  ]
}

/** Returns where a name that a file uses is declared; undefined for a name of a library. */
function declarationOf(read: Read, { path, name }: Target): Target | undefined {
  const { declared, imported, exported } = read(path)
  if (declared.has(name)) return { path, name }
  const next = imported.get(name) ?? exported.get(name)
  return next && declarationOf(read, next)
}

const keyOf = ({ path, name }: Target): string => `${path} ${name}`

const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => (a < b ? -1 : 1)

/**
 * Returns the public surface of the package: each name that an entry exports with its declaration, then the
 * declarations that these name. Comments are left out, and names are in order.
 */
export function apiReport(root: string): string {
  const read = moduleReader(root)
  const listed = new Map<string, string>()
  const inner = new Map<string, Target>()

  /** Lists a declaration that was not listed yet, and notes the declarations that it names. */
  const list = (title: string, name: string, from: Target): string => {
    const at = declarationOf(read, from)
    if (!at) throw new Error(`${from.path} does not declare ${from.name}`)
    const known = listed.get(keyOf(at))
    if (known !== undefined) return `// ${name}: see ${known}`
    listed.set(keyOf(at), title)
    const statements = read(at.path).declared.get(at.name) ?? []
    for (const other of statements.flatMap(referencesOf)) {
      const target = declarationOf(read, { path: at.path, name: other })
      if (target) inner.set(keyOf(target), target)
    }
    const text = statements.map(textOf).join('\n')
    return name === at.name ? text : `// ${at.name} is exported as ${name}\n${text}`
  }

  const section = (title: string, names: readonly (readonly [string, Target])[]): string =>
    `# ${title}\n\n${names
      .toSorted(byName)
      .map(([name, from]) => list(title, name, from))
      .join('\n')}\n`

  const sections = Object.entries(entries).map(([entry, path]) => section(entry, exportsOf(read, path)))
  const texts: (readonly [name: string, text: string])[] = []
  // The walk includes the declarations that it adds.
  for (const [key, target] of inner)
    if (!listed.has(key)) texts.push([target.name, list('the last section', target.name, target)])
  const rest = texts.toSorted(byName).map(([, text]) => text)
  return [...sections, `# Declarations that these name\n\n${rest.join('\n')}\n`].join('\n')
}
