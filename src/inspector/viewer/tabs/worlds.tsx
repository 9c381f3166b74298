import { type Signal, useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import type { WorldDifference } from '../../../world/history/difference.ts'
import { onSubmit, TextField, useDeed } from '../parts/fields.tsx'
import { Problem, RowDifferences, Scroll, useLoaded } from '../parts/parts.tsx'
import { AskingButton } from '../parts/question.tsx'
import { durationText, instantLabel, numberText } from '../simulation/format.ts'
import { linkTo, type PageState } from '../state/page-state.ts'
import { ThisWorld, WorldOfFile } from './this-world.tsx'

/** A world in a list. */
interface Outline {
  /** Empty for the main world. */
  readonly name: string
  /** Milliseconds of the machine since it was made, in whole seconds. */
  readonly age: number
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
  onReset,
}: {
  readonly page: PageState
  readonly outline: Outline
  readonly compared: Signal<string | undefined>
  readonly onDelete: () => void
  readonly onReset: () => void
}): JSX.Element {
  const { name, age, now, steps, rows, hash } = outline
  const isThis = name === page.world
  return (
    <tr>
      <th>
        <a href={linkTo(page, name)} aria-current={isThis ? 'page' : undefined}>
          {titleOf(name)}
        </a>
      </th>
      <td>{age === 0 ? 'just made' : durationText(age)}</td>
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
        {!isThis && (
          <AskingButton
            label="Reset"
            question={`Reset ${titleOf(name)} to its beginning? Its steps are lost.`}
            yes="Reset it"
            onYes={onReset}
          />
        )}
        {name !== '' && !isThis && (
          <AskingButton label="Delete" question={`Delete ${name}?`} yes="Delete it" onYes={onDelete} />
        )}
      </td>
    </tr>
  )
}

/** A form that makes a world: a fork of this one, or one from the beginning. */
function NewWorld({
  page,
  names,
  onMade,
}: {
  readonly page: PageState
  readonly names: readonly string[]
  readonly onMade: () => void
}): JSX.Element {
  const name = useSignal('')
  const { act, result } = useDeed()
  const making = (make: () => Promise<unknown> | undefined) => () =>
    act(async () => {
      if (names.includes(name.value))
        throw new Error(`There is a world ${name.value} already: choose another name.`)
      await make()
      onMade()
      return `The world ${name.value} is made.`
    })
  const fork = making(() => page.source.send?.('POST', 'forks', { name: name.value }))
  // The first request to a named world makes it.
  const begin = making(() => page.source.send?.('GET', 'world', undefined, name.value))
  return (
    <form class="form" onSubmit={onSubmit(fork)}>
      <TextField label="Name of a new world" isRequired placeholder="name" value={name} />
      <button type="submit">Fork this world</button>
      <button type="button" disabled={name.value === ''} onClick={begin}>
        Make one from the beginning
      </button>
      {result}
    </form>
  )
}

const titles = ['world', 'age', 'time', 'steps', 'rows', 'hash', 'what to do']

/** The worlds of the server: make, reset, delete and compare them. */
export function WorldsTab({ page }: { readonly page: PageState }): JSX.Element {
  const { send, count } = page.source
  const turn = useSignal(0)
  const compared = useSignal<string | undefined>(undefined)
  const { act, result } = useDeed()
  const { value, error } = useLoaded(
    () => send?.<{ readonly outlines: readonly Outline[] }>('GET', 'outlines'),
    [turn.value],
    count.value,
  )
  if (!send) return <WorldOfFile page={page} />
  const outlines = value?.outlines ?? []
  const again = () => void turn.value++
  const change = (run: () => Promise<unknown>, text: string) =>
    act(async () => {
      await run()
      again()
      return text
    })
  const drop = (name: string) =>
    change(() => send('DELETE', `worlds/${encodeURIComponent(name)}`, {}), `The world ${name} is deleted.`)
  const reset = (name: string) =>
    change(() => send('POST', 'reset', {}, name), `${titleOf(name)} is at its beginning again.`)
  return (
    <>
      <ThisWorld page={page} send={send} />
      <NewWorld page={page} names={outlines.map(({ name }) => name)} onMade={again} />
      {result}
      <Problem text={error} />
      <Scroll label="Worlds">
        <table>
          <thead>
            <tr>
              {titles.map((title) => (
                <th key={title}>{title}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {outlines.map((one) => (
              <OutlineRow
                key={one.name}
                page={page}
                outline={one}
                compared={compared}
                onDelete={() => drop(one.name)}
                onReset={() => reset(one.name)}
              />
            ))}
          </tbody>
        </table>
      </Scroll>
      {compared.value !== undefined && <Compared page={page} other={compared.value} />}
    </>
  )
}
