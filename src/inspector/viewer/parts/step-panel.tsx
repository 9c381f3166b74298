import type { JSX } from 'preact'
import type { WorldStep } from '../../../world/history/world-step.ts'
import { tokenOf } from '../../copies.ts'
import { withEscapes } from '../../unseen.ts'
import { instantLabel, numberText } from '../simulation/format.ts'
import { type PageState, shownName } from '../state/page-state.ts'
import { DeliveryView } from './delivery-view.tsx'
import { ForkForm } from './fork-form.tsx'
import { Facts, JsonView, Problem, RowDifferences, useLoaded } from './parts.tsx'
import { PlayAgain } from './play-again.tsx'
import { Checks } from './step-checks.tsx'
import { Copies, CopiesUntil } from './step-copies.tsx'

/** The heading of a step: its name, its result and its message. */
function StepHeading({ page, step }: { readonly page: PageState; readonly step: WorldStep }): JSX.Element {
  const { error, target, token, app, status, code, ok } = step
  return (
    <>
      <p class={ok ? 'good' : 'bad'}>
        {ok ? 'succeeded' : `refused with code ${code}: ${withEscapes(error?.message ?? '')}`}
        {status === null ? '' : ` (status ${status})`}
      </p>
      <Facts
        facts={[
          ['Step', step.sequence],
          ['Time', `${instantLabel(step.at)} UTC`],
          ['Input', step.type],
          ['Target', target === null ? undefined : shownName(page, target)],
          ['Token', token === null ? undefined : shownName(page, tokenOf(step) ?? token)],
          ['App', app === null ? undefined : shownName(page, app)],
          ['Version', step.version ?? undefined],
          ['Fault rules', step.faults.length > 0 ? step.faults.join(', ') : undefined],
          ['Path', step.sent ? `${step.sent.method} ${step.sent.path}` : undefined],
        ]}
      />
    </>
  )
}

/** What was sent and answered, and what it changed. */
function Exchange({ step }: { readonly step: WorldStep }): JSX.Element {
  return (
    <>
      <details open>
        <summary>Request</summary>
        <JsonView value={step.sent?.params ?? step.input} />
      </details>
      <details open>
        <summary>{step.ok ? 'Response' : 'Error'}</summary>
        <JsonView value={step.value ?? step.error} />
      </details>
      <details open={step.rows.length > 0}>
        <summary>
          Changed rows ({step.rows.length}
          {step.changes > step.rows.length ? ` of ${step.changes}` : ''})
        </summary>
        <RowDifferences rows={step.rows} />
      </details>
      {step.eventList.length > 0 && (
        <details open>
          <summary>Events ({step.events})</summary>
          {step.eventList.map(({ sequence: number, type, data }) => (
            <details key={number} class="row">
              <summary>{type}</summary>
              <JsonView value={data} />
            </details>
          ))}
        </details>
      )}
    </>
  )
}

/** The deliveries with the notices that a step caused. */
function Deliveries({
  page,
  step,
}: {
  readonly page: PageState
  readonly step: WorldStep
}): JSX.Element | null {
  const { deliveries: ids } = step
  if (ids.length === 0) return null
  const known = page.source.around.value?.deliveries.filter(({ id }) => ids.includes(id)) ?? []
  return (
    <details open>
      <summary>Deliveries ({ids.length})</summary>
      {known.map((delivery) => (
        <DeliveryView key={delivery.id} page={page} delivery={delivery} />
      ))}
      {known.length < ids.length && (
        <p class="hint">{numberText(ids.length - known.length)} older deliveries are not listed.</p>
      )}
    </details>
  )
}

/** Everything about the selected step. */
export function StepPanel({ page }: { readonly page: PageState }): JSX.Element {
  const sequence = page.step.value
  const { value: step, error } = useLoaded(() => page.source.step(sequence), [sequence])
  const close = () => {
    page.step.value = 0
    document.querySelector<HTMLElement>('.list')?.focus()
  }
  return (
    <section class="panel" aria-label="The selected step">
      <header>
        <h2>{step ? withEscapes(step.name) : `Step ${sequence}`}</h2>
        <button type="button" aria-label="Close the step" onClick={close}>
          ✕
        </button>
      </header>
      <Problem text={error} />
      {step && (
        <>
          <StepHeading page={page} step={step} />
          <Copies page={page} step={step} />
          <CopiesUntil page={page} at={step.sequence} />
          <Checks page={page} step={step} />
          <PlayAgain page={page} step={step} />
          <Exchange step={step} />
          <Deliveries page={page} step={step} />
          <ForkForm page={page} at={step.sequence} />
        </>
      )}
    </section>
  )
}
