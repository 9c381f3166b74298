import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { median, quick } from './measure.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const dist = process.env.BENCH_DIST ?? join(root, 'dist')
const moduleAt = (path) => JSON.stringify(`file://${join(dist, path)}`)

/** A test file creates a post and lists the posts a hundred times: each row is one way to do so. */
const rounds = (create, list) => `
for (let round = 0; round < 100; round++) {
  ${create}
  ${list}
}`

const world = `
const { createWorld, interceptFetch } = await import(${moduleAt('index.js')})
const world = createWorld()
const { page, pageToken } = world.starter()`

const form = `{ method: 'POST', headers, body: new URLSearchParams({ message: 'message ' + round }) }`
const json = `{ method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ message: 'message ' + round }) }`
const answered = (call) => `await (await ${call}).json()`

const ways = {
  fetch: `${world}
    const headers = { authorization: 'Bearer ' + pageToken }
    const origin = 'https://graph.test'
    interceptFetch(world, { origins: [origin] })
    ${rounds(answered(`fetch(origin + '/' + page + '/feed', ${form})`), answered(`fetch(origin + '/' + page + '/feed', { headers })`))}`,
  typed: `${world}
    const me = world.as(pageToken)
    ${rounds(`me.publishPost({ page, message: 'message ' + round }).unwrap()`, `me.listPageFeed({ page }).unwrap()`)}`,
  msw: `
    const { http, HttpResponse } = await import('msw')
    const { setupServer } = await import('msw/node')
    const posts = []
    const feed = 'https://graph.test/1/feed'
    setupServer(
      http.get(feed, () => HttpResponse.json({ data: posts.slice(-25) })),
      http.post(feed, async ({ request }) => {
        posts.push({ id: String(posts.length), ...(await request.json()) })
        return HttpResponse.json({ id: posts.at(-1).id })
      }),
    ).listen()
    ${rounds(answered(`fetch(feed, ${json})`), answered('fetch(feed)'))}`,
  emulate: `
    const { createEmulator, defineEmulator } = await import('emulate')
    const service = defineEmulator({
      name: 'posts',
      state: () => ({ posts: [] }),
      setup({ app, state }) {
        app.get('/feed', (context) => context.json({ data: state.posts.slice(-25) }))
        app.post('/feed', async (context) => {
          state.posts.push({ id: String(state.posts.length), ...(await context.req.json()) })
          return context.json({ id: state.posts.at(-1).id })
        })
      },
    })
    const api = await createEmulator({ service, listen: false })
    ${rounds(answered(`api.request('/feed', ${json})`), answered(`api.request('/feed')`))}`,
}

/** Milliseconds that a fresh process spends, of its processor, from its first line to its last. */
function spentBy(way) {
  const script = `const from = process.cpuUsage();${ways[way]}
    const { user, system } = process.cpuUsage(from)
    console.log((user + system) / 1000)
    process.exit()`
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: fileURLToPath(new URL('.', import.meta.url)),
    encoding: 'utf8',
  })
  if (stdout === '') throw new Error(stderr)
  return Number(stdout)
}

/** A hundred rounds in fresh processes, which take turns: the time of the processor, against that of msw. */
export async function rows() {
  const spent = Object.fromEntries(Object.keys(ways).map((way) => [way, []]))
  for (let turn = 0; turn < (quick ? 5 : 15); turn++) for (const way in ways) spent[way].push(spentBy(way))
  const theirs = median(spent.msw)
  const against = `msw and an array by fetch, median ${theirs.toFixed(0)} ms, least ${Math.min(...spent.msw).toFixed(0)}`
  const row = (way, name, goal) => ({
    row: `${name} (least ${Math.min(...spent[way]).toFixed(0)} ms)`,
    milliseconds: median(spent[way]),
    against,
    ratio: median(spent[way]) / theirs,
    ...(goal && { goal }),
  })
  return [
    row('fetch', 'ours by fetch', '≤ 0.6'),
    row('typed', 'ours by typed calls', '≤ 0.4'),
    row('emulate', "emulate's handler"),
  ]
}
