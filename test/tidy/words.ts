import { core, isNode, type Node, nameOf, parse, place, type Rule, type Source, walk } from './source.ts'

const isSource = ({ path }: Source) => path.startsWith('src/')

/** The places in a file where a node has a certain look. */
function placesOf(source: Source, isMeant: (node: Node, above: readonly Node[]) => boolean): string[] {
  const found: string[] = []
  walk(parse(source).body, (node, above) => {
    if (isMeant(node, above)) found.push(place(source, node.start))
  })
  return found
}

/** Every file is TypeScript that a parser accepts; what does not parse, no other rule can see. */
export const parses: Rule = (sources) =>
  sources.flatMap((source) => {
    const { error } = parse(source)
    return error ? [`${source.path}: does not parse: ${error}`] : []
  })

/** `any` stands only inside `AnyOperation`, whose parameters are contravariant in its rule. */
export const noAny: Rule = (sources) =>
  sources
    .filter(isSource)
    .flatMap((source) =>
      placesOf(source, (node, above) => node.type === 'TSAnyKeyword' && !isInAnyOperation(above)),
    )
    .map((where) => `${where}: any; name the type, take a type parameter, or use unknown and look`)

function isInAnyOperation(above: readonly Node[]): boolean {
  return above.some(
    ({ type, id }) =>
      /^TS(TypeAlias|Interface)Declaration$/.test(type) && isNode(id) && nameOf(id) === 'AnyOperation',
  )
}

/** At most two casts per thousand lines of src; `as const` is not a cast. */
export const fewCasts: Rule = (sources) => {
  const written = sources.filter(isSource)
  const lines = written.reduce((sum, { text }) => sum + text.split('\n').length, 0)
  const casts = written.flatMap((source) => placesOf(source, isCast))
  const most = Math.floor((2 * Math.max(lines, 1000)) / 1000)
  if (casts.length <= most) return []
  return casts.map(
    (where) => `${where}: a cast, one of ${casts.length} where ${most} may stand; parse or narrow`,
  )
}

/** `as unknown as T` is one cast in two steps. */
function isCast(node: Node, above: readonly Node[]): boolean {
  if (node.type === 'TSTypeAssertion') return true
  if (node.type !== 'TSAsExpression' || above[0]?.type === 'TSAsExpression') return false
  const type = node['typeAnnotation']
  return !(isNode(type) && nameOf(type['typeName']) === 'const')
}

/** Nothing in src is exported by default: a thing has one name everywhere. */
export const noDefaultExports: Rule = (sources) =>
  sources
    .filter(isSource)
    .flatMap((source) => placesOf(source, isDefaultExport))
    .map((where) => `${where}: a default export; export it by name`)

function isDefaultExport(node: Node): boolean {
  return (
    node.type === 'ExportDefaultDeclaration' ||
    (node.type === 'ExportSpecifier' && isNode(node['exported']) && nameOf(node['exported']) === 'default')
  )
}

/** Vitest replaces a module only for the test itself: other modules of src, which Node loads, keep the real one. */
export const nothingMocked: Rule = (sources) =>
  sources
    .filter(({ path }) => path.startsWith('test/'))
    .flatMap((source) => placesOf(source, isMock))
    .map(
      (where) =>
        `${where}: a mocked module; the modules of src would not see it; hand in what differs, or use ` +
        'test/native/run-natively.ts',
    )

const mocks = /^(mock|doMock|unmock|doUnmock|resetModules|importActual|importMock)$/

/** Reports whether a node is a call that mocks a module, such as `vi.mock('./a.ts')`. */
function isMock({ type, callee }: Node): boolean {
  if (type !== 'CallExpression' || !isNode(callee) || !isNode(callee['object'])) return false
  return nameOf(callee['object']) === 'vi' && mocks.test(nameOf(callee['property']) ?? '')
}

/** A world is what changes in the core: its private member keeps its state out of reach. */
const classes = new Set(['src/world/simulated-world.ts'])

/** The core has functions over plain data, no other classes; and nothing in src is an enum. */
export const noClassesOrEnums: Rule = (sources) =>
  sources
    .filter(isSource)
    .flatMap((source) => [
      ...(core.test(source.path) && !classes.has(source.path)
        ? placesOf(source, (node) => /^Class(Declaration|Expression)$/.test(node.type) && !isErrorClass(node))
        : []
      ).map((where) => `${where}: a class in the core; write functions over a plain record`),
      ...placesOf(source, ({ type }) => type === 'TSEnumDeclaration').map(
        (where) => `${where}: an enum; write a list of strings \`as const\``,
      ),
    ])

/** An error that callers tell by `instanceof` must be a class. */
const isErrorClass = ({ superClass }: Node): boolean => isNode(superClass) && nameOf(superClass) === 'Error'

const vague = /^(utils?|helpers?|common|shared|misc|types)$/

/** A folder or file is named after what is in it, which these names are not. */
export const namedAfterContent: Rule = (sources) =>
  sources.flatMap(({ path }) => {
    const name = path.split('/').find((part) => vague.test(part.replace(/(\.test)?\.tsx?$/, '')))
    return name ? [`${path}: ${name} says nothing of what is in it; name it after its content`] : []
  })

/** Work left undone stands in the tracker, not in a comment. */
export const nothingLeftToDo: Rule = (sources) =>
  sources.flatMap((source) =>
    parse(source)
      .comments.filter(({ value }) => /\b(TODO|FIXME|XXX)\b/.test(value))
      .map(({ start }) => `${place(source, start)}: a note of work undone; do it now, or open an issue`),
  )
