import { shown } from '../../service/values/scalars.ts'
import { checkNames } from '../../world/handle/known-names.ts'
import { handleOf, isWorld } from '../../world/handles.ts'
import type { RowDifference, WorldDifference } from '../../world/history/difference.ts'
import { instantText } from '../../world/time/time.ts'
import type { Equals, MatcherResult } from './matcher.ts'
import { LISTED_MAX, named, shortJson } from './names.ts'
import { checkWorldArgument } from './world-argument.ts'

/**
 * The changes that `toHaveChanged` compares: in each group that is named, the kinds and numbers must be
 * equal, as in `{ created: { posts: 1 }, removed: {} }`. Groups that are left out are not compared.
 * In Vitest and Jest a number may be an asymmetric matcher.
 */
export interface ExpectedChanges {
  readonly created?: Readonly<Record<string, unknown>>
  readonly changed?: Readonly<Record<string, unknown>>
  readonly removed?: Readonly<Record<string, unknown>>
}

const groups = ['created', 'changed', 'removed'] as const

/** The most rows that are counted. */
const COUNTED_MAX = 1_000_000

type Group = (typeof groups)[number]

function countsOf({ rows }: WorldDifference): Record<Group, Record<string, number>> {
  const counts: Record<Group, Record<string, number>> = { created: {}, changed: {}, removed: {} }
  for (const { kind, change } of rows) counts[change][kind] = (counts[change][kind] ?? 0) + 1
  return counts
}

function rowText({ kind, id, change, before, after, columns }: RowDifference): string {
  const name = `  ${change} ${kind} ${id}`
  if (!before || !after) return `${name}: ${shortJson(after ?? before)}`
  const values = columns.map((one) => `${one} ${shortJson(before[one])} → ${shortJson(after[one])}`)
  return `${name}: ${values.join(', ')}`
}

/** Tells a difference, row by row. */
function differenceText(difference: WorldDifference): string {
  const { rows, clock, policy, isEqual } = difference
  if (isEqual) return 'Nothing changed.'
  const listed = rows.slice(0, LISTED_MAX).map(rowText)
  return [
    'What changed:',
    ...(clock ? [`  the clock: ${instantText(clock.before)} → ${instantText(clock.after)}`] : []),
    ...Object.keys(policy).map((name) => `  the policy ${name}`),
    ...listed,
    ...(rows.length > LISTED_MAX ? [`  (${rows.length - LISTED_MAX} more rows)`] : []),
  ].join('\n')
}

function checkExpected(expected: ExpectedChanges, kinds: readonly string[]): void {
  checkNames('toHaveChanged', 'option', expected, groups)
  for (const group of groups) {
    const counts: unknown = expected[group]
    if (counts !== undefined && (typeof counts !== 'object' || counts === null))
      throw new TypeError(
        `toHaveChanged: ${group} takes numbers by kind of record, such as { posts: 1 }, got ${shown(counts)}`,
      )
    checkNames(`toHaveChanged: ${group}`, 'kind of record', counts ?? {}, kinds)
  }
}

/** Whether a world differs from an earlier one as expected. The message lists the differences. */
export function toHaveChanged(
  received: unknown,
  since: unknown,
  expected: ExpectedChanges | undefined,
  equals: Equals,
): MatcherResult {
  checkWorldArgument('toHaveChanged', received)
  if (!isWorld(since))
    throw new TypeError(
      `toHaveChanged takes an earlier world, such as const before = world.fork(), got ${shown(since)}`,
    )
  if (expected !== undefined) checkExpected(expected, Object.keys(handleOf(received).registry.tables))
  const difference = since.diff(received, { limit: COUNTED_MAX })
  const counts = countsOf(difference)
  const pass =
    expected === undefined
      ? !difference.isEqual
      : groups.every((group) => expected[group] === undefined || equals(counts[group], expected[group]))
  const wanted =
    expected === undefined ? '' : ` by ${shortJson(expected)}, and changed by ${shortJson(counts)}`
  return {
    pass,
    message: () =>
      named(
        `expected the world ${pass ? 'not ' : ''}to have changed${wanted}\n${differenceText(difference)}`,
        received,
      ),
  }
}
