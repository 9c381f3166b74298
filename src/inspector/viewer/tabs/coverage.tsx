import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import type { Trace } from '../../../world/history/trace-schema.ts'
import type { StepLine } from '../../../world/history/world-step.ts'
import { CheckField } from '../parts/fields.tsx'
import { Problem, Scroll, useLoaded } from '../parts/parts.tsx'
import { numberText } from '../simulation/format.ts'
import { useGrown } from '../state/grown.ts'
import { type Narrowing, type PageState, showSteps } from '../state/page-state.ts'

const sum = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((total, count) => total + count, 0)

type Reached = Trace['coverage']['operations'][string]

/** A number of steps, as a button that leads to them. */
function Leading({
  name,
  count,
  what,
  isBad = false,
  onShow,
}: {
  readonly name?: string
  readonly count: number
  /** The steps in words, for a screen reader. */
  readonly what: string
  readonly isBad?: boolean
  readonly onShow: () => void
}): JSX.Element {
  const text = name === undefined ? numberText(count) : `${name} × ${numberText(count)}`
  return (
    <button
      type="button"
      class={`result ${isBad ? 'bad' : 'good'}`}
      aria-label={`${text}: show ${what}`}
      onClick={onShow}
    >
      {text}
    </button>
  )
}

const resultOf = ({ ok, code }: StepLine): string => (ok ? 'ok' : code === 0 ? 'lost' : String(code))

const resultText = (result: string): string => {
  if (result === 'ok') return 'that succeeded'
  return result === 'lost' ? 'whose answer was lost' : `that were refused with code ${result}`
}

/** The results and the events of one operation, each as a button that leads to its calls. */
function Results({
  page,
  operation,
  reached,
}: {
  readonly page: PageState
  readonly operation: string
  readonly reached: Reached
}): JSX.Element {
  return (
    <tr>
      <th>{operation}</th>
      <td class="name">
        {Object.entries(reached.results).map(([result, count]) => {
          if (count === 0)
            return (
              <span key={result} class="result never">
                {result}
              </span>
            )
          const text = `the calls of ${operation} ${resultText(result)}`
          const has = (line: StepLine) => line.name === operation && resultOf(line) === result
          return (
            <Leading
              key={result}
              name={result}
              count={count}
              what={text}
              isBad={result !== 'ok'}
              onShow={() => showSteps(page, { text, has })}
            />
          )
        })}
      </td>
      <td class="name">
        <Events page={page} events={reached.events} operation={operation} />
      </td>
    </tr>
  )
}

/** Types of events, each as a button that leads to the steps that caused one: of an operation, or of all. */
function Events({
  page,
  events,
  operation,
}: {
  readonly page: PageState
  readonly events: Reached['events']
  readonly operation?: string
}): JSX.Element {
  return (
    <>
      {Object.entries(events).map(([event, count]) => {
        const steps = operation === undefined ? 'the steps' : `the calls of ${operation}`
        const text = `${steps} that caused ${event}`
        const has = (line: StepLine) =>
          line.eventTypes.includes(event) && (operation === undefined || line.name === operation)
        return (
          <Leading
            key={event}
            name={event}
            count={count}
            what={text}
            onShow={() => showSteps(page, { text, has })}
          />
        )
      })}
    </>
  )
}

const refusedBy = (check: string): Narrowing => ({
  text: `the calls that the check “${check}” refused`,
  has: ({ status, failedCheck }) => status !== null && failedCheck === check,
})

/** The number of calls that reached each check: those that no earlier check refused. */
function reachedCounts(
  checks: Trace['checks'],
  refused: ReadonlyMap<string, number>,
  calls: number,
): number[] {
  let left = calls
  return checks.map(({ name }) => {
    const reached = left
    left -= refused.get(name) ?? 0
    return reached
  })
}

/** The checks in their order, with the number of calls that reached each, and that each refused. */
function Checks({ page }: { readonly page: PageState }): JSX.Element {
  const { lines, around } = page.source
  const refused = useGrown(
    lines,
    () => ({ calls: 0, by: new Map<string, number>() }),
    (counts, { status, failedCheck: name }) => {
      if (status === null) return
      counts.calls += 1
      if (name !== null) counts.by.set(name, (counts.by.get(name) ?? 0) + 1)
    },
    [],
  )
  const checks = around.value?.checks ?? []
  const reached = reachedCounts(checks, refused.by, refused.calls)
  return (
    <Scroll label="Checks of calls">
      <table>
        <thead>
          <tr>
            <th>check</th>
            <th>chapter</th>
            <th>calls that reached it</th>
            <th>calls that it refused</th>
          </tr>
        </thead>
        <tbody>
          {checks.map(({ name, chapter }, index) => (
            <tr key={name}>
              <th>{name}</th>
              <td class="name">{chapter}</td>
              <td>{numberText(reached[index] ?? 0)}</td>
              <td>
                {refused.by.has(name) ? (
                  <Leading
                    count={refused.by.get(name) ?? 0}
                    what={`the calls that ${name} refused`}
                    isBad
                    onShow={() => showSteps(page, refusedBy(name))}
                  />
                ) : (
                  <span class="result never">none</span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  )
}

/** The operations with the results that calls reached, and the events. */
export function CoverageTab({ page }: { readonly page: PageState }): JSX.Element {
  const showsAll = useSignal(false)
  const { source } = page
  const { value: coverage, error } = useLoaded(() => source.coverage(), [], source.count.value)
  if (!coverage) return error ? <Problem text={error} /> : <p class="empty">Reading the world.</p>
  const all = Object.entries(coverage.operations)
  const reached = all.filter(([, { results }]) => sum(results) > 0)
  return (
    <>
      <p role="status">
        {numberText(reached.length)} of {numberText(all.length)} operations were reached, and{' '}
        {numberText(Object.keys(coverage.events).length)} types of events.
      </p>
      <CheckField label="also those that were never reached" value={showsAll} />
      <Scroll label="Results of operations" isTall>
        <table>
          <thead>
            <tr>
              <th>operation</th>
              <th>results</th>
              <th>events</th>
            </tr>
          </thead>
          <tbody>
            {(showsAll.value ? all : reached).map(([operation, one]) => (
              <Results key={operation} operation={operation} reached={one} page={page} />
            ))}
          </tbody>
        </table>
      </Scroll>
      <h2>Events</h2>
      <div>
        <Events page={page} events={coverage.events} />
      </div>
      <h2>Checks</h2>
      <Checks page={page} />
    </>
  )
}
