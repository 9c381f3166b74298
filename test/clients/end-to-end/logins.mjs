/**
 * The login of each login library, as its documentation shows it, with its own default scopes. Each entry
 * gets the app, and a function that opens the login dialog as a browser does and returns the address to which
 * it leads back. It returns the id and the name that the library found for the person.
 */
import { equal, ok } from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'

const graph = 'https://graph.facebook.com/v24.0'
const dialog = 'https://www.facebook.com/v24.0/dialog/oauth'

/** Serves an app on a loopback port while `use` runs. Gives `use` its origin. */
async function serving(handler, use) {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${server.address().port}`
  try {
    server.on('request', await handler(origin))
    return await use(origin)
  } finally {
    server.close()
    server.closeAllConnections()
  }
}

/** A browser for one site: it keeps cookies, and follows no redirect. */
function browser() {
  const cookies = new Map()
  return async (url, open = fetch, init = {}) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { ...init.headers, ...(cookie && { cookie }) }
    const response = await open(new Request(url, { ...init, headers, redirect: 'manual' }))
    for (const set of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      if (/max-age=0/i.test(set)) cookies.delete(name)
      else cookies.set(name, value)
    }
    return response
  }
}

const locationOf = (response) => {
  const location = response.headers.get('location')
  ok(location, `a redirect, not the status ${response.status}`)
  return location
}

const profileOf = async (token, fields = 'id,name') =>
  (await fetch(`${graph}/me?fields=${fields}&access_token=${token}`)).json()

/** Serves an Express app with a strategy of passport, which answers with the profile. */
async function passportApp(strategy, name) {
  const [{ default: express }, { default: passport }] = await Promise.all([
    import('express'),
    import('passport'),
  ])
  passport.use(strategy)
  const app = express()
  app.get('/login', passport.authenticate(name, { session: false }))
  app.get('/back', passport.authenticate(name, { session: false }), ({ user }, response) => {
    response.json(user)
  })
  return app
}

export const logins = {
  async 'passport-facebook'({ app, secret, visit }) {
    const { Strategy } = (await import('passport-facebook')).default
    const handler = (origin) =>
      passportApp(
        new Strategy(
          { clientID: app, clientSecret: secret, callbackURL: `${origin}/back` },
          (_access, _refresh, profile, done) => done(null, profile),
        ),
        'facebook',
      )
    return serving(handler, async (origin) => {
      const open = browser()
      const answer = await open(await visit(locationOf(await open(`${origin}/login`))))
      const { id, displayName: name } = await answer.json()
      return { id, name }
    })
  },

  async 'passport-facebook-token'({ app, secret, token }) {
    const { default: Strategy } = await import('passport-facebook-token')
    const strategy = new Strategy(
      { clientID: app, clientSecret: secret },
      (_access, _refresh, profile, done) => done(null, profile),
    )
    return serving(
      () => passportApp(strategy, 'facebook-token'),
      async (origin) => {
        const { id, displayName, name, photos } = await (
          await fetch(`${origin}/back?access_token=${await token()}`)
        ).json()
        equal(name.familyName, 'Hopper')
        ok(photos[0].value.startsWith('https://'))
        return { id, name: displayName }
      },
    )
  },

  async arctic({ app, secret, visit, back }) {
    const { Facebook, generateState } = await import('arctic')
    const facebook = new Facebook(app, secret, back)
    const state = generateState()
    const returned = new URL(await visit(facebook.createAuthorizationURL(state, ['email', 'public_profile'])))
    equal(returned.searchParams.get('state'), state)
    const tokens = await facebook.validateAuthorizationCode(returned.searchParams.get('code'))
    ok(tokens.accessTokenExpiresAt() > new Date())
    const { id, name, email, picture } = await profileOf(tokens.accessToken(), 'id,name,picture,email')
    equal(email, 'grace@example.test')
    ok(picture.data.url)
    return { id, name }
  },

  async '@auth/core'({ app, secret, visit }) {
    const [{ Auth }, { default: Facebook }] = await Promise.all([
      import('@auth/core'),
      import('@auth/core/providers/facebook'),
    ])
    let account
    const config = {
      ...{ secret: 'x'.repeat(32), trustHost: true, basePath: '/auth' },
      providers: [Facebook({ clientId: app, clientSecret: secret })],
      callbacks: {
        signIn: (signIn) => {
          account = signIn.account
          return true
        },
      },
    }
    const site = 'http://localhost:3000'
    const [open, answer] = [browser(), (request) => Auth(request, config)]
    const { csrfToken } = await (await open(`${site}/auth/csrf`, answer)).json()
    const form = { method: 'POST', body: new URLSearchParams({ csrfToken }) }
    const target = locationOf(await open(`${site}/auth/signin/facebook`, answer, form))
    locationOf(await open(await visit(target), answer))
    const { user } = await (await open(`${site}/auth/session`, answer)).json()
    equal(user.email, 'grace@example.test')
    ok(user.image)
    return { id: account.providerAccountId, name: user.name }
  },

  async 'better-auth'({ app, secret, visit }) {
    const [{ betterAuth }, { memoryAdapter }] = await Promise.all([
      import('better-auth'),
      import('better-auth/adapters/memory'),
    ])
    const tables = { user: [], session: [], account: [], verification: [] }
    const site = 'http://localhost:3000'
    const { handler } = betterAuth({
      ...{ baseURL: site, secret: 'x'.repeat(32), database: memoryAdapter(tables) },
      ...{ telemetry: { enabled: false } },
      socialProviders: { facebook: { clientId: app, clientSecret: secret } },
    })
    const open = browser()
    const init = {
      ...{ method: 'POST', headers: { 'content-type': 'application/json', origin: site } },
      body: JSON.stringify({ provider: 'facebook', callbackURL: '/' }),
    }
    const { url } = await (await open(`${site}/api/auth/sign-in/social`, handler, init)).json()
    const end = locationOf(await open(await visit(url), handler))
    equal(end.includes('error'), false, end)
    const { user } = await (await open(`${site}/api/auth/get-session`, handler)).json()
    equal(user.email, 'grace@example.test')
    return { id: tables.account[0].accountId, name: user.name }
  },

  async 'simple-oauth2'({ app, secret, visit, back }) {
    const { AuthorizationCode } = (await import('simple-oauth2')).default
    const client = new AuthorizationCode({
      client: { id: app, secret },
      auth: {
        ...{ tokenHost: 'https://graph.facebook.com', tokenPath: '/v24.0/oauth/access_token' },
        ...{ authorizeHost: 'https://www.facebook.com', authorizePath: '/v24.0/dialog/oauth' },
      },
    })
    const returned = new URL(await visit(client.authorizeURL({ redirect_uri: back, state: 's' })))
    const code = returned.searchParams.get('code')
    const { token } = await client.getToken({ code, redirect_uri: back })
    return profileOf(token.access_token)
  },

  async 'openid-client'({ app, secret, visit, back }) {
    const openid = await import('openid-client')
    const found = await openid.discovery(new URL('https://www.facebook.com'), app, secret)
    const metadata = found.serverMetadata()
    equal(metadata.token_endpoint, undefined, 'the live service names no token endpoint')
    const known = {
      ...metadata,
      authorization_endpoint: dialog,
      token_endpoint: `${graph}/oauth/access_token`,
    }
    const config = new openid.Configuration(known, app, secret)
    openid.enableNonRepudiationChecks(config)
    const [verifier, nonce, state] = [
      openid.randomPKCECodeVerifier(),
      openid.randomNonce(),
      openid.randomState(),
    ]
    const asked = {
      ...{ redirect_uri: back, scope: 'openid email', nonce, state, code_challenge_method: 'S256' },
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    }
    const returned = new URL(await visit(openid.buildAuthorizationUrl(config, asked)))
    const checks = { pkceCodeVerifier: verifier, expectedNonce: nonce, expectedState: state }
    const tokens = await openid.authorizationCodeGrant(config, returned, checks)
    const { sub: id, name, email } = tokens.claims()
    equal(email, 'grace@example.test')
    return { id, name }
  },

  async grant({ app, secret, visit }) {
    const { default: grant } = await import('grant')
    let found
    const handler = (origin) => {
      const answer = grant.node({
        config: {
          defaults: { origin, transport: 'state', response: ['tokens', 'profile'] },
          facebook: { key: app, secret },
        },
        session: { secret: 'grant' },
      })
      return async (request, response) => {
        const { response: result } = await answer(request, response)
        if (!result) return
        found = result
        response.end()
      }
    }
    return serving(handler, async (origin) => {
      const open = browser()
      await open(await visit(locationOf(await open(`${origin}/connect/facebook`))))
      ok(found?.profile?.id, JSON.stringify(found))
      return found.profile
    })
  },
}
