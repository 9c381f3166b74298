/** Logs a person in with a login library: `node end-to-end/login.mjs arctic`. */
import { deepEqual } from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { logins } from './logins.mjs'
import { act, redirectUri as back, codeIn, endToEnd, names } from './service.mjs'

const [, , library] = process.argv
const { version } = JSON.parse(
  readFileSync(new URL(`../node_modules/${library}/package.json`, import.meta.url), 'utf8'),
)
const { app, appSecret: secret } = names
const fullName = { firstName: 'Grace', lastName: 'Hopper' }
const { id } = await act('createUser', { name: 'Grace Hopper', ...fullName, email: 'grace@example.test' })
await act('setConsent', { app, user: id })

/** Opens the login dialog as a browser. Returns the address that it leads back to. */
async function visit(url) {
  const response = await fetch(url, { redirect: 'manual' })
  const location = response.headers.get('location')
  if (!location) throw new Error(`The login dialog answered ${await response.text()}`)
  return location
}

/** A token of the app, as a phone hands it to the server. */
async function token() {
  const query = new URLSearchParams({ client_id: app, redirect_uri: back })
  const code = codeIn(await visit(`https://www.facebook.com/v24.0/dialog/oauth?${query}`))
  const body = new URLSearchParams({ client_id: app, client_secret: secret, redirect_uri: back, code })
  const answer = await fetch('https://graph.facebook.com/v24.0/oauth/access_token', { method: 'POST', body })
  return (await answer.json()).access_token
}

await endToEnd(library, version, {
  async 'log in, and read the profile'() {
    const found = await logins[library]({ app, secret, back, visit, token })
    deepEqual({ id: found.id, name: found.name }, { id, name: 'Grace Hopper' })
  },
})
process.exit()
