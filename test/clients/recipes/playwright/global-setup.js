import { createWorld } from 'fauxgraph'
import { listen } from 'fauxgraph/node'

/** Starts one server for all tests. The app under test, and the tests, read its address. */
export default async function setUp() {
  const world = createWorld()
  world.starter()
  const server = await listen(world)
  process.env.GRAPH_URL = server.url
  return () => server.close()
}
