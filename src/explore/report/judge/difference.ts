import type { Played } from '../../search/play/play.ts'

/** Counts equal texts. */
function countsOf(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  return counts
}

/** The texts of the first list that the second lacks, as often as it lacks them. */
export function lacking(wanted: readonly string[], there: readonly string[]): string[] {
  const counts = countsOf(there)
  return wanted.filter((text) => {
    const left = counts.get(text) ?? 0
    counts.set(text, left - 1)
    return left <= 0
  })
}

/** The texts of a list that are shown, and the characters of each: whole messages, no whole documents. */
const SHOWN = 6
const SHOWN_LENGTH = 600

const cut = (text: string): string =>
  text.length <= SHOWN_LENGTH
    ? text
    : `${text.slice(0, SHOWN_LENGTH)}… (${text.length.toLocaleString('en-US')} characters)`

/** A few texts of a list. */
export function brief(texts: readonly string[]): string {
  if (texts.length === 0) return 'nothing'
  const more = texts.length > SHOWN ? ` and ${texts.length - SHOWN} more` : ''
  return `${texts.slice(0, SHOWN).map(cut).join(', ')}${more}`
}

/** A JSON text without quotation marks, also of JSON in its texts. */
export const unquoted = (text: string): string => text.replaceAll('\\"', '').replaceAll('"', '')

/** The names of facts that are gone at the end of one of two runs: they are not compared. */
export function goneIn(played: Played, baseline: Played): string[] {
  const names = new Set([...played.run.labels.values(), ...baseline.run.labels.values()])
  return [...names].filter((name) => !played.ending?.visible.has(name) || !baseline.ending?.visible.has(name))
}

/** Whether a text has a name as words of their own: `post A`, but not `post A2`. */
function says(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1))
    if (!/[A-Za-z0-9]/.test(text.charAt(at + name.length))) return true
  return false
}

/** Whether an entry is about something of this name: it holds its id, or its name alone. */
export const isAbout = (text: string, name: string): boolean =>
  text.includes(`"${name}"`) || text.includes(`_${name}"`)

/** Whether an entry mentions one of these names, by its id or in the words of its content. */
export const mentions = (text: string, names: readonly string[]): boolean =>
  names.some((name) => says(text, name))

/** Describes how a list differs from the expected one; undefined if it does not. */
export function difference(
  expected: readonly string[],
  actual: readonly string[],
): { how: string; texts: string[] } | undefined {
  const missing = lacking(expected, actual)
  const extra = lacking(actual, expected)
  if (missing.length === 0 && extra.length === 0) return undefined
  if (extra.length === 0) return { how: 'lost', texts: missing }
  if (missing.length > 0) return { how: 'differs', texts: [...missing, ...extra] }
  const isRepeated = extra.every((text) => expected.includes(text))
  return { how: isRepeated ? 'twice' : 'unexpected', texts: extra }
}
