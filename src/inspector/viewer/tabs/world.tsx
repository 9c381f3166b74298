import { type Signal, useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import { writtenPolicy } from '../../../service/written-policy.ts'
import type { WorldRow } from '../../../world/history/difference.ts'
import { withEscapes } from '../../unseen.ts'
import { ActionForm } from '../parts/action-form.tsx'
import { SelectField, TextField } from '../parts/fields.tsx'
import { Facts, JsonView, Problem, Scroll, useLoaded } from '../parts/parts.tsx'
import { labelOf, RowPanel } from '../parts/row-panel.tsx'
import { instantLabel, numberText } from '../simulation/format.ts'
import type { PageState } from '../state/page-state.ts'

/** The rows of a page, each with the button that selects it. */
function RowTable({
  rows,
  selected,
}: {
  readonly rows: readonly WorldRow[]
  readonly selected: Signal<number>
}): JSX.Element {
  return (
    <Scroll label="Table of rows" isTall>
      <table>
        <thead>
          <tr>
            <th>kind</th>
            <th>id</th>
            <th>label</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((one) => (
            <tr key={one.id} class={one.id === selected.value ? 'chosen' : ''}>
              <td>{one.kind}</td>
              <td>
                <button
                  type="button"
                  class="link"
                  aria-pressed={one.id === selected.value}
                  onClick={() => {
                    selected.value = one.id
                  }}
                >
                  {one.id}
                </button>
              </td>
              <td class="name">{labelOf(one)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  )
}

/** The rows by kind, with a search, and one of them. */
function Rows({ page }: { readonly page: PageState }): JSX.Element {
  const { source, moment } = page
  const kind = useSignal('')
  const search = useSignal('')
  const selected = useSignal(0)
  const query = { at: moment.value, kind: kind.value, search: search.value }
  const { value, error } = useLoaded(
    () => source.rows(query),
    [moment.value, kind.value, search.value],
    moment.value === undefined ? source.count.value : 0,
  )
  const row = value?.rows.find(({ id }) => id === selected.value)
  const show = (id: number) => {
    kind.value = ''
    search.value = String(id)
    selected.value = id
  }
  const kinds = Object.entries(value?.counts ?? {})
    .sort()
    .map(([name, count]) => [name, `${name} (${numberText(count)})`] as const)
  return (
    <div class={`split ${row ? 'open' : ''}`}>
      <section aria-label="Rows">
        <div class="tools" role="search">
          <TextField label="Search rows" isUnseen type="search" placeholder="Search rows" value={search} />
          <SelectField label="Kind of row" isUnseen value={kind} options={[['', 'all kinds'], ...kinds]} />
          <span class="found" role="status">
            {value && `${numberText(value.rows.length)}${value.more ? ' of more' : ''} rows`}
            {!value && !error && 'reading'}
          </span>
        </div>
        <Problem text={error} />
        {value && value.leftOut > 0 && (
          <p class="hint">{numberText(value.leftOut)} rows of this world are not in the file.</p>
        )}
        {value && value.unsearched > 0 && (
          <p class="hint">
            {numberText(value.unsearched)} rows were not searched: choose a kind of row to search fewer.
          </p>
        )}
        <RowTable rows={value?.rows ?? []} selected={selected} />
      </section>
      {row && <RowPanel page={page} row={row} onShow={show} />}
    </div>
  )
}

/** A policy in words: the preset that is closest to it, and the keys that differ. */
function policyText(policy: object): string {
  const { preset, changes } = writtenPolicy(policy)
  const keys = Object.entries(changes).map(([key, value]) => `${key}: ${JSON.stringify(value)}`)
  return keys.length === 0 ? preset : `${preset}, with ${withEscapes(keys.join(', '))}`
}

/** The clock, the rows by kind, one row, and a form for every action. */
export function WorldTab({ page }: { readonly page: PageState }): JSX.Element {
  const { source, moment } = page
  const around = source.around.value
  return (
    <>
      {around && (
        <Facts
          facts={[
            ['Clock', `${instantLabel(around.now)} UTC`],
            ['Seed', around.seed],
            ['Hash', <code key="hash">{around.hash.slice(0, 16)}…</code>],
            ['Policy', policyText(around.policy)],
            ['Steps', numberText(source.count.value)],
            ['Due', numberText(around.pending.length)],
          ]}
        />
      )}
      {around && (
        <details class="card">
          <summary>Policy and names</summary>
          <JsonView value={{ policy: around.policy, names: around.names }} />
        </details>
      )}
      {moment.value !== undefined && (
        <p class="hint">
          The world as it was after step {moment.value}.{' '}
          <button
            type="button"
            onClick={() => {
              moment.value = undefined
            }}
          >
            Show it as it is now
          </button>
        </p>
      )}
      <ActionForm page={page} />
      <Rows page={page} />
    </>
  )
}
