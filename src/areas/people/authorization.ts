import { z } from '../../engine/zod.ts'
import { type Access, unownedAccess } from '../../graph/access/access.ts'
import type { RawParams } from '../../graph/call.ts'
import { type Identification, isPermission } from '../../graph/caller/caller.ts'
import type { ReadContext, Tx } from '../../graph/context.ts'
import { bounds } from '../../graph/contract/bounds.ts'
import { type CallError, invalidParameter } from '../../graph/contract/errors.ts'
import { list } from '../../graph/values/compounds.ts'
import { numericId, oneOf, shown, text, urlOfAtMost } from '../../graph/values/scalars.ts'
import { spelledUrl } from '../../graph/values/urls.ts'

/** Returns the app of `client_id` as the caller, or an error. */
function identifyClient(tx: Tx, { client_id: id }: RawParams): Identification {
  const app = typeof id === 'string' || typeof id === 'number' ? tx.find('apps', Number(id)) : undefined
  if (app) return { caller: { kind: 'app', app, scopes: [] } }
  const message =
    id === undefined
      ? 'The parameter client_id is required'
      : `Param client_id must be the id of an app, got ${shown(id)}`
  return { error: invalidParameter(message) }
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

/** Returns the address to which the authorization window sends the browser, or an error (AUT-030). */
export function authorizationRedirect(
  { tx, policy, now }: ReadContext,
  params: z.output<typeof authorizationParams>,
): { location: string } | CallError {
  const { client_id: client, redirect_uri: redirectUri, state } = params
  // Clients separate permissions by commas, or by spaces (RFC 6749, section 3.3).
  const scope = params.scope?.flatMap((names) => names.split(' ')) ?? []
  const app = tx.find('apps', Number(client))
  if (!app) return invalidParameter(`Param client_id must be the id of an app, got ${client}`)
  const consent = tx.first('consents', 'byApp', [app.id])
  if (!consent?.granted) return { location: withQuery(redirectUri, { error: 'access_denied', state }) }
  const { user, privacy, scopes: granted } = consent
  // Clients also request scopes of other services. They are left out, like scopes that are not granted.
  const scopes = new Set(scope.filter((name) => isPermission(name) && (granted?.includes(name) ?? true)))
  // REF-004, AUT-030, SIL-047
  const code = tx.spell('authorization codes', 40)
  const expiresAt = now + policy.tokenLifetimes.authorizationCode * 1000
  const fields = { code, app: app.id, user, privacy, redirectUri, expiresAt, scopes: [...scopes] }
  tx.insert('authorizationCodes', fields)
  return { location: withQuery(redirectUri, { code, state }) }
}
