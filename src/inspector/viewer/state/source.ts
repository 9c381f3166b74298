import { type Signal, signal } from '@preact/signals'
import type { Json } from '../../../engine/values/guard.ts'
import type { RowDifference, WorldDifference, WorldRow } from '../../../world/history/difference.ts'
import type { Trace } from '../../../world/history/trace-schema.ts'
import type { StepLine, WorldStep } from '../../../world/history/world-step.ts'
import { type RowFilter, type RowPage, selectRows } from '../../select-rows.ts'
import { recordingUntil } from '../../test-copies.ts'

/** Which rows to show, and of which moment. */
export interface RowQuery extends RowFilter {
  /** The step after which the world is shown; undefined for the world as it is. */
  readonly at: number | undefined
}

/** What surrounds the steps: the state of everything that is not a row. */
export interface Surroundings {
  readonly title: string
  readonly seed: string
  readonly now: number
  readonly hash: string
  readonly baseUrl: string
  readonly policy: Readonly<Record<string, Json>>
  readonly names: Readonly<Record<string, string>>
  readonly apps: Readonly<Record<string, string>>
  readonly checks: Trace['checks']
  readonly pending: Trace['pending']
  readonly deliveries: Trace['deliveries']
  readonly missed: Trace['missed']
  readonly faults: Trace['faults']
  /** The steps that a server does not have any more. A file says what it lacks in its notice. */
  readonly missing?: {
    /** The number of the last one; 0 for none. */
    readonly last: number
    /** Whether it keeps none at all. */
    readonly isAll: boolean
    /** What is missing, and why; empty for nothing. */
    readonly text: string
  }
}

/** What a page shows, from a file or from a server. */
export interface Source {
  /** The steps in their order. When the list changes, `count` does too: the number of the last step. */
  readonly lines: StepLine[]
  readonly count: Signal<number>
  /** Changes when the steps begin again: the world was reset, or another one was loaded. */
  readonly life: Signal<number>
  /** A sentence about what is missing or wrong; empty if nothing is. */
  readonly notice: Signal<string>
  readonly around: Signal<Surroundings | undefined>
  readonly story: Trace['story']
  step(sequence: number): Promise<WorldStep>
  rows(query: RowQuery): Promise<RowPage>
  /** The difference of the worlds after two steps. */
  difference(from: number, to: number): Promise<Pick<WorldDifference, 'rows' | 'more'>>
  /** The recording of the world up to a number of inputs; null if there is none. */
  recording(until: number): Promise<Json>
  coverage(): Promise<Trace['coverage']>
  /** Sends a request to the control plane, perhaps of another world; undefined for the page of a file. */
  readonly send:
    | (<T = Json>(method: string, path: string, body?: Json, world?: string) => Promise<T>)
    | undefined
  /** Reads what surrounds the steps again: at once, or when it costs the server little. */
  refresh(): void
  keepUp(): void
}

/** The line of a step; undefined if the list does not have it. */
export function lineOf(lines: readonly StepLine[], sequence: number): StepLine | undefined {
  let [from, to] = [0, lines.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((lines[middle]?.sequence ?? 0) < sequence) from = middle + 1
    else to = middle
  }
  return lines[from]?.sequence === sequence ? lines[from] : undefined
}

const columnsOf = (before: WorldRow | null, after: WorldRow | null): string[] =>
  before && after
    ? [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
        (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
      )
    : []

/** The rows before the first step, changed by all steps up to one. */
function rowsAfter({ start, steps }: Trace, at: number): Map<number, WorldRow> {
  const rows = new Map<number, WorldRow>(start.rows.map((row) => [row.id, row]))
  for (const step of steps) {
    if (step.sequence > at) break
    for (const { id, after } of step.rows)
      if (after) rows.set(id, after)
      else rows.delete(id)
  }
  return rows
}

/** The number of rows that the steps up to one changed, and the file does not have. */
const changesLeftOut = ({ steps }: Trace, at: number, from = 0): number =>
  steps.reduce(
    (count, { sequence, changes, rows }) =>
      sequence > from && sequence <= at ? count + Math.max(0, changes - rows.length) : count,
    0,
  )

function differenceOf(before: Map<number, WorldRow>, after: Map<number, WorldRow>): RowDifference[] {
  const ids = [...new Set([...before.keys(), ...after.keys()])].sort((a, b) => a - b)
  return ids.flatMap((id): RowDifference[] => {
    const [from, to] = [before.get(id) ?? null, after.get(id) ?? null]
    const columns = columnsOf(from, to)
    if (from && to && columns.length === 0) return []
    const kind = (to ?? from)?.kind ?? ''
    return [
      { id, kind, change: !from ? 'created' : !to ? 'removed' : 'changed', before: from, after: to, columns },
    ]
  })
}

/** Creates the source of a page that has a trace. */
export function fileSource(trace: Trace): Source {
  const lines: StepLine[] = [...trace.steps]
  const bySequence = new Map(trace.steps.map((step) => [step.sequence, step]))
  const last = trace.earlier + trace.steps.length
  return {
    lines,
    count: signal(last),
    life: signal(0),
    notice: signal(
      trace.earlier > 0 ? `The first ${trace.earlier} steps of this world are not in the file.` : '',
    ),
    around: signal(trace),
    story: trace.story,
    step: async (sequence) => {
      const step = bySequence.get(sequence)
      if (step) return step
      throw new Error(`The file has the steps ${trace.earlier + 1} to ${last}, not ${sequence}.`)
    },
    rows: async (query) => {
      const at = query.at ?? last
      const leftOut = trace.start.leftOut + changesLeftOut(trace, at)
      return selectRows(rowsAfter(trace, at).values(), query, leftOut)
    },
    difference: async (from, to) => ({
      rows: differenceOf(rowsAfter(trace, from), rowsAfter(trace, to)),
      more: changesLeftOut(trace, Math.max(from, to), Math.min(from, to)) > 0,
    }),
    recording: async (until) => recordingUntil(trace.recording, last - until),
    coverage: async () => trace.coverage,
    send: undefined,
    refresh: () => {},
    keepUp: () => {},
  }
}

/** The source of a page without a world. */
export const noSource = (): Source => ({
  lines: [],
  count: signal(0),
  life: signal(0),
  notice: signal(''),
  around: signal(undefined),
  story: null,
  step: () => Promise.reject(new Error('This page has no world.')),
  rows: () => Promise.reject(new Error('This page has no world.')),
  difference: () => Promise.reject(new Error('This page has no world.')),
  recording: () => Promise.resolve(null),
  coverage: () => Promise.reject(new Error('This page has no world.')),
  send: undefined,
  refresh: () => {},
  keepUp: () => {},
})
