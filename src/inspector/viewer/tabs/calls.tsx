import { type Signal, useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import type { StepLine } from '../../../world/history/world-step.ts'
import { withEscapes } from '../../unseen.ts'
import { CheckField, SelectField, TextField } from '../parts/fields.tsx'
import { StepPanel } from '../parts/step-panel.tsx'
import { VirtualList } from '../parts/virtual-list.tsx'
import { instantLabel, numberText } from '../simulation/format.ts'
import { useGrown } from '../state/grown.ts'
import { type PageState, shownName } from '../state/page-state.ts'

const LINE_HEIGHT = 30

const everything = () => true

const results: Readonly<Record<string, (line: StepLine) => boolean>> = {
  all: everything,
  succeeded: ({ ok }: StepLine) => ok,
  refused: ({ ok }: StepLine) => !ok,
}

const sorts: Readonly<Record<string, (line: StepLine) => boolean>> = {
  'calls and actions': ({ type }: StepLine) => ['call', 'request', 'action'].includes(type),
  everything,
  calls: ({ type }: StepLine) => type === 'call' || type === 'request',
  actions: ({ type }: StepLine) => type === 'action',
  'the clock': ({ type }: StepLine) => type === 'advance' || type === 'tick',
  deliveries: ({ type }: StepLine) => type === 'delivered',
}

const searchText = (line: StepLine): string =>
  [line.sequence, line.type, line.method, line.name, line.target, line.status, line.code, line.failedCheck]
    .join(' ')
    .toLowerCase()

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`

function Line({ line }: { readonly line: StepLine }): JSX.Element {
  const { sequence, at, type, method, name, target, status, code, ok, changes, events } = line
  return (
    <>
      <span class="number">{sequence}</span>
      <span class={`status ${ok ? 'good' : 'bad'}`}>{code === null ? (status ?? 'ok') : `#${code}`}</span>
      <span class="kind">{method ?? type}</span>
      <span class="name">
        {withEscapes(name)} <small>{withEscapes(target ?? '')}</small>
      </span>
      <span class="effects">
        {changes > 0 ? `${counted(changes, 'row')} ` : ''}
        {events > 0 ? counted(events, 'event') : ''}
      </span>
      <span class="at">{instantLabel(at)}</span>
    </>
  )
}

/** Tokens, apps or statuses that a list can be filtered by. */
const DISTINCT_MAX = 200

/** The tokens, the apps or the statuses of the lines. */
const useDistinct = (lines: readonly StepLine[], member: 'token' | 'app' | 'status'): string[] => [
  ...useGrown(
    lines,
    () => new Set<string>(),
    (found, { [member]: value }) => {
      if (value !== null && found.size < DISTINCT_MAX) found.add(String(value))
    },
    [],
  ),
]

/** What the list is filtered by, besides its text. */
interface Filters {
  readonly sort: Signal<string>
  readonly result: Signal<string>
  readonly status: Signal<string>
  readonly token: Signal<string>
  readonly app: Signal<string>
}

/** The steps that pass the filters. */
function useShown(page: PageState, filters: Filters): readonly StepLine[] {
  const { source, filter } = page
  const { sort, result, status, token, app } = filters
  const narrowing = page.narrowing.value
  const wanted = filter.value.trim().toLowerCase()
  const tests: ((line: StepLine) => boolean)[] = [
    sorts[sort.value] ?? everything,
    results[result.value] ?? everything,
    ...(narrowing ? [narrowing.has] : []),
    ...(status.value === '' ? [] : [(line: StepLine) => String(line.status) === status.value]),
    ...(token.value === '' ? [] : [(line: StepLine) => line.token === token.value]),
    ...(app.value === '' ? [] : [(line: StepLine) => line.app === app.value]),
    ...(wanted === '' ? [] : [(line: StepLine) => searchText(line).includes(wanted)]),
  ]
  return useGrown(
    source.lines,
    (): StepLine[] => [],
    (shown, line) => {
      if (tests.every((passes) => passes(line))) shown.push(line)
    },
    [sort.value, result.value, status.value, token.value, app.value, wanted, narrowing],
  )
}

/** The fields by which the list is filtered. */
function FilterFields({
  page,
  filters,
}: {
  readonly page: PageState
  readonly filters: Filters
}): JSX.Element {
  const { lines } = page.source
  const tokens = useDistinct(lines, 'token')
  const apps = useDistinct(lines, 'app')
  const statuses = useDistinct(lines, 'status').sort()
  const named = (one: string) => [one, shownName(page, one)] as const
  const same = (one: string) => [one, one] as const
  return (
    <>
      <TextField
        label="Filter by text"
        isUnseen
        type="search"
        placeholder="Filter: operation, id, status, code"
        value={page.filter}
      />
      <SelectField
        label="Kind of step"
        isUnseen
        value={filters.sort}
        options={Object.keys(sorts).map(same)}
      />
      <SelectField label="Result" isUnseen value={filters.result} options={Object.keys(results).map(same)} />
      <SelectField
        label="Status"
        isUnseen
        value={filters.status}
        options={[['', 'any status'], ...statuses.map(same)]}
      />
      <SelectField
        label="Token"
        isUnseen
        value={filters.token}
        options={[['', 'any token'], ...tokens.map(named)]}
      />
      <SelectField label="App" isUnseen value={filters.app} options={[['', 'any app'], ...apps.map(named)]} />
    </>
  )
}

/** Why no step is shown. */
function emptyText({ source, narrowing, outer }: PageState): string {
  if (source.count.value === 0) {
    if (outer) return outer.emptyText
    const { last = 0 } = source.around.value?.missing ?? {}
    return last === 0 ? 'Nothing has happened in this world yet.' : 'No step of this world is kept.'
  }
  if (narrowing.value === undefined) return 'No step fits these filters.'
  return 'None of these steps is listed. Calls inside a batch belong to the step of the batch.'
}

/** The steps to which another tab led, and the way back to all of them. */
function NarrowingNote({ page }: { readonly page: PageState }): JSX.Element | null {
  const { narrowing } = page
  if (!narrowing.value) return null
  return (
    <p class="hint">
      Only {narrowing.value.text}.{' '}
      <button
        type="button"
        onClick={() => {
          narrowing.value = undefined
        }}
      >
        Show all steps
      </button>
    </p>
  )
}

/** The list of steps with its filters, and the selected step beside it. */
export function CallsTab({ page }: { readonly page: PageState }): JSX.Element {
  const { source, step } = page
  // The list is the same when it grows: its count says that it did.
  void source.count.value
  const count = source.lines.length
  const filters: Filters = {
    sort: useSignal('calls and actions'),
    result: useSignal('all'),
    status: useSignal(''),
    token: useSignal(''),
    app: useSignal(''),
  }
  const follows = useSignal(false)
  const shown = useShown(page, filters)
  return (
    <div class={`split ${step.value > 0 ? 'open' : ''}`}>
      <section aria-label="Steps">
        <div class="tools" role="search">
          <FilterFields page={page} filters={filters} />
          <CheckField label="follow" value={follows} />
          <span class="found" role="status">
            {numberText(shown.length)} of {numberText(count)}
          </span>
        </div>
        <NarrowingNote page={page} />
        {shown.length === 0 ? (
          <p class="empty">{emptyText(page)}</p>
        ) : (
          <VirtualList
            label="Steps of the world"
            items={shown}
            lineHeight={LINE_HEIGHT}
            selected={shown.findIndex(({ sequence }) => sequence === step.value)}
            follows={follows.value}
            keyOf={({ sequence }) => sequence}
            onSelect={(index) => {
              step.value = shown[index]?.sequence ?? 0
            }}
            render={(line) => <Line line={line} />}
          />
        )}
      </section>
      {step.value > 0 && <StepPanel page={page} key={step.value} />}
    </div>
  )
}
