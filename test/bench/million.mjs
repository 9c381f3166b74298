import { built } from './build.mjs'
import { heapUsed, quick } from './measure.mjs'

const { createWorld } = await built('index.js')

const count = quick ? 50_000 : 1_000_000

/** Submits leads one by one. Returns the seconds that they take, and the kilobytes of heap that each keeps. */
function submitted(history) {
  const world = createWorld({ seed: 1, history, recordBytesMax: 4 * 1024 ** 3 })
  const { form } = world.starter()
  const answers = { full_name: 'Grace Example', email: 'grace@example.test' }
  const before = heapUsed()
  const from = performance.now()
  for (let time = 0; time < count; time++) world.actions.submitLead({ form, answers }).unwrap()
  const milliseconds = performance.now() - from
  const kilobytes = (heapUsed() - before) / 1_024 / count
  // The world must be in use until its heap is measured.
  if (world.state.graph.rows.size < count) throw new Error('Some leads are missing')
  return { milliseconds, kilobytes }
}

/** Leads through the action, as many as a large form collects. */
export function rows() {
  return ['off', 'full'].flatMap((history) => {
    const { milliseconds, kilobytes } = submitted(history)
    const goal = quick ? '≤ 1 s' : '≤ 20 s'
    return [
      { row: `submitLead, history ${history}`, size: count, milliseconds, goal },
      { row: `a lead, history ${history}`, size: count, kilobytes, goal: '≤ 0.7 KB' },
    ]
  })
}
