import { z } from 'zod'
import type { Access } from '../../graph/access/access.ts'
import { type Identification, isPermission } from '../../graph/caller/caller.ts'
import type { Tx } from '../../graph/context.ts'
import { bounds } from '../../graph/contract/bounds.ts'
import { isCallError } from '../../graph/contract/errors.ts'
import { endpoint, type RawParams } from '../../graph/define.ts'
import { list } from '../../graph/values/compounds.ts'
import { numericId, oneOf, shown, text, urlOfAtMost } from '../../graph/values/scalars.ts'
import { spelledUrl } from '../../graph/values/urls.ts'
import { exchangeParams, tokenForGrant } from './token-exchange.ts'

/** The app that a client id names, calling for itself. */
function identifyClient(tx: Tx, { client_id: id }: RawParams): Identification {
  const app = typeof id === 'string' || typeof id === 'number' ? tx.find('apps', Number(id)) : undefined
  if (app) return { caller: { kind: 'app', app, scopes: [] } }
  const message =
    id === undefined
      ? 'The parameter client_id is required'
      : `Param client_id must be the id of an app, got ${shown(id)}`
  return { error: { code: 100, message } }
}

/** The app says by its id who calls. A token is not needed; one that is sent has to be valid. */
const byClient: Access = {
  surface: 'app',
  writes: true,
  codes: [],
  permissions: [],
  tasks: [],
  account: () => undefined,
  identify: identifyClient,
  errorOf: () => undefined,
}

/** The address with parameters added to its query: what it had of its own stays as it was spelled. */
function withQuery(address: string, added: Readonly<Record<string, string | undefined>>): string {
  // A URL spells itself in ASCII and without line breaks, as a header has to be.
  const [whole = '', ...fragment] = spelledUrl(address).split(/(?=#)/)
  const pairs = Object.entries(added).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`],
  )
  return [whole, whole.includes('?') ? '&' : '?', pairs.join('&'), ...fragment].join('')
}

/**
 * The authorization window: sends the browser to `redirect_uri`, with a code when the person whom the app's
 * consent names lets it in, and with `error=access_denied` when he does not, or when nobody sits there.
 */
export const authorize = endpoint({
  route: 'GET /oauth/authorize',
  chapter: 'Endpoints › Reference endpoints',
  access: byClient,
  errors: [100, 200],
  params: z.object({
    client_id: numericId,
    redirect_uri: urlOfAtMost(bounds.redirectUriCharactersMax),
    response_type: oneOf(['code']),
    scope: list(text, { split: true }).optional(),
    state: text.optional(),
  }),
  result: z.object({ location: z.string() }),
  redirects: true,
  run({ params, tx, policy, now, refuse }) {
    const { client_id: client, redirect_uri: redirectUri, scope = [], state } = params
    const app = tx.find('apps', Number(client))
    if (!app) return refuse(100, `Param client_id must be the id of an app, got ${client}`)
    const consent = tx.first('consents', 'byApp', [app.id])
    if (!consent?.granted) return { location: withQuery(redirectUri, { error: 'access_denied', state }) }
    const { user, privacy, scopes: granted } = consent
    // Scopes of other services are asked for too: like what is not granted, they are left out.
    const scopes = new Set(scope.filter((name) => isPermission(name) && (granted?.includes(name) ?? true)))
    const code = tx.spell('authorization codes', 40)
    const expiresAt = now + policy.tokenLifetimes.authorizationCode * 1000
    const given = { code, app: app.id, user, privacy, redirectUri, expiresAt, scopes: [...scopes] }
    tx.insert('authorizationCodes', given)
    return { location: withQuery(redirectUri, { code, state }) }
  },
})

/**
 * Gives an app a token: the short-lived one of a person for a code of the authorization window, a long-lived
 * one for a token (`grant_type=fb_exchange_token`), or its own (`grant_type=client_credentials`).
 */
export const exchangeToken = endpoint({
  route: 'GET /oauth/access_token',
  also: { 'POST /oauth/access_token': {} },
  chapter: 'Authentication',
  access: byClient,
  errors: [100, 200],
  params: exchangeParams,
  logged: ({ client_id, grant_type, redirect_uri }) => ({ client_id, grant_type, redirect_uri }),
  answersSecret: true,
  result: z.object({
    access_token: z.string(),
    token_type: z.string(),
    /** In seconds; a token that never ends has none. */
    expires_in: z.int().optional(),
  }),
  run(context) {
    const given = tokenForGrant(context, context.params)
    return isCallError(given) ? context.refuseFor(given) : given
  },
})
