import type { Ending } from '../../search/play/ending.ts'
import { brief, difference, lacking, mentions, unquoted } from './difference.ts'
import type { Finding } from './finding.ts'
import { nameOf, nounOf } from './told.ts'

function tableOf(text: string): string {
  return /"kind":"([\w.]+)"/.exec(text)?.[1] ?? 'row'
}

/** Rows by their names; whole, if one of them has none, or if only their other members differ. */
export function rowNames(texts: readonly string[], how = ''): string {
  const names = texts.map((text) => nameOf(JSON.parse(text)))
  if (how === 'differs' || names.length === 0 || names.includes(undefined)) return brief(texts)
  return brief(texts.map((text, index) => `${nounOf(tableOf(text), 'the object')} '${names[index]}'`))
}

function madeFinding(actual: Ending, expected: Ending, gone: readonly string[]): Finding | undefined {
  const kept = (texts: readonly string[]) => texts.filter((text) => !mentions(text, gone))
  const [here, there] = [kept(actual.made), kept(expected.made)]
  const found = difference(there, here)
  if (!found) return undefined
  const [first = ''] = found.texts
  const what = nounOf(tableOf(first))
  const how =
    found.how === 'lost'
      ? `${what} was never made`
      : found.how === 'twice'
        ? `${what} was made twice`
        : `${what} was made otherwise`
  return {
    oracle: 'world',
    kind: `${tableOf(first)} ${found.how}`,
    title: how,
    details: comparisonLines(found.how, lacking(here, there), lacking(there, here)),
  }
}

/** Finds rows that are made only if the changes of a notice come one by one, and none is too many. */
export function madeLess(together: Ending, apart: Ending): Finding | undefined {
  const missing = lacking(apart.made, together.made)
  if (missing.length === 0 || lacking(together.made, apart.made).length > 0) return undefined
  const what = nounOf(tableOf(missing[0] ?? ''))
  return {
    oracle: 'world',
    kind: `${tableOf(missing[0] ?? '')} missed`,
    title: `${what} was never made, because one notice told of several changes`,
    details: [`missing: ${rowNames(missing)}`],
  }
}

/** Finds entries of mirrors that are there only if the changes of a notice come one by one. */
export function heldLess(together: Ending, apart: Ending): Finding | undefined {
  for (const [name, entries] of Object.entries(apart.mirrors)) {
    const held = together.mirrors[name] ?? []
    // An entry that is there less often may stand for the notices, and not for what they tell of.
    const missing = entries.filter((entry) => !held.includes(entry))
    if (missing.length === 0 || held.some((entry) => !entries.includes(entry))) continue
    return {
      oracle: 'baseline',
      kind: `${name} missed`,
      mirror: name,
      title: `${name} never got ${brief(missing.map(unquoted))}, because one notice told of several changes`,
      details: [],
    }
  }
  return undefined
}

/** Names the rows that the world has too many or lacks. A side without rows is left out. */
function comparisonLines(how: string, extra: readonly string[], missing: readonly string[]): string[] {
  if (extra.length === 0) return [`missing: ${rowNames(missing, how)}`]
  if (missing.length === 0)
    return [`${extra.length === 1 ? 'one too many' : `${extra.length} too many`}: ${rowNames(extra, how)}`]
  return [`in the world: ${rowNames(extra, how)}`, `if nothing goes wrong: ${rowNames(missing, how)}`]
}

/** Finds a row that the code under test removed in one of two runs, and that is still there in the other. */
function removedFinding(actual: Ending, expected: Ending): Finding | undefined {
  const still = ({ removed }: Ending, { visible }: Ending) => [...removed].find(([name]) => visible.has(name))
  const kept = still(expected, actual)
  const lost = still(actual, expected)
  const [name, table] = kept ?? lost ?? []
  if (name === undefined || table === undefined) return undefined
  const what = `${nounOf(table)} ${/^\d+$/.test(name) ? name : `of ${name}`}`
  return {
    oracle: 'world',
    kind: `${table} ${kept ? 'not removed' : 'removed'}`,
    title: kept ? `${what} was never deleted` : `${what} was deleted, unlike in the baseline run`,
    details: [],
  }
}

/** The members of a row that another text of the row has otherwise. */
function otherMembers(text: string, other: string): string {
  const [row, there]: Record<string, unknown>[] = [JSON.parse(text), JSON.parse(other)]
  const names = Object.keys({ ...row, ...there }).filter(
    (name) => JSON.stringify(row?.[name]) !== JSON.stringify(there?.[name]),
  )
  return brief(names.map((name) => `${name} ${JSON.stringify(row?.[name] ?? null)}`))
}

/** A row that was there before, or that a fact made. */
const knownRow = (name: string, content: string): string =>
  /^\d+$/.test(name) && nameOf(JSON.parse(content)) !== undefined
    ? rowNames([content])
    : `${nounOf(tableOf(content))} ${name}`

/** Compares what was made, removed and changed in the world with the baseline run. */
export function worldFinding(actual: Ending, expected: Ending, gone: readonly string[]): Finding | undefined {
  const made = madeFinding(actual, expected, gone)
  const other = made ?? removedFinding(actual, expected)
  if (other) return other
  for (const [name, content] of actual.known) {
    const there = expected.known.get(name)
    if (there === undefined || there === content || gone.includes(name)) continue
    return {
      oracle: 'world',
      kind: `${tableOf(content)} changed`,
      title: `${knownRow(name, content)} was changed otherwise than in the baseline run`,
      details: [
        `in the world: ${otherMembers(content, there)}`,
        `if nothing goes wrong: ${otherMembers(there, content)}`,
      ],
    }
  }
  return undefined
}
