import { isNode, type Node, nameOf, parse, place, type Rule, type Source } from './source.ts'

/** A rule at the top of a file: what makes two of them the same, and what to call it. */
interface Stated {
  readonly source: Source
  readonly start: number
  readonly key: string
  readonly name: string
}

/** Characters of a function below which its text says nothing of its own, such as `() => undefined`. */
const FUNCTION_LENGTH_MIN = 40

const textOf = ({ text }: Source, from: number, to: number) => text.slice(from, to).replaceAll(/\s+/g, ' ')

function functionsOf(source: Source, { type, id, start, end }: Node): Stated[] {
  const name = nameOf(id)
  if (type !== 'FunctionDeclaration' || !isNode(id) || name === undefined) return []
  const key = textOf(source, id.end, end)
  return key.length < FUNCTION_LENGTH_MIN ? [] : [{ source, start, key, name }]
}

function constantsOf(source: Source, { declarations }: Node): Stated[] {
  if (!Array.isArray(declarations)) return []
  return declarations.filter(isNode).flatMap(({ id, init }) => {
    const name = nameOf(id)
    if (name === undefined || !isNode(init)) return []
    const key = textOf(source, init.start, init.end)
    const stated = { source, start: init.start, name }
    if (/Function/.test(init.type)) return key.length < FUNCTION_LENGTH_MIN ? [] : [{ ...stated, key }]
    if (init.type === 'Literal' && isNode(init) && 'regex' in init) return [{ ...stated, key }]
    return /^[A-Z][A-Z0-9_]*$/.test(name) ? [{ ...stated, key: `${name} = ${key}` }] : []
  })
}

/** A function, a pattern or a constant of src stands in one file: two copies would change apart. */
export const rulesOnce: Rule = (sources) => {
  const first = new Map<string, Stated>()
  return sources
    .filter(({ path }) => path.startsWith('src/'))
    .flatMap((source) =>
      parse(source).body.flatMap((statement) => {
        const declared = isNode(statement['declaration']) ? statement['declaration'] : statement
        return [...functionsOf(source, declared), ...constantsOf(source, declared)]
      }),
    )
    .flatMap(({ source, start, key, name }) => {
      const other = first.get(key)
      if (!other) first.set(key, { source, start, key, name })
      if (!other || other.source === source) return []
      return [
        `${place(source, start)}: ${name} is ${other.name} of ${place(other.source, other.start)} again; ` +
          'import it, or give a constant that only looks alike another name',
      ]
    })
}
