import type { Outcome } from '../../engine/outcome.ts'
import type { Part } from '../../service/call-answer.ts'
import type { Registry } from '../../service/registry.ts'
import type { ServiceStep } from '../../service/routes/context.ts'
import { textTable } from './text-table.ts'

type Counts = Readonly<Record<string, number>>

/** The results and events that the calls of one operation had. */
export interface OperationCoverage {
  /**
   * The number of calls by result: `ok`, each code that the operation can answer, and `lost` for answers that
   * a fault replaced.
   */
  readonly results: Counts
  /** The number of events by type that its calls caused. */
  readonly events: Counts
}

/** The coverage of a world, as plain JSON. */
export interface CoverageData {
  /** Every endpoint and action by name, including those that were never called, and each stub. */
  readonly operations: Readonly<Record<string, OperationCoverage>>
  /** The number of events by type, including those of due tasks. */
  readonly events: Counts
}

/** The coverage of a world, with its table. */
export interface Coverage extends CoverageData {
  /** Returns a table of the operations that were called, and the gaps. */
  text(): string
}

/** Mutable counts of the operations, results and events that were reached. */
export interface CoverageCounts {
  /** The operations that the world has. */
  readonly registry: Registry
  readonly operations: Map<
    string,
    { readonly results: Map<string, number>; readonly events: Map<string, number> }
  >
  readonly events: Map<string, number>
}

/** The counts of a new world. */
export const newCounts = (registry: Registry): CoverageCounts => ({
  registry,
  operations: new Map(),
  events: new Map(),
})

const add = (counts: Map<string, number>, name: string): void =>
  void counts.set(name, (counts.get(name) ?? 0) + 1)

/** Counts the result of a call. Returns the counts of its operation. */
function countResult({ operations }: CoverageCounts, name: string, outcome: Outcome) {
  const known = operations.get(name) ?? { results: new Map(), events: new Map() }
  operations.set(name, known)
  add(known.results, outcome.ok ? 'ok' : outcome.error.code === 0 ? 'lost' : String(outcome.error.code))
  return known
}

function countParts(counts: CoverageCounts, parts: readonly Part[]): void {
  for (const { outcome, answer } of parts) {
    if (answer?.operation === undefined) continue
    countResult(counts, answer.operation, outcome)
    countParts(counts, answer.parts ?? [])
  }
}

export function countStep(counts: CoverageCounts, step: ServiceStep): void {
  const { input, answer } = step
  const { type: kind, name: called } = input
  const isAction = kind === 'action' && typeof called === 'string'
  const name = isAction && Object.hasOwn(counts.registry.actions, called) ? called : answer?.operation
  const operation = name === undefined ? undefined : countResult(counts, name, step.outcome)
  if (answer?.parts) countParts(counts, answer.parts)
  for (const { type } of step.events) {
    add(counts.events, type)
    if (operation) add(operation.events, type)
  }
}

type Possible = readonly (readonly [name: string, none: Counts])[]

const noneOf = (results: readonly string[]): Counts =>
  Object.fromEntries(results.map((result) => [result, 0]))

const known = new WeakMap<Registry, Possible>()

/** Returns every operation with the results that it can have, each counted zero times. */
function possibleIn(registry: Registry): Possible {
  const before = known.get(registry)
  if (before) return before
  const { routes, actions } = registry
  const possible: Possible = [
    ...[...routes.byName].map(
      ([name, { codes }]) => [name, noneOf(['ok', ...[...codes].sort((a, b) => a - b).map(String)])] as const,
    ),
    ...Object.keys(actions).map((name) => [name, noneOf(['ok', '100'])] as const),
  ]
  known.set(registry, possible)
  return possible
}

/**
 * Returns the coverage for these counts.
 *
 * @param routes The routes of the stubs that a world has. Those that were removed are counted too.
 */
export function coverageOf(
  { registry, operations, events }: CoverageCounts,
  routes: readonly string[],
): Coverage {
  const possible = possibleIn(registry)
  const simulated = new Set(possible.map(([name]) => name))
  const stubs = [...new Set([...routes, ...operations.keys()])].filter((name) => !simulated.has(name))
  const all = [...possible, ...stubs.map((name) => [name, noneOf(['ok'])] as const)]
  const entries = all.map(([name, none]) => {
    const counted = operations.get(name)
    const results = counted ? { ...none, ...Object.fromEntries(counted.results) } : { ...none }
    return [name, { results, events: counted ? Object.fromEntries(counted.events) : {} }] as const
  })
  return withText({ operations: Object.fromEntries(entries), events: Object.fromEntries(events) })
}

const withText = (data: CoverageData): Coverage => ({ ...data, text: () => coverageText(data) })

type Combine = (left: number, right: number) => number

function combinedCounts(left: Counts = {}, right: Counts = {}, combine: Combine): Counts {
  const names = [...new Set([...Object.keys(left), ...Object.keys(right)])]
  return Object.fromEntries(names.map((name) => [name, combine(left[name] ?? 0, right[name] ?? 0)]))
}

function combined(left: CoverageData, right: CoverageData, combine: Combine): CoverageData {
  const names = [...new Set([...Object.keys(left.operations), ...Object.keys(right.operations)])]
  const entries = names.map((name) => {
    const [one, other] = [left.operations[name], right.operations[name]]
    const results = combinedCounts(one?.results, other?.results, combine)
    return [name, { results, events: combinedCounts(one?.events, other?.events, combine) }]
  })
  return {
    operations: Object.fromEntries(entries),
    events: combinedCounts(left.events, right.events, combine),
  }
}

/** Adds up two coverages, such as those of two worlds or of two processes. */
export function mergeCoverage(left: CoverageData, right: CoverageData): Coverage {
  return withText(combined(left, right, (one, other) => one + other))
}

/** Returns what was counted after an earlier coverage of the same world. */
export const coverageSince = (earlier: CoverageData, now: CoverageData): CoverageData =>
  combined(now, earlier, (later, before) => later - before)

const total = (counts: Counts): number => Object.values(counts).reduce((sum, count) => sum + count, 0)

/** Lists names with their counts, such as `100 ×3`. Names without a count since an earlier report have 0. */
const listed = (counts: Counts): string =>
  Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${name} ×${count}`)
    .join(' ')

function rowOf([name, { results, events }]: readonly [string, OperationCoverage]): readonly string[] {
  const { ok = 0, ...errors } = results
  const missing = Object.keys(errors).filter((code) => errors[code] === 0)
  return [name, String(ok), listed(errors) || '-', missing.join(' ') || '-', listed(events) || '-']
}

function coverageText({ operations, events }: CoverageData): string {
  const all = Object.entries(operations)
  const called = all.filter(([, { results }]) => total(results) > 0)
  const onlyOk = called.filter(([, { results }]) => total(results) === results['ok']).map(([name]) => name)
  const heading = ['operation', 'ok', 'errors', 'errors not reached', 'events']
  return [
    ...textTable([heading, ...called.map(rowOf)]),
    '',
    `Events: ${listed(events) || 'none'}`,
    `Called, but never with an error: ${onlyOk.join(', ') || 'none'}`,
    `Never called: ${all.length - called.length} of ${all.length} operations`,
  ].join('\n')
}
