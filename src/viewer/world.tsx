import { type Signal, useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import type { WorldRow } from '../world/difference.ts'
import { ActionForm } from './action-form.tsx'
import { onSubmit, SelectField, TextField, useDeed } from './fields.tsx'
import { type PageState, shownName } from './page-state.ts'
import { Facts, JsonView, Problem, Scroll, useLoaded } from './parts.tsx'
import { instantLabel, numberText } from './simulation/format.ts'

const LABELS = ['name', 'title', 'message', 'label', 'token', 'email', 'status', 'key', 'type']

/** A short text by which a person knows a row. */
function labelOf(row: WorldRow): string {
  const name = LABELS.find((one) => typeof row[one] === 'string' && row[one] !== '')
  return name === undefined ? '' : String(row[name]).slice(0, 80)
}

/** The ids in a row that name other rows. */
function relationsOf(row: WorldRow): (readonly [string, number])[] {
  return Object.entries(row).flatMap(([name, value]): (readonly [string, number])[] =>
    name !== 'id' && typeof value === 'number' && value >= 100_000_000_000_000 && value < 1e15
      ? [[name, value]]
      : [],
  )
}

/** The path segment that names a row in a call. */
function pathOf(row: WorldRow): string {
  if (row.kind === 'posts') return `${row['page']}_${row.id}`
  if (row.kind === 'comments') return `${row['post']}_${row.id}`
  if (row.kind === 'adImages') return `${row['adAccount']}:${row['hash']}`
  return row.kind === 'adAccounts' ? `act_${row.id}` : String(row.id)
}

/** The record of a row, as the caller with a token reads it. */
function AsSeen({ page, row }: { readonly page: PageState; readonly row: WorldRow }): JSX.Element {
  const { send, around } = page.source
  const names = Object.entries(around.value?.names ?? {}).filter(([name]) => name.endsWith('oken'))
  const token = useSignal(names.find(([name]) => name === 'userToken')?.[1] ?? '')
  const seen = useSignal<unknown>(undefined)
  const { act, result } = useDeed()
  if (!send) return <p class="hint">A record as a token sees it needs a running server.</p>
  const read = async () => {
    seen.value = undefined
    const url = `/${encodeURIComponent(pathOf(row))}?access_token=${encodeURIComponent(token.value)}`
    const { status, body } = await send<{ readonly status: number; readonly body: unknown }>('POST', 'read', {
      url,
      ...(page.moment.value !== undefined && { at: page.moment.value }),
    })
    seen.value = body
    return `The answer has status ${status}.`
  }
  return (
    <form class="form" onSubmit={onSubmit(() => act(read))}>
      <SelectField label="As seen by" value={token} options={names.map(([name, value]) => [value, name])} />
      <button type="submit">Read</button>
      {result}
      {seen.value !== undefined && <JsonView value={seen.value} />}
    </form>
  )
}

function RowPanel({
  page,
  row,
  onShow,
}: {
  readonly page: PageState
  readonly row: WorldRow
  readonly onShow: (id: number) => void
}): JSX.Element {
  return (
    <section class="panel" aria-label="The selected row">
      <header>
        <h2>
          {row.kind} {row.id}
        </h2>
      </header>
      {/* A row may be opened before the tokens of the world have come. */}
      {page.source.around.value && <AsSeen page={page} row={row} key={row.id} />}
      <h3>Relations</h3>
      <ul class="relations">
        {relationsOf(row).map(([name, id]) => (
          <li key={name}>
            {name}:{' '}
            <button type="button" onClick={() => onShow(id)}>
              {shownName(page, String(id))}
            </button>
          </li>
        ))}
      </ul>
      <h3>Stored row</h3>
      <JsonView value={row} />
    </section>
  )
}

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
            <th>what</th>
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
