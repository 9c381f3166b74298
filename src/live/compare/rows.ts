import { endpointNotes } from '../../generated/endpoint-notes.ts'
import { stages } from '../../world/handle/refusal.ts'
import type { AnswerDifference } from './play.ts'

/** The requirement row of each error code. */
const errorRows: Readonly<Record<number, string>> = {
  100: 'ERR-002',
  102: 'ERR-003',
  104: 'ERR-004',
  190: 'ERR-005',
  200: 'ERR-006',
  270: 'ERR-007',
  278: 'ERR-009',
  294: 'ERR-010',
  324: 'ERR-011',
  368: 'ERR-012',
  2625: 'ERR-013',
  2633: 'ERR-014',
  2634: 'ERR-015',
  2635: 'ERR-016',
  3001: 'ERR-017',
  80001: 'ERR-018',
  80004: 'ERR-019',
}

/** The decisions about what a parameter may be, by the words of the refusal. */
const refusalRows: readonly (readonly [RegExp, string])[] = [
  [/ISO 8601 time/, 'SIL-023'],
  [/nonexisting field/, 'SIL-018'],
  [/is not simulated for/, 'SIL-014'],
  [/^(\(#100\) )?Param limit /, 'SIL-024'],
]

/** The checks that refuse a call by a decision about all operations. */
const generalChecks: readonly string[] = ['version', 'retired ads version']

/**
 * Returns the decisions by which the simulator refuses what the recorded service answered, if they hold for
 * every operation alike.
 */
export function generalRows({ kind, error, refusedBy = '', recorded }: AnswerDifference): readonly string[] {
  if (kind !== 'status' || !error || Number(recorded) >= 400) return []
  const words = refusalRows.filter(([pattern]) => pattern.test(error.message)).map(([, row]) => row)
  if (!generalChecks.includes(refusedBy)) return words
  return stages.find(({ name }) => name === refusedBy)?.rows ?? words
}

/** The rows of members that every answer may have, the longest path first. */
const memberRows: readonly (readonly [RegExp, string])[] = [
  [/^paging\.cursors\.before$/, 'CNV-013'],
  [/^paging\.cursors\.after$/, 'CNV-014'],
  [/^paging\.cursors$/, 'CNV-012'],
  [/^paging\.(next|previous)$/, 'CNV-015'],
  [/^paging/, 'CNV-011'],
  [/^data$/, 'CNV-010'],
  [/^error\.type$/, 'SIL-035'],
  [/^error\.(message|error_subcode|fbtrace_id)/, 'SIL-036'],
  [/^headers\.(cache-control|pragma|www-authenticate)$/, 'SIL-189'],
  [/(^|[._])id$/, 'CNV-016'],
]

const rowsOfOperation = (operation: string | null): readonly string[] =>
  operation !== null && Object.hasOwn(endpointNotes, operation) ? (endpointNotes[operation]?.rows ?? []) : []

/**
 * Returns the rows of the requirements or decisions that the simulator follows where an answer differs: those
 * of the error, those of the member, or those of the operation. None if the simulator follows no row there.
 */
export function citedRows(difference: AnswerDifference): readonly string[] {
  const { path, kind, operation, error, recorded } = difference
  const code = error && Object.hasOwn(errorRows, error.code) ? errorRows[error.code] : undefined
  const ofError = code === undefined ? [] : [code]
  if (kind === 'error') return [...ofError, ...rowsOfOperation(operation)].slice(0, 4)
  if (kind === 'order' || kind === 'length') return rowsOfOperation(operation)
  const [, member] = memberRows.find(([pattern]) => pattern.test(path)) ?? []
  if (kind === 'status') {
    // The status of an error is a decision of its own only if both answers are errors.
    const isRefused = error !== undefined && Number(recorded) < 400
    return [...new Set([...ofError, ...generalRows(difference), ...(isRefused ? [] : ['SIL-034'])])]
  }
  if (member !== undefined) return [member]
  if (kind === 'header') return []
  return rowsOfOperation(operation)
}
