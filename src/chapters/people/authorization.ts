import { z } from '../../engine/schema/zod.ts'
import { shortenText } from '../../engine/values/cut.ts'
import { type Access, unownedAccess } from '../../service/access/access.ts'
import type { Identification } from '../../service/caller/caller.ts'
import { grantedScopes, isGrantable } from '../../service/caller/granted.ts'
import { type BeyondPolicy, servesBeyond } from '../../service/contract/beyond.ts'
import { bounds } from '../../service/contract/bounds.ts'
import { type CallError, invalidParameter } from '../../service/contract/errors.ts'
import type { RawParams } from '../../service/routes/call.ts'
import type { Tx } from '../../service/routes/context.ts'
import type { ReadContext } from '../../service/routes/read-context.ts'
import { list } from '../../service/values/compounds.ts'
import { numericId, oneOf, shown, text, urlOfAtMost } from '../../service/values/scalars.ts'
import { spelledUrl } from '../../service/values/urls.ts'
import type { AppRow } from '../rows.ts'
import type { Binding } from './proof-key.ts'

/** The error of a `client_id` that is no app. The live service has a code of its own for it. */
export function unknownClient(got: string, policy: BeyondPolicy): CallError {
  const message = `Param client_id must be the id of an app, got ${got}`
  return servesBeyond(policy) ? { code: 101, message, hint: message } : invalidParameter(message)
}

/** Returns the app of `client_id` as the caller, or an error. */
function identifyClient(tx: Tx, { client_id: id }: RawParams, policy: BeyondPolicy): Identification {
  const app = typeof id === 'string' || typeof id === 'number' ? tx.find('apps', Number(id)) : undefined
  if (app && !app.deleted) return { caller: { kind: 'app', app, scopes: [] } }
  const isMissing = id === undefined
  return {
    error: isMissing
      ? invalidParameter('The parameter client_id is required')
      : unknownClient(shown(id), policy),
  }
}

/** Access by `client_id` instead of a token. A token is not needed, but one that is sent must be valid. */
export const byClient: Access = {
  ...unownedAccess,
  surface: 'app',
  writes: true,
  identify: identifyClient,
  errorOf: () => undefined,
}

/** Returns a URL with parameters added to its query. The rest of the URL keeps its spelling. */
function withQuery(url: string, added: Readonly<Record<string, string | undefined>>): string {
  // A serialized URL is ASCII without line breaks, as the Location header requires.
  const [base = '', ...fragment] = spelledUrl(url).split(/(?=#)/)
  const pairs = Object.entries(added).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`],
  )
  return [base, base.includes('?') ? '&' : '?', pairs.join('&'), ...fragment].join('')
}

/** The parameters of the authorization window. */
export const authorizationParams = z.object({
  /** The id of the app. */
  client_id: numericId,
  /** The URL that gets the code or the error. */
  redirect_uri: urlOfAtMost(bounds.redirectUriCharactersMax),
  /** The parameter that the redirect carries: always `code`. */
  response_type: oneOf(['code']).optional(),
  /** The permissions that the app requests. */
  scope: list(text, { split: true }).optional(),
  /** A text that the redirect returns unchanged. */
  state: text.optional(),
})

/** The result of the authorization window. */
export const authorizationResult = z.object({
  /**
   * The URL of the redirect: `redirect_uri` with `code`, or with `error=access_denied`; and with the `state`
   * of the call, if it has one.
   */
  location: z.string(),
})

const DEVELOPER_TEXT =
  'This message is only shown to developers. Users of your app will ignore these permissions if present. ' +
  'Please read the documentation for valid permissions at: ' +
  'https://developers.facebook.com/docs/facebook-login/permissions'

const SHOWN_SCOPES_MAX = 10
const SCOPE_CHARACTERS_MAX = 60

/**
 * Returns the error of scopes that the live service does not know. Its login dialog shows the error to people
 * who administer the app, and leaves such scopes out for everybody else (SIL-190).
 */
function unknownScopes(
  { policy }: ReadContext,
  scopes: readonly string[],
  { user, app }: { readonly user: number; readonly app: AppRow },
): CallError | undefined {
  if (!servesBeyond(policy) || !app.administrators.includes(user)) return undefined
  const unknown = [...new Set(scopes)].filter((name) => name !== '' && !isGrantable(policy, name))
  const names = unknown.slice(0, SHOWN_SCOPES_MAX).map((name) => shortenText(name, SCOPE_CHARACTERS_MAX))
  return unknown.length === 0
    ? undefined
    : invalidParameter(`Invalid Scopes: ${names.join(', ')}. ${DEVELOPER_TEXT}`)
}

/** Returns the address to which the authorization window sends the browser, or an error (AUT-030). */
export function authorizationRedirect(
  context: ReadContext,
  params: z.output<typeof authorizationParams>,
  binding: Binding = {},
): { location: string } | CallError {
  const { tx, policy, now } = context
  const { client_id: client, redirect_uri: redirectUri, state } = params
  // Clients separate permissions by commas, or by spaces (RFC 6749, section 3.3).
  const scope = params.scope?.flatMap((names) => names.split(' ')) ?? []
  const app = tx.find('apps', Number(client))
  if (!app || app.deleted) return unknownClient(client, policy)
  const consent = tx.first('consents', 'byApp', [app.id])
  const unknown = consent && unknownScopes(context, scope, { user: consent.user, app })
  if (unknown) return unknown
  if (!consent?.granted) return { location: withQuery(redirectUri, { error: 'access_denied', state }) }
  const { user, privacy, scopes: granted } = consent
  // Clients also request scopes of other services. They are left out, like scopes that are not granted.
  const scopes = scope.filter((name) => isGrantable(policy, name) && (granted?.includes(name) ?? true))
  // REF-004, AUT-030, SIL-047
  const code = tx.spell('authorization codes', 40)
  const expiresAt = now + policy.tokenLifetimes.authorizationCode * 1000
  const fields = { code, app: app.id, user, privacy, redirectUri, expiresAt, ...binding }
  tx.insert('authorizationCodes', { ...fields, scopes: grantedScopes(policy, scopes) })
  return { location: withQuery(redirectUri, { code, state }) }
}
