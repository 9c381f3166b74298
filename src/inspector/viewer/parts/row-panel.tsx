import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import type { WorldRow } from '../../../world/history/difference.ts'
import { withEscapes } from '../../unseen.ts'
import { numberText } from '../simulation/format.ts'
import { type PageState, shownName } from '../state/page-state.ts'
import { onSubmit, useDeed } from './fields.tsx'
import { JsonView, useLoaded } from './parts.tsx'
import { TokenField } from './token-field.tsx'

const LABELS = ['name', 'title', 'message', 'label', 'token', 'email', 'status', 'key', 'type']

/** A short text by which a person knows a row. */
export function labelOf(row: WorldRow): string {
  const name = LABELS.find((one) => typeof row[one] === 'string' && row[one] !== '')
  return name === undefined ? '' : withEscapes(String(row[name]).slice(0, 80))
}

const isId = (value: unknown): value is number =>
  typeof value === 'number' && value >= 100_000_000_000_000 && value < 1e15

/** The ids in a row that name other rows, also those in its lists. */
function relationsOf(row: WorldRow): (readonly [string, number])[] {
  return Object.entries(row).flatMap(([name, value]) => {
    const ids = name === 'id' ? [] : (Array.isArray(value) ? value : [value]).filter(isId)
    return ids.map((id) => [name, id] as const)
  })
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
  const token = useSignal(around.value?.names['userToken'] ?? '')
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
    return status === 0
      ? 'A fault rule dropped the connection: no answer came.'
      : `The answer has status ${status}.`
  }
  return (
    <form class="form" onSubmit={onSubmit(() => act(read))}>
      <TokenField page={page} label="As seen by" value={token} />
      <button type="submit">Read</button>
      {result}
      {seen.value !== undefined && <JsonView value={seen.value} />}
    </form>
  )
}

/** The rows that name a row, with the column in which they do. */
function NamedBy({
  page,
  row,
  onShow,
}: {
  readonly page: PageState
  readonly row: WorldRow
  readonly onShow: (id: number) => void
}): JSX.Element | null {
  const { source, moment } = page
  const { value } = useLoaded(
    () => source.rows({ at: moment.value, kind: '', search: String(row.id) }),
    [row.id, moment.value],
  )
  const found = (value?.rows ?? []).flatMap((one) =>
    relationsOf(one).flatMap(([name, id]) => (id === row.id ? [{ name, one }] : [])),
  )
  if (found.length === 0) return null
  return (
    <details open={found.length <= NAMED_BY_OPEN}>
      <summary>
        Named by {numberText(found.length)} {found.length === 1 ? 'row' : 'rows'}
        {value?.more ? ' or more' : ''}
      </summary>
      <ul class="relations">
        {found.map(({ name, one }) => (
          <li key={`${one.id} ${name}`}>
            {name} of {one.kind}{' '}
            <button type="button" onClick={() => onShow(one.id)}>
              {shownName(page, String(one.id))}
            </button>{' '}
            {labelOf(one)}
          </li>
        ))}
      </ul>
    </details>
  )
}

/** The rows that name another are listed at once if they are few. */
const NAMED_BY_OPEN = 10

/** One row: as a token sees it, what it names and what names it, and as it is stored. */
export function RowPanel({
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
          <li key={`${name} ${id}`}>
            {name}:{' '}
            <button type="button" onClick={() => onShow(id)}>
              {shownName(page, String(id))}
            </button>
          </li>
        ))}
      </ul>
      <NamedBy page={page} row={row} onShow={onShow} />
      <h3>Stored row</h3>
      <JsonView value={row} />
    </section>
  )
}
