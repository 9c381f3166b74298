import { built } from './build.mjs'
import { contest, numbersBelow, quick } from './measure.mjs'
import { fill, putBack } from './seeded.mjs'

const { createWorld } = await built('index.js')
const { addToWindow, emptyWindow } = await built('engine/store/ring.js')

const sizes = quick ? [1_000, 100_000] : [1_000, 1_000_000]
const DAY = 86_400
const PERIOD = 90 * DAY
const READS = 10_000

/** A rolling count of so many events, evenly over its seconds until now. */
function windowOf(seconds, events, now) {
  let window = emptyWindow(seconds)
  for (let at = 1; at <= events; at++)
    window = addToWindow(window, now - ((events - at) * seconds * 1_000) / events)
  return window
}

/** A page whose form collected `size` leads in the last 90 days, and whose leads are read all day long. */
function pageWith(size) {
  const world = createWorld({ seed: 7 })
  const { page, form, lead, pageToken } = world.starter()
  const client = world.as(pageToken)
  const { handle } = client
  const { now } = world.clock
  const { id: _id, kind: _kind, ...model } = handle.state.graph.rows.get(Number(lead))
  const step = (PERIOD * 1_000) / size
  const rows = []
  fill(handle, size, (tx, at) => {
    rows.push(tx.insert('leads', { ...model, ad: null, createdTime: now - (size - 1 - at) * step }))
  })
  const windows = handle.state.ledger.windows.clone()
  windows.set(`leads/${page}`, windowOf(PERIOD + 1, size, now))
  windows.set(`leadReads/${page}`, windowOf(DAY, READS, now))
  windows.set(`page/${page}`, windowOf(DAY, READS, now))
  const ledger = Object.freeze({ ...handle.state.ledger, windows })
  putBack(handle, Object.freeze({ ...handle.state, ledger }))
  return { world, client, handle, state: handle.state, form, rows, step }
}

/** What is timed: reads held against the limit, leads that move the count on, and a narrow filter. */
function calls({ world, client, handle, state, form, rows, step }) {
  const prepare = () => putBack(handle, state)
  // A thousand leads are read in both worlds: a limit is measured, and not how far rows lie apart in memory.
  const pick = numbersBelow(1_000)
  const answers = { full_name: 'Grace Example', email: 'grace@example.test' }
  const middle = rows[rows.length >> 1].createdTime / 1_000
  const filtering = [
    { field: 'time_created', operator: 'GREATER_THAN_OR_EQUAL', value: Math.floor(middle) },
    { field: 'time_created', operator: 'LESS_THAN', value: Math.floor(middle) + 1 },
  ]
  const run = {
    'readLead, limited': () => client.readLead({ lead: String(rows[pick()].id) }),
    'listFormLeads of one second': () => client.listFormLeads({ form, filtering }),
    'submitLead, as a lead leaves': () => {
      world.clock.advance(step)
      return world.actions.submitLead({ form, answers })
    },
  }
  for (const [name, call] of Object.entries(run)) {
    const outcome = call()
    if (!outcome.ok) throw new Error(`${name}: ${outcome.error.message}`)
    if (outcome.value.data && outcome.value.data.length !== 1) throw new Error(`${name}: no single lead`)
  }
  return Object.fromEntries(
    Object.entries(run).map(([name, call]) => [name, { run: call, prepare, most: 250 }]),
  )
}

/** The lead read limit and the rolling counts at few leads and at many: what they cost may not grow. */
export async function rows() {
  const [small, large] = sizes
  const timed = { small: calls(pageWith(small)), large: calls(pageWith(large)) }
  const found = []
  for (const row of Object.keys(timed.small)) {
    const micros = await contest({ small: timed.small[row], large: timed.large[row] }, { sameBatch: true })
    found.push({
      row,
      size: large,
      micros: micros.large,
      against: `the same at ${small}`,
      ratio: micros.large / micros.small,
      goal: '≤ 1.5',
    })
  }
  return found
}
