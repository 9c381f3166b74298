import { exactMath, localTime } from '../poison.ts'
import { core, isNode, type Node, nameOf, parse, place, type Rule, stringOf, walk } from './source.ts'

const time = 'take the instant from the state'
const chance = 'draw from a named stream of the state'
const timers = 'schedule a due task'
const handedIn = 'what does I/O is handed in by an adapter'
const letterCase = 'src/graph/values/letter-case.ts'
const pinnedUrls = 'runtimes read hosts by different versions of Unicode: use src/graph/values/urls.ts'
const pinnedBase64 = 'runtimes differ in what they accept: use src/engine/values/base64.ts'

/** Names of the surroundings that the core does not read, each with what to do instead. */
const ambient = new Map<string, string>([
  ['setTimeout', timers],
  ['setInterval', timers],
  ['setImmediate', timers],
  ['queueMicrotask', timers],
  ['performance', time],
  ['crypto', `${chance}; digests come from @noble/hashes`],
  ['Intl', 'compare and format by code point'],
  ['process', handedIn],
  ['Buffer', 'use Uint8Array, TextEncoder and TextDecoder'],
  ['fetch', handedIn],
  ['console', 'return what is to be said'],
  ['structuredClone', 'copy by shape; a record is plain JSON'],
  ['WeakRef', 'what garbage collection does is not repeatable'],
  ['FinalizationRegistry', 'what garbage collection does is not repeatable'],
  ['URL', pinnedUrls],
  ['URLSearchParams', pinnedUrls],
  ['atob', pinnedBase64],
  ['btoa', pinnedBase64],
  ['globalThis', 'name the thing itself, so that it can be judged'],
  ['require', 'import it'],
  ['eval', 'write it out'],
])

/**
 * The files that touch the surroundings: one takes them away from the code of users, and the other reads the
 * clock outside of every step.
 */
const exempt = ['src/area/ambient-guard.ts', 'src/world/handle/machine-time.ts']

/** Schemas of zod that hand their text to the runtime. */
const parsedByRuntime = /^(url|httpUrl|ipv6|cidrv6|base64|base64url|jwt)$/

/** Members that are ambient on whatever they are read from, each with the one file that may read it. */
const members: readonly (readonly [member: RegExp, instead: string, file?: string])[] = [
  [/^toLocale|^localeCompare$/, 'compare and format by code point'],
  [/^randomUUID$|^getRandomValues$/, chance],
  [
    /^to(Lower|Upper)Case$/,
    `the letters that have a case differ between versions of Unicode: use ${letterCase}`,
    letterCase,
  ],
  [/^normalize$/, 'normal forms differ between versions of Unicode: keep a table'],
  [localTime, 'calendar work is UTC: getUTC…, or date-fns in a @date-fns/utc context'],
]

/**
 * The core reads nothing ambient: no clock, chance, timer, locale, time zone, environment or inexact Math, and
 * no answer of the runtime that differs between its versions.
 */
export const ambientFree: Rule = (sources) =>
  sources
    .filter(({ path }) => core.test(path) && !exempt.includes(path))
    .flatMap((source) => {
      const own = namesBoundIn(parse(source).body)
      const found: string[] = []
      walk(parse(source).body, (node, above) => {
        if (/^TS(TypeReference|TypeQuery|InterfaceDeclaration|TypeAliasDeclaration)/.test(node.type))
          return false
        const offence = offenceOf(node, above, own, source.path)
        if (offence) found.push(`${place(source, node.start)}: ${offence}`)
        return undefined
      })
      return [...new Set(found)]
    })

function offenceOf(
  node: Node,
  above: readonly Node[],
  own: ReadonlySet<string>,
  path: string,
): string | undefined {
  switch (node.type) {
    case 'Identifier':
      return offenceOfName(node, above, own)
    case 'MemberExpression':
      return offenceOfMember(node, path)
    case 'Literal':
      return offenceOfPattern(node['regex'])
    case 'NewExpression':
      return nameOf(node['callee']) === 'Date' && !hasOneArgument(node)
        ? `new Date with other than one argument reads the clock or the time zone; ${time}, or use Date.UTC`
        : undefined
    case 'CallExpression':
      return offenceOfCall(node)
    case 'BinaryExpression':
    case 'AssignmentExpression':
      return isInexactPower(node)
        ? '** of other than whole literals differs between engines; multiply or shift'
        : undefined
    default:
      return undefined
  }
}

function offenceOfName(node: Node, above: readonly Node[], own: ReadonlySet<string>): string | undefined {
  const name = nameOf(node) ?? ''
  const parent = above[0]
  if (own.has(name) || !parent || isLabel(node, parent)) return undefined
  const instead = ambient.get(name)
  if (instead) return `${name} is ambient; ${instead}`
  const isMath = name === 'Math' && parent['object'] !== node
  const isOpenedDate = name === 'Date' && isNode(parent['id']) && parent['id'].type === 'ObjectPattern'
  return isMath || isOpenedDate ? `${name} is passed on whole; write ${name}.… where it is used` : undefined
}

/** A property's name, as opposed to a reading of a variable of that name. */
function isLabel(node: Node, parent: Node): boolean {
  if (/^(Import|Export)Specifier$/.test(parent.type)) return true
  if (parent['computed'] === true || parent['shorthand'] === true) return false
  return parent['key'] === node || (parent.type === 'MemberExpression' && parent['property'] === node)
}

function offenceOfMember(node: Node, path: string): string | undefined {
  const member = node['computed'] === true ? stringOf(node['property']) : nameOf(node['property'])
  if (member === undefined) return undefined
  const owner = nameOf(node['object'])
  if (owner === 'Date' && member === 'now') return `Date.now is ambient; ${time}`
  if (owner === 'z' && parsedByRuntime.test(member))
    return `z.${member} asks the URL or Base64 parser of the runtime, whose versions differ; read the text by hand`
  if (owner === 'Date' && member === 'parse')
    return 'Date.parse differs between engines; read the text with src/graph/values/times.ts'
  if (owner === 'Math' && member === 'random') return `Math.random is ambient; ${chance}`
  if (owner === 'Math' && !exactMath.includes(member) && !isConstant(member))
    return `Math.${member} differs between engines; the exact ones are ${exactMath.join(', ')}`
  const found = members.find(([pattern, , file]) => pattern.test(member) && file !== path)
  return found && isOfDate(member, node) ? `.${member} is ambient; ${found[1]}` : undefined
}

/** A pattern that asks the runtime's tables of Unicode: by a property, or by the case of letters beyond ASCII. */
function offenceOfPattern(regex: unknown): string | undefined {
  const { pattern = '', flags = '' } = (regex ?? {}) as { pattern?: string; flags?: string }
  if (/[uv]/.test(flags) && /\\p\{/i.test(pattern))
    return 'Unicode properties differ between engines; list the characters'
  return /i/.test(flags) && /[uv]/.test(flags)
    ? 'flag i with u or v compares by the tables of the engine; leave u out, or list both cases'
    : undefined
}

/** `Math.PI` and the like are fixed values; only the functions differ. */
const isConstant = (member: string) => /^[A-Z]/.test(member)

/** `toString` is of a date only when called on one that is made on the spot; elsewhere it is anyone's. */
function isOfDate(member: string, node: Node): boolean {
  if (member !== 'toString') return true
  const object = node['object']
  return isNode(object) && object.type === 'NewExpression' && nameOf(object['callee']) === 'Date'
}

/** `Date()`, and a decoder that is given text piece by piece. */
function offenceOfCall(node: Node): string | undefined {
  if (nameOf(node['callee']) === 'Date') return `Date() reads the clock; ${time}`
  const method = isNode(node['callee']) ? nameOf(node['callee']['property']) : undefined
  return method === 'decode' && listOf(node['arguments']).length > 1
    ? 'a TextDecoder with stream differs between engines; decode the bytes at once'
    : undefined
}

function hasOneArgument(node: Node): boolean {
  const given = node['arguments']
  return Array.isArray(given) && given.length === 1
}

function isInexactPower(node: Node): boolean {
  if (node['operator'] !== '**' && node['operator'] !== '**=') return false
  return ![node['left'], node['right']].every((side) => isNode(side) && Number.isSafeInteger(side['value']))
}

/** The names that a file binds itself: imports, variables, parameters. Such a name is not the ambient one. */
function namesBoundIn(body: readonly Node[]): Set<string> {
  const bound = new Set<string>()
  const bind = (pattern: unknown): void => {
    if (!isNode(pattern)) return
    if (pattern.type === 'Identifier') bound.add(nameOf(pattern) ?? '')
    if (pattern.type === 'ObjectPattern')
      for (const part of listOf(pattern['properties'])) bind(part['value'] ?? part)
    if (pattern.type === 'ArrayPattern') listOf(pattern['elements']).forEach(bind)
    if (pattern.type === 'RestElement') bind(pattern['argument'])
    if (pattern.type === 'AssignmentPattern') bind(pattern['left'])
  }
  walk(body, (node) => {
    if (/^Import.*Specifier$/.test(node.type)) bind(node['local'])
    if (/^(VariableDeclarator|FunctionDeclaration|FunctionExpression)$/.test(node.type)) bind(node['id'])
    listOf(node['params']).forEach(bind)
  })
  return bound
}

function listOf(value: unknown): Node[] {
  return Array.isArray(value) ? value.filter(isNode) : []
}
