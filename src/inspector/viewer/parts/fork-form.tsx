import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import { linkTo, type PageState } from '../state/page-state.ts'
import { onSubmit, TextField, useDeed } from './fields.tsx'

/** Makes a named world of the world as it was after a step. */
export function ForkForm({
  page,
  at,
}: {
  readonly page: PageState
  readonly at: number
}): JSX.Element | null {
  const { send } = page.source
  const name = useSignal('')
  const made = useSignal('')
  const { act, result } = useDeed()
  if (!send) return null
  const fork = async () => {
    await send('POST', 'forks', { name: name.value, at })
    made.value = name.value
    return 'The fork is made:'
  }
  return (
    <form class="form" onSubmit={onSubmit(() => act(fork))}>
      <TextField label={`Fork after step ${at} as`} isRequired placeholder="name" value={name} />
      <button type="submit">Fork</button>
      {result}
      {made.value !== '' && <a href={linkTo(page, made.value)}>{made.value}</a>}
    </form>
  )
}
