import {
  core,
  isNode,
  type Node,
  nameOf,
  parse,
  place,
  type Rule,
  type Source,
  stringOf,
  walk,
} from '../../.build/declarations/source.ts'
import { exactMath, localTime } from '../poison.ts'
import { operationFile } from './rooms.ts'

const isSource = ({ path }: Source) => path.startsWith('src/')

/** The places in a file where a node has a certain look. */
function placesOf(source: Source, isMeant: (node: Node, above: readonly Node[]) => boolean): string[] {
  const found: string[] = []
  walk(parse(source).body, (node, above) => {
    if (isMeant(node, above)) found.push(place(source, node.start))
  })
  return found
}

/** Texts that no file may have: which files, the text, and what to do. */
const texts: readonly (readonly [files: RegExp, text: RegExp, advice: string])[] = [
  [/^(src|test)\//, /(?:\/\/|\*).*\b(?:TODO|FIXME|XXX)\b/, 'do it now, or open an issue'],
  [
    /^test\//,
    /\bvi\.(?:do|un|doUn)?[mM]ock\(|\bvi\.(?:resetModules|importActual|importMock)\(/,
    'modules of src would not see a mocked module: hand in what differs, or use test/native/run-natively.ts',
  ],
  [/^test\/.*\.test\.ts$/, /^ *(?:test|it|describe)\b.*\(['"`].*\bshould(?:n't)?\b/, 'say what is so'],
  [
    /^src\//,
    /colour|behaviour|favour|honour|modelled|(?<!aria-)labelled|recognis|(?:organ|serial|normal|initial|optim|summar|synchron)is(?:e|ing|ation)/i,
    'write American English',
  ],
  // The formatter does not break strings and comments.
  [/^src\//, /^.{111,}$/u, 'break the line at 110 columns'],
]

export const noSuchTexts: Rule = (sources) =>
  sources.flatMap(({ path, text }) => {
    const lines = text.split('\n')
    return texts
      .filter(([files]) => files.test(path) && !path.startsWith('test/tidy'))
      .flatMap(([, pattern, advice]) =>
        lines.flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1}: ${advice}`] : [])),
      )
  })

/** Schemas of zod that hand their text to the runtime. */
const parsedByRuntime = /^(url|httpUrl|ipv6|cidrv6|base64|base64url|jwt)$/

/** Members that are ambient on whatever they are read from, each with the one file that may read it. */
const ambientMembers: readonly (readonly [member: RegExp, instead: string, file?: string])[] = [
  [/^toLocale|^localeCompare$/, 'compare and format by code point'],
  [/^randomUUID$|^getRandomValues$/, 'draw from a named stream of the state'],
  [/^to(Lower|Upper)Case$/, 'use letter-case.ts', 'src/service/values/letter-case.ts'],
  [/^normalize$/, 'normal forms differ between versions of Unicode: keep a table'],
]

function ambientMember({ object, property, computed }: Node, path: string): string | undefined {
  const member = computed === true ? stringOf(property) : nameOf(property)
  if (member === undefined) return undefined
  const owner = nameOf(object)
  if (owner === 'Date' && /^(now|parse)$/.test(member))
    return 'take the instant from the state, or read its text'
  if (owner === 'z' && parsedByRuntime.test(member))
    return 'the parsers of runtimes differ: read the text by hand'
  if (owner === 'Math' && !exactMath.includes(member) && !/^[A-Z]/.test(member))
    return `the exact ones are ${exactMath.join(', ')}`
  if (localTime.test(member) && member !== 'toString') return 'calendar work is UTC'
  return ambientMembers.find(([pattern, , file]) => pattern.test(member) && file !== path)?.[1]
}

function ambientNode(node: Node, path: string): string | undefined {
  const argumentCount = Array.isArray(node['arguments']) ? node['arguments'].length : 0
  switch (node.type) {
    case 'MemberExpression':
      return ambientMember(node, path)
    case 'NewExpression':
      return nameOf(node['callee']) === 'Date' && argumentCount !== 1 ? 'use Date.UTC' : undefined
    case 'CallExpression':
      if (nameOf(node['callee']) === 'Date') return 'take the instant from the state'
      return isNode(node['callee']) && nameOf(node['callee']['property']) === 'decode' && argumentCount > 1
        ? 'decode the bytes at once'
        : undefined
    case 'BinaryExpression':
      return node['operator'] === '**' &&
        ![node['left'], node['right']].every((side) => isNode(side) && Number.isSafeInteger(side['value']))
        ? 'multiply or shift'
        : undefined
    case 'Literal': {
      const { pattern = '', flags = '' } = (node['regex'] ?? {}) as { pattern?: string; flags?: string }
      return /[uv]/.test(flags) && (/\\p\{/i.test(pattern) || flags.includes('i'))
        ? 'list the characters'
        : undefined
    }
    default:
      return undefined
  }
}

/** The files that touch the surroundings: one takes them away from users, and the other reads the clock. */
const exempt = ['src/service/area/ambient-guard.ts', 'src/world/handle/machine-time.ts']

/** The core reads nothing ambient. The linter denies the names of globals; these are members and forms. */
export const ambientFree: Rule = (sources) =>
  sources
    .filter(({ path }) => core.test(path) && !exempt.includes(path))
    .flatMap((source) => {
      const found: string[] = []
      walk(parse(source).body, (node) => {
        if (node.type.startsWith('TSType')) return false
        const advice = ambientNode(node, source.path)
        if (advice !== undefined)
          found.push(`${place(source, node.start)}: it differs between runtimes: ${advice}`)
        return undefined
      })
      return found
    })

/** `as unknown as T` is one cast in two steps, and `as const` is none. */
function isCast(node: Node, above: readonly Node[]): boolean {
  if (node.type !== 'TSAsExpression' || above[0]?.type === 'TSAsExpression') return false
  const type = node['typeAnnotation']
  return !(isNode(type) && nameOf(type['typeName']) === 'const')
}

/** At most two casts per thousand lines of src. */
export const fewCasts: Rule = (sources) => {
  const written = sources.filter(isSource)
  const lines = written.reduce((sum, { text }) => sum + text.split('\n').length, 0)
  const casts = written.flatMap((source) => placesOf(source, isCast))
  const most = Math.floor((2 * Math.max(lines, 1000)) / 1000)
  return casts.length <= most ? [] : [`${casts.length} casts where ${most} may stand: ${casts.join(', ')}`]
}

/**
 * A world is what changes in the core, and callers tell an error by `instanceof`: other classes need no place. What
 * a simulation makes by the million are classes, which V8 collects early.
 */
export const noClasses: Rule = (sources) =>
  sources
    .filter(
      ({ path }) => core.test(path) && !/^src\/(world\/simulated-world|simulation\/run\/\w+)\.ts$/.test(path),
    )
    .flatMap((source) =>
      placesOf(
        source,
        ({ type, superClass }) =>
          /^Class(Declaration|Expression)$/.test(type) && nameOf(superClass) !== 'Error',
      ).map((where) => `${where}: a class in the core; write functions over a plain record`),
    )

const exported =
  /^(\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n)?export (?:async )?(const|function\*?|class|interface|type) (\w+)/gm

/** A file of operations exports operations and nothing else, each with the doc comment that users read. */
export const operationsOnly: Rule = (sources) =>
  sources
    .filter(({ path }) => operationFile.test(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(exported)].flatMap(([, comment, kind, name]) => {
        if (kind === 'type' || kind === 'interface') return []
        if (comment === undefined) return [`${path}: ${name} has no doc comment`]
        return kind === 'const' ? [] : [`${path}: ${name} is no operation; move it to a file of its own`]
      }),
    )

/** An exported name means one thing: no two files of src declare it. */
export const namesOnce: Rule = (sources) => {
  const first = new Map<string, string>()
  return sources.filter(isSource).flatMap(({ path, text }) =>
    [...text.matchAll(exported)].flatMap(([, , , name = '']) => {
      const other = first.get(name) ?? path
      first.set(name, other)
      return other === path ? [] : [`${path}: ${name} is exported by ${other} too`]
    }),
  )
}

/** Characters of a function below which its text says nothing of its own, such as `() => undefined`. */
const FUNCTION_LENGTH_MIN = 40

/** The functions, patterns and constants at the top of a file, as texts without their names. */
function statedIn(source: Source): { key: string; where: string }[] {
  const textOf = (from: number, to: number) => source.text.slice(from, to).replaceAll(/\s+/g, ' ')
  return parse(source).body.flatMap((statement) => {
    const { type, id, end, start, declarations } = isNode(statement['declaration'])
      ? statement['declaration']
      : statement
    const where = place(source, start)
    if (type === 'FunctionDeclaration' && isNode(id)) {
      const key = textOf(id.end, end)
      return key.length < FUNCTION_LENGTH_MIN ? [] : [{ key, where }]
    }
    if (!Array.isArray(declarations)) return []
    return declarations.filter(isNode).flatMap(({ id: of, init }) => {
      const name = nameOf(of)
      if (name === undefined || !isNode(init)) return []
      const key = textOf(init.start, init.end)
      if (/Function/.test(init.type)) return key.length < FUNCTION_LENGTH_MIN ? [] : [{ key, where }]
      if (init.type === 'Literal' && 'regex' in init) return [{ key, where }]
      return /^[A-Z][A-Z0-9_]*$/.test(name) ? [{ key: `${name} = ${key}`, where }] : []
    })
  })
}

/** A function, a pattern or a constant of src stands in one file: two copies would change apart. */
export const rulesOnce: Rule = (sources) => {
  const first = new Map<string, { path: string; where: string }>()
  return sources.filter(isSource).flatMap((source) =>
    statedIn(source).flatMap(({ key, where }) => {
      const other = first.get(key)
      if (!other) first.set(key, { path: source.path, where })
      return other && other.path !== source.path
        ? [`${where} says the same as ${other.where}: import it`]
        : []
    }),
  )
}
