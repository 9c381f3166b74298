import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import type { WorldStep } from '../../../world/history/world-step.ts'
import { tokenOf } from '../../copies.ts'
import type { PageState } from '../state/page-state.ts'
import { onSubmit, TextField, useDeed } from './fields.tsx'
import { JsonView, RowDifferences } from './parts.tsx'
import { Checks } from './step-checks.tsx'
import { Copies } from './step-copies.tsx'
import { TokenField } from './token-field.tsx'

/** What a call came to in the fork. */
function Played({ page, step }: { readonly page: PageState; readonly step: WorldStep }): JSX.Element {
  return (
    <section aria-label="Result in the fork" class="again">
      <Copies page={page} step={step} label="Copy the call as played" />
      <Checks page={page} step={step} />
      <JsonView value={step.value ?? step.error} />
      <RowDifferences rows={step.rows} />
    </section>
  )
}

const resultText = ({ ok, status, code, error }: WorldStep): string =>
  ok
    ? `In the fork it succeeds with ${status}.`
    : `In the fork it is refused with code ${code}: ${error?.message}`

/** Plays a call again in a fork of the world before it, perhaps with another token or version. */
export function PlayAgain({
  page,
  step,
}: {
  readonly page: PageState
  readonly step: WorldStep
}): JSX.Element | null {
  const { send } = page.source
  const token = useSignal(tokenOf(step) ?? '')
  const version = useSignal('')
  const played = useSignal<WorldStep | undefined>(undefined)
  const { act, result } = useDeed()
  if (!send || step.status === null) return null
  const play = async () => {
    played.value = undefined
    const again = await send<WorldStep>('POST', 'again', {
      sequence: step.sequence,
      ...(token.value !== (tokenOf(step) ?? '') && { token: token.value }),
      ...(version.value !== '' && { version: version.value }),
    })
    played.value = again
    return resultText(again)
  }
  return (
    <details>
      <summary>Play again in a fork</summary>
      <form class="form" onSubmit={onSubmit(() => act(play))}>
        <TokenField page={page} label="Token" value={token} />
        <TextField label="Version" placeholder={step.version ?? ''} value={version} />
        <button type="submit">Play</button>
        {result}
      </form>
      {played.value && <Played page={page} step={played.value} />}
    </details>
  )
}
