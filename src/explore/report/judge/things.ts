import type { AnyRow } from '../../../engine/store/table.ts'
import type { FactRules } from '../../run/calls/fact-rules.ts'

/**
 * Whether a row is a thing that work is done on, one by one. The rows of other tables own things, such as
 * pages, or describe who works.
 */
export function isThing(row: AnyRow | undefined, { facts }: { readonly facts: FactRules }): boolean {
  if (!row) return false
  // Those of an area are what its facts make.
  return things.has(row.kind) || [...facts.values()].some(({ area, table }) => area && table === row.kind)
}

const things: ReadonlySet<string> = new Set([
  'leads',
  'posts',
  'comments',
  'photos',
  'campaigns',
  'adSets',
  'ads',
  'creatives',
  'adImages',
  'threatIndicators',
])
