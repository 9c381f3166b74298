// Counts the functions of fauxgraph that a flow runs, and the files that they stand in. A test is a fresh process, which
// compiles each of them once and interprets it: what counts there is how many they are.
import { Session } from 'node:inspector'
import { built } from './build.mjs'

const { createWorld, restoreWorld } = await built('index.js')

const session = new Session()
session.connect()

/** Sends a command to V8's profiler, which answers at once. */
function profiler(command, options) {
  let answer
  session.post(`Profiler.${command}`, options, (error, result) => {
    if (error) throw error
    answer = result
  })
  return answer
}

/** The functions of fauxgraph that ran since the last look: each with its file and its calls. */
const functionsThatRan = () =>
  profiler('takePreciseCoverage').result.flatMap(({ url, functions }) => {
    const [, file] = url.split('/.modules/')
    return file === undefined
      ? []
      : functions
          .filter(({ ranges: [whole] }) => whole.count > 0)
          .map(({ functionName, ranges: [whole] }) => ({ file, name: functionName, calls: whole.count }))
  })

function starter() {
  const world = createWorld({ policy: 'platform' })
  return { world, ...world.starter() }
}

/** Each flow: a function that prepares a world, and returns the call. The second call is counted. */
export const flows = {
  'typed publishPost': () => {
    const { world, page, pageToken } = starter()
    const client = world.as(pageToken)
    return () => client.publishPost({ page, message: 'Hello' }).unwrap()
  },
  'GET of a feed with an expansion': () => {
    const { world, page, pageToken } = starter()
    const query = `fields=message,from{name},comments.limit(5){message}&access_token=${pageToken}`
    return () => world.request({ method: 'GET', url: `/${page}/feed?${query}` })
  },
  'a lead to its webhook': () => {
    const { world, app, page, form } = starter()
    world.actions.installApp({ app, page })
    world.webhooks.connect(app, () => new Response('ok'))
    return async () => {
      world.actions.submitLead({ form, answers: { full_name: 'Grace', email: 'grace@example.test' } })
      await world.webhooks.flush()
    }
  },
  'fork, snapshot and restore': () => {
    const { world } = starter()
    return () => restoreWorld(world.fork().snapshot())
  },
}

export async function functionsOf(name) {
  const call = flows[name]()
  await call()
  profiler('takePreciseCoverage')
  await call()
  return functionsThatRan()
}

profiler('enable')
profiler('startPreciseCoverage', { callCount: true, detailed: false })

export async function rows() {
  const table = []
  for (const name of Object.keys(flows)) {
    const ran = await functionsOf(name)
    const files = new Set(ran.map(({ file }) => file)).size
    const calls = ran.reduce((sum, each) => sum + each.calls, 0)
    table.push({ row: name, note: `${ran.length} functions, ${files} files, ${calls} calls` })
  }
  return table
}
