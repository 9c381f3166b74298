import { TURN } from './loop-turns.ts'

/** Parses JavaScript to a tree of nodes as ESTree describes them, as `parseAst` of Vite does. */
export type Parse = (code: string) => unknown

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
}

interface Insertion {
  readonly at: number
  readonly text: string
}

const loops = new Set([
  'WhileStatement',
  'DoWhileStatement',
  'ForStatement',
  'ForOfStatement',
  'ForInStatement',
])

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof Reflect.get(value, 'type') === 'string'

/** The name of the function that counts turns, in each guarded module. */
const COUNT = '__fauxgraph_turn'

/** A turn with an `await` takes as long as this many others. */
const TURNS_OF_AWAIT = 128

function guardOf(body: Node, code: string): Insertion[] {
  const hasAwait = code.slice(body.start, body.end).includes('await')
  const count = `${COUNT}(${hasAwait ? TURNS_OF_AWAIT : 1});`
  if (body.type === 'BlockStatement') return [{ at: body.start + 1, text: count }]
  return [
    { at: body.start, text: `{${count}` },
    { at: body.end, text: '}' },
  ]
}

/** What to insert so that each loop counts its turns. */
function insertionsIn(code: string, parse: Parse): Insertion[] {
  const found: Insertion[] = []
  const waiting: unknown[] = [parse(code)]
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    const body: unknown = isNode(value) && loops.has(value.type) ? Reflect.get(value, 'body') : undefined
    if (isNode(body)) found.push(...guardOf(body, code))
    if (typeof value === 'object' && value !== null)
      waiting.push(...Object.values(value).filter((child) => typeof child === 'object' && child !== null))
  }
  return found.sort((one, other) => other.at - one.at)
}

/**
 * Lets each loop of a module count its turns, so that one without an end can be stopped and named: nothing
 * else in the same thread could stop it. Lines keep their numbers. Throws what `parse` throws.
 */
export function guardLoops(code: string, parse: Parse): string {
  const insertions = insertionsIn(code, parse)
  if (insertions.length === 0) return code
  const guarded = insertions.reduce(
    (text, { at, text: inserted }) => text.slice(0, at) + inserted + text.slice(at),
    code,
  )
  const first = /^#![^\n]*\n/.exec(guarded)?.[0] ?? ''
  const declaration = `const ${COUNT} = globalThis[Symbol.for(${JSON.stringify(TURN)})] ?? (() => {});`
  return first + declaration + guarded.slice(first.length)
}
