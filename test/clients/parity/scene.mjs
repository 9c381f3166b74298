// A world under platformPolicy, with what the recordings need: a page with tokens, and ways to make facts.
import { fileURLToPath } from 'node:url'
import { createServer } from 'vite'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const options = { root, appType: 'custom', logLevel: 'error', server: { middlewareMode: true, ws: false } }
const server = await createServer({ ...options, optimizeDeps: { noDiscovery: true } })
const { createWorld, platformPolicy } = await server.ssrLoadModule('/src/index.ts')
/** Reads a recording of requests and answers, in the formats that `fauxgraph compare` reads. */
export const { readTraffic } = await server.ssrLoadModule('/src/live/compare/read-recording.ts')
await server.close()

/** Makes the starter world without publications, and functions that make facts and read answers. */
export function scene() {
  const world = createWorld({ policy: platformPolicy, now: '2026-01-15T09:00:00Z' })
  const names = world.starter({ publications: false })
  const { page, user, app, pageToken, userToken } = names
  const act = (name, params) => world.actions[name](params).unwrap()

  /** Asks over HTTP. Parameters that are objects are sent as JSON. */
  function ask(method, path, given = {}, token = pageToken) {
    const params = token === '' ? given : { access_token: token, ...given }
    const { body } = world.request({ method, path: `/v24.0${path}`, params })
    return JSON.parse(String(body))
  }
  const get = (path, params, token) => ask('GET', path, params, token)
  const headersOf = (path, params, token) =>
    world.request({ method: 'GET', path: `/v24.0${path}`, params: { access_token: token, ...params } })
      .headers

  /** Publishes a post of the page, and returns its id. */
  function publish(params = { message: 'Hello' }) {
    world.clock.advance('1m')
    return world
      .as(pageToken)
      .publishPost({ page, ...params })
      .unwrap().id
  }

  /** Uploads a photo of the page, and returns its id. */
  function upload(params = {}) {
    world.clock.advance('1m')
    const url = `https://img.test/${world.clock.now}.png`
    return world
      .as(pageToken)
      .uploadPagePhoto({ page, url, ...params })
      .unwrap().id
  }

  const person = (name = 'Vera Visitor') => act('createUser', { name }).id
  const comment = (post, message = 'Nice') => act('commentOnPost', { post, user: person(), message })
  const like = (post, who = person()) => act('setPostLike', { post, user: who })

  /** A page on which the person of the user token has every task. */
  const ownPage = (params) => act('createPage', { administrators: [user], ...params }).id

  return {
    ...{ world, ...names, app, userToken, act, ask, get, headersOf },
    ...{ publish, upload, person, comment, like, ownPage },
  }
}

/** Returns the names of the members of a record, as `fields`. */
export const namesOf = (record) => Object.keys(record).join(',')

/** Reasons for what a recording lacks, or has of a version that is no longer served. */
export const ofRecording = (names) => Object.fromEntries(names.split(' ').map((name) => [name, 'recording']))
