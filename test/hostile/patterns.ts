import { check } from 'recheck'
import { type Node, type Parsed, parse, place, type Source, walk } from '../../.build/declarations/source.ts'

/** A regular expression in the sources: its place, its source text and its flags. */
export interface Pattern {
  readonly where: string
  readonly source: string
  readonly flags: string
}

const literalOf = (source: Parsed, node: Node): Pattern | undefined => {
  const regex = node['regex'] as { pattern: string; flags: string } | undefined
  return regex && { where: place(source, node.start), source: regex.pattern, flags: regex.flags }
}

/** Every regular expression literal of the sources. */
export function patternsOf(sources: readonly Source[]): Pattern[] {
  return sources.flatMap((source) => {
    const parsed = parse(source)
    const patterns: Pattern[] = []
    walk(parsed.body, (node) => {
      const pattern = node.type === 'Literal' ? literalOf(parsed, node) : undefined
      if (pattern) patterns.push(pattern)
    })
    return patterns
  })
}

/** The calls of `RegExp`. No check sees the patterns that they create. */
export function regExpCalls(sources: readonly Source[]): string[] {
  return sources.flatMap((source) => {
    const calls: string[] = []
    walk(parse(source).body, (node) => {
      const callee = node['callee'] as Node | undefined
      const isCall = node.type === 'NewExpression' || node.type === 'CallExpression'
      if (isCall && callee?.type === 'Identifier' && callee['name'] === 'RegExp')
        calls.push(place(source, node.start))
    })
    return calls
  })
}

/** A pattern as the list of those that were checked has it. */
export const textOf = ({ source, flags }: Pick<Pattern, 'source' | 'flags'>): string => `/${source}/${flags}`

/** The patterns whose worst case takes more than linear time, each with a text that proves it. */
export async function slowPatterns(patterns: readonly Pattern[]): Promise<string[]> {
  const slow: string[] = []
  for (const { where, source, flags } of patterns) {
    const result = await check(source, flags, { checker: 'automaton', timeout: 30_000 })
    if (result.status === 'safe') continue
    const shown =
      result.status === 'vulnerable' ? `${result.complexity.summary}: ${result.attack.pattern}` : 'unknown'
    slow.push(`${where}: ${textOf({ source, flags })} is ${shown}`)
  }
  return slow
}
