import { type ComparisonReport, newDifferences, type ReportedDifference } from './report.ts'

/** The rows that a line names. An operation may have many more. */
const ROWS_MAX = 4

/** The ids that a line names. */
const IDS_MAX = 5

/** What each kind of difference says of a member. */
const saidOf: Readonly<Record<string, string>> = {
  missing: 'is only recorded',
  extra: 'is only simulated',
  type: 'has another type',
  order: 'has another order',
  length: 'has another length',
  identity: 'stands for something else',
  time: 'has another time',
}

const counted = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'}`

/** Returns the first texts of a list, and the number of the others. */
const firstOf = (texts: readonly string[], max: number): string =>
  texts.length <= max ? texts.join(', ') : `${texts.slice(0, max).join(', ')} and ${texts.length - max} more`

const reasonOf = ({ verdict, rows, setting }: ReportedDifference): string => {
  if (verdict === 'contract') return `contract (${firstOf(rows, ROWS_MAX)})`
  return verdict === 'policy' ? `policy (${setting} would agree)` : verdict
}

function linesOf(difference: ReportedDifference): readonly string[] {
  const { call, path, kind, count, allowed, first } = difference
  const said = saidOf[kind] ?? 'has another value'
  const times = count === 1 ? '' : `, ${count} times`
  return [
    `${call}: ${path} ${said}${times}: ${reasonOf(difference)}${allowed ? ', allowed' : ''}`,
    `  ${first.place}`,
    `  recorded  ${first.recorded}`,
    `  simulated ${first.simulated}`,
    ...(first.note === null ? [] : [`  ${first.note}`]),
  ]
}

/** Returns one line for each reason why facts were not made. */
function lackingLines({ lacking }: ComparisonReport): readonly string[] {
  const byReason = new Map<string, string[]>()
  for (const { id, reason } of lacking) {
    const ids = byReason.get(reason) ?? []
    byReason.set(reason, ids)
    ids.push(id)
  }
  return [...byReason].map(
    ([reason, ids]) => `The facts of ${firstOf(ids, IDS_MAX)} were not made: ${reason}`,
  )
}

/** Returns one line for each version at which calls were recorded and not played. */
const versionLines = ({ playedAt = [] }: ComparisonReport): readonly string[] =>
  playedAt.map(
    ({ recorded, played, calls }) =>
      `${counted(calls, 'call')} recorded at ${recorded} ${calls === 1 ? 'was' : 'were'} ` +
      `played at ${played}: ` +
      'the policy versions and adsMinVersion say what is served',
  )

/** Returns a report as text for people. */
export function reportText(report: ComparisonReport): string {
  const { calls, differences } = report
  const fresh = newDifferences(report).length
  const found = counted(differences.length, 'difference')
  const summary = `${counted(calls, 'call')}, ${found}, ${fresh} of them new`
  return [...differences.flatMap(linesOf), ...lackingLines(report), ...versionLines(report), summary].join(
    '\n',
  )
}
