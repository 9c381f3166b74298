import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { built } from './build.mjs'
import { quick } from './measure.mjs'

const { createWorld } = await built('index.js')
const { listen } = await built('server/node/index.js')

// Both servers without a webhook: what the machine alone makes of the ratios.
const NO_WEBHOOK = 'no webhook at all'

/** What the endpoint of an app does while the service is called. */
const behaviors = [NO_WEBHOOK, 'never answers', 'drips', 'resets', 'answers 500', 'sends 1 GB', 'answers 200']
const [rounds, warmUp, submissionsEvery] = quick ? [1_000, 300, 10] : [5_000, 1_000, 10]
const answers = { full_name: 'Grace Example', email: 'grace@example.test' }

/** A server of the starter world, whose app has a webhook at a url or none, and what is called on it. */
async function serve(hook) {
  const world = createWorld({ seed: 7, policy: { pageCallLimit: null, leadReadLimit: null } })
  const { app, page, form, pageToken } = world.starter()
  world.actions.installApp({ page, app }).unwrap()
  if (hook) world.actions.setWebhook({ app, url: hook, verify: false }).unwrap()
  const server = await listen(world)
  const token = `access_token=${pageToken}`
  const calls = [
    ['GET', `/${page}/feed?${token}`],
    ['GET', `/${form}/leads?limit=5&${token}`],
    ['POST', `/${page}/feed?message=hello&${token}`],
    ['GET', `/${page}?${token}`],
  ]
  return { world, server, target: { url: server.url, calls, submit: JSON.stringify({ form, answers }) } }
}

const worker = (file, workerData) => new Worker(new URL(file, import.meta.url), { workerData })

const percentile = (numbers, of) => {
  const sorted = [...numbers].sort((left, right) => left - right)
  return sorted[Math.floor((sorted.length - 1) * of)]
}

/** How much longer calls take while a webhook's endpoint behaves so than without a webhook. */
async function against(behavior) {
  const endpoint = worker('./webhooks-endpoint.mjs', behavior)
  const [{ port }] = await once(endpoint, 'message')
  const hook = behavior === NO_WEBHOOK ? undefined : `http://127.0.0.1:${port}/hook`
  const served = [await serve(), await serve(hook)]
  const targets = served.map(({ target }) => target)
  const caller = worker('./webhooks-caller.mjs', { targets, rounds, warmUp, submissionsEvery })
  const [[without, hooked]] = await once(caller, 'message')
  endpoint.postMessage('count')
  const [{ requests }] = await once(endpoint, 'message')
  const closing = performance.now()
  await Promise.all(served.map(({ server }) => server.close()))
  const closed = performance.now() - closing
  await Promise.all([endpoint.terminate(), caller.terminate()])
  const note = `no webhook; ${requests} attempts, closed in ${Math.round(closed)} ms`
  return [0.5, 0.99].map((of) => ({
    row: `${behavior}, p${100 * of}`,
    size: rounds,
    micros: percentile(hooked, of) * 1_000,
    ratio: percentile(hooked, of) / percentile(without, of),
    goal: of === 0.99 ? '≤ 1.5' : '',
    note,
  }))
}

/** Calls through a server while the endpoint of a webhook misbehaves: it may not be felt (S14). */
export async function rows() {
  const found = []
  for (const behavior of behaviors) found.push(...(await against(behavior)))
  return found
}
