import { type Signal, useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import type { WorldDifference } from '../world/difference.ts'
import { onSubmit, TextField, useDeed } from './fields.tsx'
import { controlPath } from './live.ts'
import type { PageState } from './page-state.ts'
import { Problem, RowDifferences, Scroll, useLoaded } from './parts.tsx'
import { instantLabel, numberText } from './simulation/format.ts'
import { ThisWorld, WorldOfFile } from './this-world.tsx'

/** A world in a list. */
interface Outline {
  /** Empty for the main world. */
  readonly name: string
  readonly now: number
  readonly steps: number
  readonly rows: number
  readonly hash: string
}

const titleOf = (name: string): string => (name === '' ? 'the main world' : name)

/** The difference between this world and another one. */
function Compared({ page, other }: { readonly page: PageState; readonly other: string }): JSX.Element {
  const { value, error } = useLoaded(
    () => page.source.send?.<WorldDifference>('GET', `difference?world=${encodeURIComponent(other)}`),
    [other],
  )
  return (
    <section class="card" aria-label="Difference between two worlds">
      <h2>From this world to {titleOf(other)}</h2>
      <Problem text={error} />
      {value?.isEqual && <p>The worlds are equal.</p>}
      {value?.clock && (
        <p>
          Clock: {instantLabel(value.clock.before)} → {instantLabel(value.clock.after)} UTC
        </p>
      )}
      {value && <RowDifferences rows={value.rows} />}
    </section>
  )
}

/** One world in the table, with what can be done with it. */
function OutlineRow({
  page,
  outline,
  compared,
  onDelete,
}: {
  readonly page: PageState
  readonly outline: Outline
  readonly compared: Signal<string | undefined>
  readonly onDelete: () => void
}): JSX.Element {
  const { name, now, steps, rows, hash } = outline
  const isThis = name === page.world
  return (
    <tr>
      <th>
        <a href={`${controlPath(name)}/`} aria-current={isThis ? 'page' : undefined}>
          {titleOf(name)}
        </a>
      </th>
      <td>{instantLabel(now)}</td>
      <td>{numberText(steps)}</td>
      <td>{numberText(rows)}</td>
      <td>
        <code>{hash.slice(0, 12)}…</code>
      </td>
      <td>
        {!isThis && (
          <button
            type="button"
            onClick={() => {
              compared.value = name
            }}
          >
            Compare
          </button>
        )}
        {name !== '' && !isThis && (
          <button type="button" onClick={onDelete}>
            Delete
          </button>
        )}
      </td>
    </tr>
  )
}

/** The worlds of the server: make, reset, delete and compare them. */
export function WorldsTab({ page }: { readonly page: PageState }): JSX.Element {
  const { send, count } = page.source
  const name = useSignal('')
  const turn = useSignal(0)
  const compared = useSignal<string | undefined>(undefined)
  const { act, result } = useDeed()
  const { value, error } = useLoaded(
    () => send?.<{ readonly outlines: readonly Outline[] }>('GET', 'outlines'),
    [turn.value],
    count.value,
  )
  if (!send) return <WorldOfFile page={page} />
  const change = (method: string, path: string, body: { readonly name?: string }, text: string) =>
    act(async () => {
      await send(method, path, body)
      turn.value += 1
      return text
    })
  const drop = (gone: string) =>
    change('DELETE', `worlds/${encodeURIComponent(gone)}`, {}, `The world ${gone} is deleted.`)
  const fork = () => change('POST', 'forks', { name: name.value }, `The world ${name.value} is made.`)
  return (
    <>
      <ThisWorld page={page} send={send} />
      <form class="form" onSubmit={onSubmit(fork)}>
        <TextField label="Fork this world as" isRequired placeholder="name" value={name} />
        <button type="submit">Fork</button>
        {result}
      </form>
      <Problem text={error} />
      <Scroll label="Worlds">
        <table>
          <thead>
            <tr>
              {['world', 'time', 'steps', 'rows', 'hash', 'what to do'].map((title) => (
                <th key={title}>{title}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {value?.outlines.map((one) => (
              <OutlineRow
                key={one.name}
                page={page}
                outline={one}
                compared={compared}
                onDelete={() => drop(one.name)}
              />
            ))}
          </tbody>
        </table>
      </Scroll>
      {compared.value !== undefined && <Compared page={page} other={compared.value} />}
    </>
  )
}
