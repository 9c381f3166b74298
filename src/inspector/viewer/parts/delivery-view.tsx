import type { JSX } from 'preact'
import type { Trace } from '../../../world/history/trace-schema.ts'
import { withEscapes } from '../../unseen.ts'
import { instantLabel } from '../simulation/format.ts'
import { type PageState, shownName } from '../state/page-state.ts'
import { useDeed } from './fields.tsx'
import { Facts, JsonView } from './parts.tsx'

type Delivery = Trace['deliveries'][number]

/** A delivery with its attempts, its signature and its payload, and a button that sends it. */
export function DeliveryView({
  page,
  delivery,
}: {
  readonly page: PageState
  readonly delivery: Delivery
}): JSX.Element {
  const { id, app, kind, status, due, attempts, notices, reason, request } = delivery
  const { send, refresh } = page.source
  const { act, result } = useDeed()
  const resend = () =>
    act(async () => {
      await send?.('POST', 'actions/resendDelivery', { delivery: id })
      await send?.('POST', 'webhooks/flush')
      refresh()
      return `${id} was sent.`
    })
  const isGood = status === 'queued' || status === 'delivered'
  return (
    <details class="card">
      <summary>
        <span class={isGood ? 'good' : 'bad'}>{status}</span> {id}: {kind} to {shownName(page, app)}
      </summary>
      <Facts
        facts={[
          ['Notices', notices],
          ['Due', due === null ? undefined : `${instantLabel(due)} UTC`],
          ['Reason', reason ?? undefined],
          ['Address', `${request.method} ${request.url}`],
        ]}
      />
      <h3>Attempts</h3>
      {attempts.length === 0 && <p class="hint">None yet.</p>}
      <ul class="plain">
        {attempts.map(({ at, status: answer, error }, index) => (
          <li key={`${index} ${at}`}>
            {instantLabel(at)} UTC:{' '}
            {answer === null ? `no answer: ${withEscapes(error ?? '')}` : `the endpoint answered ${answer}`}
          </li>
        ))}
      </ul>
      <h3>Headers and signature</h3>
      <JsonView value={request.headers} />
      <h3>Payload</h3>
      <JsonView value={request.body} />
      {send && kind === 'notices' && (
        <div class="form">
          <button type="button" onClick={resend}>
            {attempts.length === 0 ? 'Send it now' : 'Send it again'}
          </button>
          {result}
        </div>
      )}
    </details>
  )
}
