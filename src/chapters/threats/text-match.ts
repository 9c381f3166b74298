import { caseless } from '../../service/values/letter-case.ts'
import { finderOf } from '../../service/values/text-search.ts'
import type { ThreatIndicatorRow } from '../rows.ts'

/** The rank of a match of a text with a value. 0 is no match. */
const EXACT = 3
const PREFIX = 2
const SUBSTRING = 1

/** The fields of an indicator that a text can match, by the weight that breaks ties between equal matches. */
const NAMES = 0
const DESCRIPTION = 1
const INDICATOR = 2

/** Returns the score of a match in a field: all exact matches score more than all prefixes (SIL-176). */
const scoreOfMatch = (match: number, field: number): number => (match === 0 ? 0 : match * 3 + field)

/** Returns the names of an indicator: its values from lists of values, and its types. */
const namesOf = ({ type, severity, shareLevel, status, threatTypes }: ThreatIndicatorRow): string[] => [
  type,
  severity,
  shareLevel,
  status,
  ...threatTypes,
]

/** Returns the score of an indicator for a text, 0 for no match. */
export type Score = (indicator: ThreatIndicatorRow) => number

/**
 * Returns a function that scores how well an indicator matches a text, 0 for no match (THR-020, SIL-176). A
 * whole value scores more than a prefix, and a prefix more than another part; among equals, `indicator`
 * scores more than `description`, and `description` more than other fields. The id matches only as a whole.
 * A strict search matches whole values only (THR-022).
 */
export function scoreOf(text: string, strict: boolean): Score {
  const sought = caseless(text)
  const find = finderOf(sought)
  const matchOf = (value: string): number => {
    const whole = caseless(value)
    if (whole === sought) return EXACT
    const at = strict ? -1 : find(whole)
    if (at < 0) return 0
    return at === 0 ? PREFIX : SUBSTRING
  }
  // Many indicators share a few names, such as types, so each name is matched only once.
  const names = new Map<string, number>()
  const matchOfName = (name: string): number => {
    const match = names.get(name) ?? matchOf(name)
    names.set(name, match)
    return match
  }
  return (row) => {
    const { id, indicator, description } = row
    const best = namesOf(row).reduce(
      (most, name) => Math.max(most, matchOfName(name)),
      String(id) === text ? EXACT : 0,
    )
    return Math.max(
      scoreOfMatch(matchOf(indicator), INDICATOR),
      scoreOfMatch(matchOf(description), DESCRIPTION),
      scoreOfMatch(best, NAMES),
    )
  }
}
