// Profiles one call on a seeded world: node test/bench/profile.mjs publishPost 100000
import { Session } from 'node:inspector'
import { calls } from './commands.mjs'
import { seededWorld } from './seeded.mjs'

const [, , name = 'publishPost', size = '100000', seconds = '3'] = process.argv
const { run, prepare } = calls(seededWorld(Number(size)))[name]

function spin(milliseconds) {
  const end = performance.now() + milliseconds
  let times = 0
  while (performance.now() < end) {
    prepare()
    for (let time = 0; time < 250; time++) run(time)
    times += 250
  }
  return times
}

/** How long each function ran itself, by name and place. */
function selfTimes({ nodes, samples, timeDeltas }) {
  const spent = new Map()
  samples.forEach((id, at) => {
    spent.set(id, (spent.get(id) ?? 0) + timeDeltas[at])
  })
  const byPlace = new Map()
  for (const { id, callFrame } of nodes) {
    const { functionName, url, lineNumber } = callFrame
    const place = `${functionName || '(anonymous)'} ${url.split('/').slice(-2).join('/')}:${lineNumber + 1}`
    byPlace.set(place, (byPlace.get(place) ?? 0) + (spent.get(id) ?? 0))
  }
  return [...byPlace].sort(([, a], [, b]) => b - a)
}

spin(1_500)
const session = new Session()
session.connect()
const post = (method, params) =>
  new Promise((done, fail) =>
    session.post(method, params, (error, result) => (error ? fail(error) : done(result))),
  )
await post('Profiler.enable')
await post('Profiler.setSamplingInterval', { interval: 200 })
await post('Profiler.start')
const from = performance.now()
const times = spin(Number(seconds) * 1_000)
const micros = ((performance.now() - from) / times) * 1_000
const { profile } = await post('Profiler.stop')
const spent = selfTimes(profile)
const total = spent.reduce((sum, [, time]) => sum + time, 0)
console.log(`${name} at ${size} nodes: ${micros.toFixed(1)} µs`)
for (const [place, time] of spent.slice(0, 30))
  console.log(`${((time / total) * 100).toFixed(1).padStart(6)} %  ${place}`)
