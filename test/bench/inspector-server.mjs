import { fileURLToPath } from 'node:url'

// Serves a world in a process of its own, as the package does. It answers each message: `reset` puts the world
// back to its beginning, and `spent` tells the microseconds of processor time that this process has used.
const root = process.env.BENCH_PACKAGE ?? fileURLToPath(new URL('../../dist', import.meta.url))
const { createWorld } = await import(`${root}/index.js`)
const { listen } = await import(`${root}/node.js`)

const world = createWorld()
const names = world.starter()
const server = await listen(world)

process.on('message', (message) => {
  if (message === 'reset') world.reset()
  const { user, system } = process.cpuUsage()
  process.send(user + system)
})
process.send({ url: server.url, names })
