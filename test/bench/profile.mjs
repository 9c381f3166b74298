// Prints where the time of a call goes: npm run check -- profile listPageFeed [size] [seconds]
import { Session } from 'node:inspector'
import { operations } from './operations.mjs'

const [name = 'listPageFeed', size = '1000', seconds = '3'] = process.argv.slice(2)

/** The parts of a call, by the functions with which they begin. The innermost one on a stack counts. */
const parts = {
  'guard of the input': ['inputOf', 'callInput', 'separateFiles'],
  'parse of the request': ['readRequest', 'pathOf'],
  'checks before the rule': ['checkAndRun'],
  parameters: ['refuseParameters'],
  'rule of the endpoint or action': ['runRule', 'runAction'],
  'walk of the list': ['list', 'first', 'count'],
  'records of the view': ['showWithinBudget', 'recordsOf', 'show'],
  cursors: ['encodeCursor', 'decodeCursor'],
  'size of the answer': ['jsonSize', 'spendBudget'],
  'call log': ['logCall'],
  'commit of the changes': ['commit', 'close'],
  'history and coverage': ['recordInput', 'countStep'],
  'answer to the caller': ['outcomeOf', 'placed', 'respond'],
  'collection of garbage': ['(garbage collector)'],
}
const partOf = new Map(Object.entries(parts).flatMap(([part, names]) => names.map((of) => [of, part])))

function spin({ run, prepare }, milliseconds) {
  const end = performance.now() + milliseconds
  let times = 0
  while (performance.now() < end) {
    prepare?.()
    for (let time = 0; time < 250; time++) run(time)
    times += 250
  }
  return times
}

/** Takes a CPU profile of repeated calls. Returns it with the CPU microseconds of one call. */
async function profileOf(call) {
  const session = new Session()
  session.connect()
  const post = (method, params) =>
    new Promise((done, fail) =>
      session.post(method, params, (error, result) => (error ? fail(error) : done(result))),
    )
  await post('Profiler.enable')
  await post('Profiler.setSamplingInterval', { interval: 200 })
  await post('Profiler.start')
  const before = process.cpuUsage()
  const times = spin(call, Number(seconds) * 1_000)
  const { user, system } = process.cpuUsage(before)
  const { profile } = await post('Profiler.stop')
  return { ...profile, micros: (user + system) / times }
}

const add = (sums, key, time) => sums.set(key, (sums.get(key) ?? 0) + time)

/** Sums the samples below `run` by part and by function. Other samples belong to the profiler. */
function sumsOf({ nodes, samples, timeDeltas }) {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])))
  const [byPart, byPlace] = [new Map(), new Map()]
  samples.forEach((id, at) => {
    const stack = []
    for (let node = byId.get(id); node; node = byId.get(parents.get(node.id))) stack.push(node.callFrame)
    const [{ functionName, url, lineNumber }] = stack
    const isGarbage = functionName === '(garbage collector)'
    if (!isGarbage && !stack.some((frame) => frame.functionName === 'spin')) return
    const known = stack.find((frame) => partOf.has(frame.functionName))
    add(byPart, known ? partOf.get(known.functionName) : 'the rest', timeDeltas[at])
    const place = `${url.split('/').slice(-2).join('/')}:${lineNumber + 1}`
    add(byPlace, isGarbage ? functionName : `${functionName || '(anonymous)'}  ${place}`, timeDeltas[at])
  })
  return { byPart, byPlace }
}

function print(title, sums, micros, most) {
  const total = [...sums.values()].reduce((sum, time) => sum + time, 0)
  console.log(`\n${title}`)
  for (const [label, time] of [...sums].sort(([, a], [, b]) => b - a).slice(0, most)) {
    const share = time / total
    const percent = `${(share * 100).toFixed(1)} %`.padStart(8)
    console.log(`  ${(share * micros).toFixed(1).padStart(7)} µs ${percent}  ${label}`)
  }
}

const make = operations[name]
if (!make) {
  console.error(
    `There is no operation ${name} to profile. Choose one of:\n${Object.keys(operations).join('\n')}`,
  )
  process.exit(1)
}
const call = make(Number(size))
spin(call, 1_000)
const profile = await profileOf(call)
const { byPart, byPlace } = sumsOf(profile)
console.log(`${name} at ${size} nodes: ${profile.micros.toFixed(1)} µs of CPU time a call, with the profiler`)
print('By part: the innermost part that a sample is in', byPart, profile.micros, 20)
print('By function: the time in the function itself', byPlace, profile.micros, 30)
