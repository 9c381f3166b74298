import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
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

/** The result of the check of a pattern. */
type Found =
  | { readonly status: 'safe' | 'unknown' }
  | {
      readonly status: 'vulnerable'
      readonly complexity: { readonly summary: string }
      readonly attack: { readonly pattern: string }
    }

type Check = (source: string, flags: string, options: object) => Promise<Found>

/** Loads the library that checks patterns. It is large, so its first use installs it in a folder of its own. */
function loadCheck(): Check {
  const folder = join(import.meta.dirname, 'recheck')
  if (!existsSync(join(folder, 'node_modules'))) {
    const quietly = ['--no-package-lock', '--no-audit', '--no-fund']
    execFileSync('npm', ['install', '--prefix', folder, ...quietly], { stdio: 'inherit' })
  }
  // The binary of the system is eight times faster than the JavaScript build, which runs everywhere.
  const system = { linux: 'linux', darwin: 'macos', win32: 'windows' }[process.platform as string] ?? 'other'
  const hasBinary = existsSync(join(folder, `node_modules/recheck-${system}-${process.arch}`))
  process.env['RECHECK_BACKEND'] = hasBinary ? 'native' : 'pure'
  return createRequire(join(folder, 'package.json'))('recheck').check
}

/** The patterns whose worst case takes more than linear time, each with a text that proves it. */
export async function slowPatterns(patterns: readonly Pattern[]): Promise<string[]> {
  const slow: string[] = []
  if (patterns.length === 0) return slow
  const check = loadCheck()
  for (const { where, source, flags } of patterns) {
    const result = await check(source, flags, { checker: 'automaton', timeout: 30_000 })
    if (result.status === 'safe') continue
    const shown =
      result.status === 'vulnerable' ? `${result.complexity.summary}: ${result.attack.pattern}` : 'unknown'
    slow.push(`${where}: ${textOf({ source, flags })} is ${shown}`)
  }
  return slow
}
