// Measures 50 parallel tests on one server, each in a world of its own, and 200 worlds in one process.
// npm run build && node --expose-gc test/bench/parallel.mjs
import { createWorld } from '../../dist/index.js'
import { listen } from '../../dist/node.js'

const megabytes = () => {
  globalThis.gc?.()
  return process.memoryUsage().heapUsed / 1024 / 1024
}

/** Runs a function, and prints the time and the memory that stayed in use. */
async function measure(title, run) {
  const [start, before] = [performance.now(), megabytes()]
  const kept = await run()
  const milliseconds = performance.now() - start
  console.log(`${title}: ${milliseconds.toFixed(0)} ms, ${(megabytes() - before).toFixed(1)} MB`)
  return kept
}

const base = createWorld()
const { page, pageToken } = base.starter()
const count = (length) => Array.from({ length }, (_, index) => index)

const server = await listen(base, { port: 0 })
const feed = `${server.url}/v26.0/${page}/feed?access_token=${pageToken}`
await measure('50 tests on one server, 20 posts and 20 reads each', () =>
  Promise.all(
    count(50).map(async (number) => {
      const headers = { 'x-sim-world': `test-${number}` }
      for (const post of count(20)) {
        const body = new URLSearchParams({ message: `post ${post}` })
        await (await fetch(feed, { method: 'POST', headers, body })).text()
        await (await fetch(feed, { headers })).text()
      }
    }),
  ),
)
await server.close()

await measure('200 worlds in one process, 20 posts and 20 reads each', () =>
  count(200).map((seed) => {
    const world = base.fork({ seed })
    const client = world.as(pageToken)
    for (const post of count(20)) {
      client.publishPost({ page, message: `post ${post}` }).unwrap()
      client.listPageFeed({ page }).unwrap()
    }
    return world
  }),
)
