import type { JSX } from 'preact'
import type { Json } from '../../../engine/values/guard.ts'
import { DeliveryView } from '../parts/delivery-view.tsx'
import { useDeed } from '../parts/fields.tsx'
import { JsonView } from '../parts/parts.tsx'
import { numberText } from '../simulation/format.ts'
import type { PageState } from '../state/page-state.ts'
import { Subscriptions } from './subscriptions.tsx'

const ways = [
  ['drop', 'Drop the next notice'],
  ['delay', 'Send the next notice late'],
  ['duplicate', 'Send the next notice twice'],
  ['reorder', 'Swap the next notice with the one before it'],
] as const

/** Buttons that send what is due, and that disturb the next notice. */
function Controls({
  page,
  due,
}: {
  readonly page: PageState
  readonly due: number | undefined
}): JSX.Element | null {
  const { send, refresh, around } = page.source
  const { act, result } = useDeed()
  if (!send) return null
  const flush = (to?: number) =>
    act(async () => {
      if (to !== undefined) await send('POST', 'clock', { to })
      const { deliveries } = await send<{ readonly deliveries: readonly Json[] }>('POST', 'webhooks/flush')
      refresh()
      return `${numberText(deliveries.length)} deliveries were attempted.`
    })
  const disturb = (how: string, label: string) =>
    act(async () => {
      await send('POST', 'faults', { match: {}, fault: { kind: 'notice', how }, times: 1 })
      refresh()
      return `${label}: the rule is under Faults.`
    })
  return (
    <div class="form" role="group" aria-label="Deliveries">
      <button type="button" onClick={() => flush()}>
        Send what is due
      </button>
      {due !== undefined && due > (around.value?.now ?? 0) && (
        <button type="button" onClick={() => flush(due)}>
          Move the clock to the next delivery and send it
        </button>
      )}
      {ways.map(([how, label]) => (
        <button key={how} type="button" onClick={() => disturb(how, label)}>
          {label}
        </button>
      ))}
      {result}
    </div>
  )
}

/** The deliveries with their attempts, and the changes of which no app was notified. */
export function WebhooksTab({ page }: { readonly page: PageState }): JSX.Element {
  const around = page.source.around.value
  if (!around) return <p class="empty">Reading the world.</p>
  const { deliveries, missed } = around
  const dues = deliveries.flatMap(({ due }) => (due === null ? [] : [due]))
  const newest = deliveries.toReversed().slice(0, 200)
  return (
    <>
      <Subscriptions page={page} />
      <h2>Deliveries</h2>
      <Controls page={page} due={dues.length === 0 ? undefined : Math.min(...dues)} />
      {deliveries.length === 0 && <p class="empty">No delivery yet.</p>}
      {newest.map((delivery) => (
        <DeliveryView key={delivery.id} page={page} delivery={delivery} />
      ))}
      {deliveries.length > newest.length && (
        <p class="hint">{numberText(deliveries.length - newest.length)} older deliveries are not listed.</p>
      )}
      {missed.length > 0 && (
        <details class="card">
          <summary>Not notified ({missed.length})</summary>
          <JsonView value={missed} />
        </details>
      )}
    </>
  )
}
