import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import type { Trace } from '../world/trace-schema.ts'
import { CheckField } from './fields.tsx'
import { useGrown } from './grown.ts'
import type { PageState } from './page-state.ts'
import { Problem, Scroll, useLoaded } from './parts.tsx'
import { numberText } from './simulation/format.ts'

const sum = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((total, count) => total + count, 0)

type Reached = Trace['coverage']['operations'][string]

/** The results of one operation, each as a button that leads to its calls. */
function Results({
  operation,
  reached,
  onShow,
}: {
  readonly operation: string
  readonly reached: Reached
  readonly onShow: () => void
}): JSX.Element {
  return (
    <tr>
      <th>{operation}</th>
      <td class="name">
        {Object.entries(reached.results).map(([result, count]) =>
          count > 0 ? (
            <button
              key={result}
              type="button"
              class={`result ${result === 'ok' ? 'good' : 'bad'}`}
              aria-label={`${result} × ${numberText(count)}: show the calls of ${operation}`}
              onClick={onShow}
            >
              {result} × {numberText(count)}
            </button>
          ) : (
            <span key={result} class="result never">
              {result}
            </span>
          ),
        )}
      </td>
      <td class="name">
        {Object.entries(reached.events)
          .map(([event, count]) => `${event} × ${count}`)
          .join(', ')}
      </td>
    </tr>
  )
}

/** The checks in their order, with the number of calls that each refused. */
function Checks({
  page,
  onShow,
}: {
  readonly page: PageState
  readonly onShow: (check: string) => void
}): JSX.Element {
  const { lines, around } = page.source
  const refused = useGrown(
    lines,
    () => new Map<string, number>(),
    (counts, { status, failedCheck: name }) => {
      if (status !== null && name !== null) counts.set(name, (counts.get(name) ?? 0) + 1)
    },
    [],
  )
  return (
    <Scroll label="Checks of calls">
      <table>
        <thead>
          <tr>
            <th>check</th>
            <th>chapter</th>
            <th>calls that it refused</th>
          </tr>
        </thead>
        <tbody>
          {around.value?.checks.map(({ name, chapter }) => (
            <tr key={name}>
              <th>{name}</th>
              <td class="name">{chapter}</td>
              <td>
                {refused.has(name) ? (
                  <button
                    type="button"
                    class="result bad"
                    aria-label={`${numberText(refused.get(name) ?? 0)}: show the calls that ${name} refused`}
                    onClick={() => onShow(name)}
                  >
                    {numberText(refused.get(name) ?? 0)}
                  </button>
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
  const show = (text: string) => {
    page.filter.value = text
    page.tab.value = 'Calls'
  }
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
              <Results key={operation} operation={operation} reached={one} onShow={() => show(operation)} />
            ))}
          </tbody>
        </table>
      </Scroll>
      <h2>Checks</h2>
      <Checks page={page} onShow={show} />
    </>
  )
}
