import { toFetchHandler } from '../../../src/server/fetch.ts'
import { createWorld } from '../../../src/world/create-world.ts'

// Runs in a process with a small heap: sends requests that are refused, or posts of a few letters. Each has a
// different body.

const [way = 'request', count = '1000'] = process.argv.slice(2)
const requests = Number(count)
const SAMPLES = 40

const world = createWorld({ seed: 'refusals', history: way === 'posts' ? 'off' : 'full' })
const names = world.starter()
const handle = toFetchHandler(world)
const { page, pageToken, userToken, noPermissionToken, expiredToken, campaign } = names

const form = 'application/x-www-form-urlencoded'
const MEGABYTE = 1024 * 1024

/** A text of this length, different for each request. */
function filler(length: number, place: number): string {
  const bytes = Buffer.alloc(length, 97 + (place % 26))
  bytes.write(String(place).padStart(10, '0'))
  return bytes.toString('latin1')
}

interface PostRequest {
  readonly path: string
  readonly type: string
  readonly body: string
}

const formOf = (path: string, token: string, name: string, length: number, place: number): PostRequest => {
  const head = `access_token=${token}&${name}=`
  return { path, type: form, body: head + filler(length - head.length, place) }
}

/** Six of ten bodies have 1 MB. Reading 1 MB takes about 8 ms, so that 200,000 requests take half an hour. */
const kinds: readonly ((place: number) => PostRequest)[] = [
  (place) => formOf(`/${page}/feed`, noPermissionToken, 'message', MEGABYTE, place),
  (place) => formOf(`/${page}/feed`, expiredToken, 'message', MEGABYTE, place),
  (place) => formOf(`/${page}/feed`, pageToken, 'published', 2_000, place),
  (place) => formOf(`/${page}/photos`, pageToken, 'url', MEGABYTE, place),
  (place) => formOf(`/${campaign}`, userToken, 'status', 20_000, place),
  (place) => formOf(`/${page}/nothing`, pageToken, 'message', 100_000, place),
  (place) => formOf(`/${page}/feed`, 'none', filler(500_000, place), MEGABYTE - 500_000, place),
  (place) => {
    const body = `{"access_token":"${noPermissionToken}","message":"${filler(MEGABYTE - 400, place)}"}`
    return { path: `/${page}/feed`, type: 'application/json', body }
  },
  (place) => {
    const body = `access_token=${filler(MEGABYTE - 100, place)}`
    return { path: `/${page}/feed`, type: form, body }
  },
  (place) => formOf(`/${page}/feed`, noPermissionToken, 'message', 200, place),
]

/** A post of a few letters; the rest of the body is not stored. */
function postOf(place: number): PostRequest {
  const message = `message-${place}-of-a-few-letters`
  const pad = filler(MEGABYTE - 1_000, place)
  return {
    path: `/${page}/feed`,
    type: form,
    body: `access_token=${pageToken}&message=${message}&pad=${pad}`,
  }
}

async function statusOf({ path, type, body }: PostRequest): Promise<number> {
  const headers = { 'content-type': type }
  if (way !== 'fetch') return world.request({ method: 'POST', url: path, headers, body }).status
  const response = await handle(new Request(`http://localhost${path}`, { method: 'POST', headers, body }))
  await response.arrayBuffer()
  return response.status
}

const collect = (globalThis as { gc?: () => void }).gc ?? (() => {})
const samples: { readonly done: number; readonly rss: number; readonly heap: number }[] = []
let asExpected = 0
const began = process.cpuUsage()
for (let place = 0; place < requests; place++) {
  const make = way === 'posts' ? postOf : (kinds[place % kinds.length] as (typeof kinds)[number])
  const status = await statusOf(make(place))
  if (way === 'posts' ? status === 200 : status >= 400) asExpected++
  if ((place + 1) % Math.ceil(requests / SAMPLES) === 0) {
    collect()
    const { rss, heapUsed } = process.memoryUsage()
    samples.push({ done: place + 1, rss, heap: heapUsed })
  }
}
const { user, system } = process.cpuUsage(began)
const log = { length: world.calls.length, dropped: world.calls.dropped, history: world.history.length }
process.stdout.write(JSON.stringify({ asExpected, seconds: (user + system) / 1e6, samples, log }))
