import type { JSX } from 'preact'
import type { WorldRow } from '../../../world/history/difference.ts'
import type { Trace } from '../../../world/history/trace-schema.ts'
import { useDeed } from '../parts/fields.tsx'
import { Problem, Scroll, useLoaded } from '../parts/parts.tsx'
import { type PageState, shownName } from '../state/page-state.ts'

const textsOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []

/** The pages of which an app gets notices, each with the fields that it chose there. */
function pagesOf(page: PageState, installations: readonly WorldRow[], app: unknown): string {
  const own = installations.filter((one) => one['app'] === app)
  if (own.length === 0) return 'none: the app is installed on no page'
  return own
    .map(({ page: id, fields }) => {
      const chosen = fields === undefined ? '' : ` (${textsOf(fields).join(', ')})`
      return `${shownName(page, String(id))}${chosen}`
    })
    .join(', ')
}

/** One subscription, with a button that sends it a test notice. */
function Subscription({
  page,
  webhook,
  pages,
}: {
  readonly page: PageState
  readonly webhook: WorldRow
  readonly pages: string
}): JSX.Element {
  const { send, refresh } = page.source
  const { act, result } = useDeed()
  const app = String(webhook['app'])
  const { status, url } = webhook
  const test = async () => {
    await send?.('POST', 'actions/sendTestNotice', { app })
    // The server may have sent it already: the outbox tells what became of it.
    await send?.('POST', 'webhooks/flush')
    const outbox = await send?.<{ readonly deliveries: Trace['deliveries'] }>('GET', 'webhooks')
    refresh()
    const last = outbox?.deliveries.findLast((one) => one.app === app && one.kind === 'notices')
    return `The test notice is ${last?.status ?? 'gone'}.`
  }
  return (
    <tr>
      <th>{shownName(page, app)}</th>
      <td class={status === 'active' ? 'good' : 'bad'}>{String(status)}</td>
      {send && (
        <td>
          <button type="button" onClick={() => act(test)}>
            Send a test notice
          </button>
          {result}
        </td>
      )}
      <td class="name">{typeof url === 'string' ? url : 'in the process of the world'}</td>
      <td class="name">{textsOf(webhook['fields']).join(', ')}</td>
      <td class="name">{pages}</td>
    </tr>
  )
}

/** The webhooks of apps: where notices go, of which fields, and of which pages. */
export function Subscriptions({ page }: { readonly page: PageState }): JSX.Element {
  const { source } = page
  const rowsOf = (kind: string) => source.rows({ at: undefined, kind, search: '' })
  const { value, error } = useLoaded(
    async () => [(await rowsOf('webhooks')).rows, (await rowsOf('installations')).rows] as const,
    [],
    source.count.value,
  )
  const [webhooks, installations] = value ?? [[], []]
  return (
    <section aria-labelledby="subscriptions">
      <h2 id="subscriptions">Subscriptions</h2>
      <Problem text={error} />
      {value && webhooks.length === 0 && (
        <p class="empty">
          No app has a webhook. The actions setWebhook and installApp subscribe one, or world.webhooks.connect
          in a program.
        </p>
      )}
      {webhooks.length > 0 && (
        <Scroll label="Table of subscriptions">
          <table>
            <thead>
              <tr>
                {['app', 'status', ...(source.send ? ['test'] : []), 'address', 'fields', 'pages'].map(
                  (title) => (
                    <th key={title}>{title}</th>
                  ),
                )}
              </tr>
            </thead>
            <tbody>
              {webhooks.map((webhook) => (
                <Subscription
                  key={webhook.id}
                  page={page}
                  webhook={webhook}
                  pages={pagesOf(page, installations, webhook['app'])}
                />
              ))}
            </tbody>
          </table>
        </Scroll>
      )}
    </section>
  )
}
