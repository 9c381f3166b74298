import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { commonTokens } from '@stryker-mutator/api/plugin'
import { createInstrumenter } from '@stryker-mutator/instrumenter'
import { createInjector } from 'typed-inject'

/** Mutators left out: most strings are words of messages, which few tests pin. */
export const excludedMutations = ['StringLiteral']

const silentLogger = new Proxy(
  {},
  { get: (_, name) => () => (String(name).startsWith('is') ? false : undefined) },
)

/** The key of a mutant: its file, place and mutation. Lines and columns count from 0. */
export function keyOf({ fileName, location: { start, end }, mutatorName, replacement }) {
  const place = `${start.line}:${start.column}-${end.line}:${end.column}`
  return `${relative(process.cwd(), fileName)} ${place} ${mutatorName} ${replacement}`
}

/** The file in the key of a mutant. */
export const fileOf = (key) => key.slice(0, key.indexOf(' '))

/** The place of a mutant, as Stryker reads it: lines count from 1, columns from 0. */
export function rangeOf(key) {
  const [file, place] = key.split(' ')
  const [line, column, lastLine, lastColumn] = place.split(/[:-]/).map(Number)
  return `${file}:${line + 1}:${column}-${lastLine + 1}:${lastColumn}`
}

/** The keys of all mutants of some files. */
export async function mutantsOf(files) {
  const injector = createInjector().provideValue(commonTokens.logger, silentLogger)
  const sources = files.map((name) => ({ name, mutate: true, content: readFileSync(name, 'utf8') }))
  const options = { ignorers: [], excludedMutations, noHeader: false, plugins: null }
  const { mutants } = await injector.injectFunction(createInstrumenter).instrument(sources, options)
  return mutants.filter(({ status }) => status === undefined).map(keyOf)
}

/** A sample of keys. The same keys, count and seed give the same sample. */
export function sampleOf(keys, count, seed) {
  const rank = (key) => createHash('sha256').update(`${seed} ${key}`).digest('hex')
  const ranked = keys.map((key) => [rank(key), key]).sort(([a], [b]) => (a < b ? -1 : 1))
  return ranked.slice(0, count).map(([, key]) => key)
}
