import { type Missed, type MissedReason, outboxIn } from '../../chapters/webhooks/outbox.ts'
import { permissionFor } from '../../chapters/webhooks/user-fields.ts'
import type { ServiceState } from '../../service/routes/context.ts'

/** A change of which an app was not notified. */
export interface MissedNotice {
  /** The time of the change, in Unix milliseconds. */
  readonly at: number
  /** The id of the page that changed, or of the person. */
  readonly target: string
  /** The id of the app; null if no app is installed on the page. */
  readonly app: string | null
  readonly field: string
  /** The reason, and what to do. */
  readonly reason: string
}

type Reason = (app: string, target: string, field: Missed['field']) => string

const reasons: Readonly<Record<MissedReason, Reason>> = {
  notInstalled: (_app, page) =>
    `no app is installed on the page ${page}: call actions.installApp({ page, app }) before the change`,
  noWebhook: (app) =>
    `the app ${app} has no webhook: call webhooks.connect(app, handler) or actions.setWebhook({ app, url })` +
    ' before the change',
  pending: (app) =>
    `the webhook of the app ${app} had not answered its handshake: await webhooks.flush() after ` +
    'actions.setWebhook and before the change, or set it with verify: false',
  failed: (app) =>
    `the webhook of the app ${app} failed its handshake: it must answer the value of hub.challenge; then ` +
    'call actions.setWebhook again',
  notSubscribed: (app) =>
    `the webhook of the app ${app} does not have the field: set it in actions.setWebhook`,
  notChosen: (app, page) =>
    `the app ${app} did not choose the field for the page ${page}: name it in subscribed_fields of ` +
    `POST /${page}/subscribed_apps`,
  notPermitted(app, person, field) {
    const permission = permissionFor[field]
    const granted = permission ? ` with the permission ${permission}` : ''
    const scopes = permission ? `, scopes: ['${permission}']` : ''
    return (
      `the person ${person} has no valid token for the app ${app}${granted}: call ` +
      `actions.issueToken({ kind: 'user', app, user${scopes} }) before the change`
    )
  },
}

/** Returns the changes of which an app was not notified, oldest first. */
export const missedNotices = ({ ledger }: ServiceState): readonly MissedNotice[] =>
  (outboxIn(ledger).missed ?? []).map(({ at, page, app, field, reason }) => ({
    at,
    target: String(page),
    app: app === null ? null : String(app),
    field,
    reason: reasons[reason](String(app), String(page), field),
  }))

/** Describes missed notices, a line for each reason. */
export function missedText(missed: readonly MissedNotice[]): readonly string[] {
  const counts = new Map<string, number>()
  for (const { field, reason } of missed) {
    const line = `${field}: ${reason}`
    counts.set(line, (counts.get(line) ?? 0) + 1)
  }
  return [...counts].map(([line, count]) => (count === 1 ? line : `${line} (${count} times)`))
}
