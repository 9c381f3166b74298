import { isPlainObject } from '../../../engine/values/plain-object.ts'
import { abandoned } from '../../run/versions.ts'
import type { Played } from '../../search/play/play.ts'
import { isAbout, unquoted } from './difference.ts'
import type { Finding } from './finding.ts'
import { isThing } from './things.ts'

/**
 * What the first baseline run shows of the mirrors: the kinds of facts that each holds completely, and
 * whether it holds each entry once. Later runs must do the same.
 */
export interface Expectation {
  readonly complete: ReadonlyMap<string, ReadonlySet<string>>
  readonly once: ReadonlySet<string>
}

/** The name of a mirror, and its entries. */
type Mirrored = readonly [name: string, entries: readonly string[]]

const nounOf = (label: string): string => label.slice(0, label.lastIndexOf(' '))

const isMain = (label: string): boolean => !label.endsWith(')')

const holds = (entries: readonly string[], label: string): boolean =>
  entries.some((entry) => isAbout(entry, label))

const isOnce = (entries: readonly string[]): boolean => new Set(entries).size === entries.length

/** Learns from a baseline run what the mirrors hold. */
export function learn({ ending, run, tables }: Played): Expectation {
  const complete = new Map<string, Set<string>>()
  const once = new Set<string>()
  const labels = [...run.labels.values()].filter((label) => isMain(label) && ending?.visible.has(label))
  for (const [name, entries] of Object.entries(ending?.mirrors ?? {})) {
    const nouns = new Set(labels.map(nounOf))
    const whole = [...nouns].filter((noun) =>
      labels.filter((label) => nounOf(label) === noun).every((label) => holds(entries, label)),
    )
    complete.set(name, new Set(whole))
    // Rows of a table may be equal once keys and times are left out.
    if (isOnce(entries) && !tables.includes(name)) once.add(name)
  }
  return { complete, once }
}

function missing(
  mirrors: readonly Mirrored[],
  labels: readonly string[],
  { complete }: Expectation,
): Finding | undefined {
  for (const [name, entries] of mirrors) {
    const nouns = complete.get(name) ?? new Set()
    const lost = labels.filter((label) => nouns.has(nounOf(label)) && !holds(entries, label))
    if (lost.length === 0) continue
    const shown = `${lost.slice(0, 5).join(', ')}${lost.length > 5 ? ` and ${lost.length - 5} more` : ''}`
    return {
      oracle: 'lost',
      kind: `${name} lost`,
      title: `${name} lost ${shown}`,
      details: [
        `${name} holds ${entries.length} entries; every other ${nounOf(lost[0] ?? '')} was found in it`,
      ],
    }
  }
  return undefined
}

/** Members that differ between two rows about the same thing: numbers of rows, and times. */
const ofRow = /^(id|_id|key|uuid|row|rowid|number|created|updated)$|(Time|At|On|_at|_time|_on)$/

/** The ids in a value of an entry, in which all ids are texts. */
function idsIn(value: unknown): string[] {
  if (typeof value === 'string') return value.match(/\d{15,}/g) ?? []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flat().flatMap(idsIn)
}

/** An entry without what a database adds to each row: two rows about the same thing are equal. */
function essence(raw: string): string {
  const entry: unknown = JSON.parse(raw)
  if (!isPlainObject(entry)) return raw
  const tells = ([name, value]: [string, unknown]) => !ofRow.test(name) || idsIn(value).length > 0
  return JSON.stringify(Object.entries(entry).filter(tells))
}

/** Whether an entry names a thing of the world that is no owner of others, such as a lead. */
const isAboutThing = (raw: string, { world, facts }: Played['run']): boolean =>
  idsIn(JSON.parse(raw)).some((id) => isThing(world.state.graph.rows.get(Number(id)), { facts }))

const countOf = (texts: readonly string[], wanted: string): number =>
  texts.filter((text) => text === wanted).length

/** Mirrors that hold what happened, or what was measured, and not the things themselves. */
const ofEvents =
  /^(logs?|history|events?|attempts?|audits?|activit(y|ies)|metrics?|stats|statistics|insights?|snapshots?)$/i

const holdsEvents = (mirror: string): boolean =>
  mirror.split(/[^A-Za-z]|(?<=[a-z])(?=[A-Z])/).some((word) => ofEvents.test(word))

/** The number of times that people gave the most frequent command: each may have made an entry of its own. */
function timesAsked({ incidents }: Played): number {
  const commands = incidents.map(({ step }) => step).filter((step) => step.do === 'command')
  const texts = commands.map(({ command, value }) => JSON.stringify([command, value]))
  return Math.max(0, ...texts.map((text) => countOf(texts, text)))
}

/**
 * The first entry that a mirror has twice: by the identity of what it is about, or unlike the baseline run.
 */
function repeatedEntry(name: string, played: Played, baseline: Played, isOnceElse: boolean) {
  const { ending, run } = played
  const entries = ending?.mirrors[name] ?? []
  const baselineEntries = baseline.ending?.mirrors[name] ?? []
  const raw = ending?.raw[name] ?? []
  const essences = raw.map(essence)
  const isAsked = (text: string) => {
    const count = countOf(essences, text)
    if (count > timesAsked(played)) return false
    return count <= countOf((baseline.ending?.raw[name] ?? []).map(essence), text)
  }
  const seen = new Set<string>()
  for (const [index, text] of essences.entries()) {
    const entry = entries[index] ?? ''
    if (!seen.has(text)) seen.add(text)
    else if (!holdsEvents(name) && isAboutThing(raw[index] ?? '', run) && !isAsked(text)) return entry
    else if (isOnceElse && countOf(entries, entry) > countOf(baselineEntries, entry)) return entry
  }
  return undefined
}

const meantTwice =
  'if that is meant, as in a list of what happened, say so by its name (such as history or log), ' +
  'or leave the table out by ignore'

/** Compares the mirrors of a run with what was learned. */
export function unexpected(
  played: Played,
  baseline: Played,
  expectation: Expectation | undefined,
): Finding | undefined {
  const { ending, run } = played
  if (!ending || !expectation) return undefined
  const labels = [...run.labels.values()].filter((label) => isMain(label) && ending.visible.has(label))
  const left = abandoned(baseline.tables, baseline.run)
  const mirrors = Object.entries(ending.mirrors).filter(([name]) => !left.includes(name))
  const lost = missing(mirrors, labels, expectation)
  if (lost) return lost
  for (const [name] of mirrors) {
    const twice = repeatedEntry(name, played, baseline, expectation.once.has(name))
    if (twice === undefined) continue
    const title = `${name} has ${unquoted(twice)} twice`
    return { oracle: 'twice', kind: `${name} twice`, title, details: [meantTwice] }
  }
  return undefined
}
