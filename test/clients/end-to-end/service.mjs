/**
 * What the end-to-end programs share. Each runs as the command of `fauxgraph proxy -- node end-to-end/CLIENT.mjs`,
 * and its client sends to the hosts of the platform. The control plane is at `$FAUXGRAPH_URL`.
 */
import { printRow } from '../rows.mjs'

/** Calls the control plane. Throws an error with its message if it refuses the call. */
async function control(path, body) {
  const response = await fetch(`${process.env.FAUXGRAPH_URL}/_sim/${path}`, {
    ...(body && { method: 'POST', headers: { 'content-type': 'application/json' } }),
    ...(body && { body: JSON.stringify(body) }),
  })
  const answer = await response.json()
  if (!response.ok) throw new Error(`${path}: ${JSON.stringify(answer)}`)
  return answer
}

/** The ids and tokens of the starter world. */
export const { starter: names } = await control('world')

/** Runs an action: what a person or the platform does, for which the service has no endpoint. */
export const act = async (action, params) => (await control(`actions/${action}`, params)).value

const seen = new Set()

/** Waits until the due webhooks are delivered. Returns the deliveries since the last call. */
export async function deliver() {
  await control('webhooks/flush', {})
  const { deliveries } = await control('webhooks')
  const added = deliveries.filter(({ id }) => !seen.has(id))
  for (const { id } of added) seen.add(id)
  return added
}

/** The address to which the authorization window sends the browser. */
export const redirectUri = 'https://client.test/back'

/** Opens the authorization window as a browser, as a person who agrees. Returns the address it leads back to. */
export async function authorize(url) {
  await act('setConsent', { app: names.app, user: names.user })
  const response = await fetch(url, { redirect: 'manual' })
  const location = response.headers.get('location')
  if (!location) throw new Error(`The authorization window answered ${await response.text()}`)
  return location
}

/** Returns the code in the address that the authorization window leads back to. */
export const codeIn = (location) => new URL(location).searchParams.get('code')

/** Returns the last call that the service refused, as text. */
async function lastRefusal() {
  const { calls } = await control('calls')
  const call = calls.filter(({ outcome }) => !outcome.ok).at(-1)
  return call ? `; last refused call: ${JSON.stringify(call)}` : ''
}

/**
 * Runs the steps of a client in order, up to the first that throws, and prints their row. A step returns
 * what it found about the client, if anything.
 */
export async function endToEnd(client, version, steps) {
  const [ran, found] = [[], []]
  let result = 'works'
  for (const [title, run] of Object.entries(steps)) {
    ran.push(title)
    try {
      const finding = await run()
      if (finding) found.push(finding)
    } catch (error) {
      result = 'fails'
      found.push(`${title}: ${error?.stack ?? JSON.stringify(error)}${await lastRefusal()}`)
      break
    }
  }
  printRow({ client, version, ran: `end to end: ${ran.join(', ')}`, result, found: found.join('; ') })
}
