import { built } from './build.mjs'
import { floorOf, record } from './floor.mjs'
import { contest, heapUsed, numbersBelow, quick } from './measure.mjs'

const { z } = await import('zod')
const { open } = await built('engine/state/draft.js')
const { indexesOf } = await built('engine/state/edge.js')
const { begin } = await built('engine/state/state.js')
const { table } = await built('engine/store/table.js')
const { tasks } = await built('engine/state/clock.js')
const { unknownRowsDigest } = await built('engine/store/rows-digest.js')

const nodes = table({
  row: z.looseObject({ owner: z.number(), createdTime: z.number() }),
  edges: { byOwner: { owners: () => [[1]], order: ({ createdTime }) => [createdTime] } },
})
const schema = { tasks, nodes }
const indexes = indexesOf(schema)
const KEPT = 256

const fields = (at) => {
  const { id: _id, ...rest } = record(at)
  return rest
}

function graphOf(size) {
  const { graph } = begin(schema, { seed: 's', now: 0, settings: {}, logSize: 0 })
  const tx = open(graph, indexes)
  for (let at = 0; at < size; at++) tx.insert('nodes', fields(at))
  return Object.freeze({ ...tx.commit(), digest: unknownRowsDigest() })
}

/** Insert a node, append it to an edge, patch a random node, commit: the old graph stays valid. */
function engineOf(size) {
  const filled = graphOf(size)
  const firstId = filled.nextId - size
  const pick = numbersBelow(size)
  let graph = filled
  let at = size
  const middle = [fields(size >> 1).createdTime, firstId + (size >> 1)]
  const command = () => {
    const tx = open(graph, indexes)
    tx.insert('nodes', fields(at++))
    tx.patch('nodes', firstId + pick(), { rank: at })
    graph = tx.commit()
    return graph
  }
  return {
    prepare: () => {
      graph = filled
      at = size
    },
    command,
    page: () => open(filled, indexes).list('nodes', 'byOwner', [1], { after: middle, limit: 25 }),
  }
}

function mutableOf(size) {
  const floor = floorOf(size)
  let at = size
  return {
    prepare: () => floor.shrink(),
    command() {
      floor.insert()
      floor.put(floor.pick(), { rank: at++ })
    },
    page: () => floor.page(size >> 1),
  }
}

function keptState(engine) {
  engine.prepare()
  for (let warm = 0; warm < KEPT; warm++) engine.command()
  const kept = []
  const before = heapUsed()
  for (let at = 0; at < KEPT; at++) kept.push(engine.command())
  const kilobytes = (heapUsed() - before) / 1024 / KEPT
  return kept.length === KEPT ? kilobytes : 0
}

/** The engine's transaction against a mutable Map and an array. */
export async function rows() {
  const found = []
  for (const size of quick ? [100, 10_000, 100_000] : [100, 10_000, 1_000_000]) {
    const engine = engineOf(size)
    const mutable = mutableOf(size)
    const most = 200
    const micros = await contest({
      engine: { run: engine.command, prepare: engine.prepare, most },
      mutable: { run: mutable.command, prepare: mutable.prepare, most },
      enginePage: { run: engine.page },
      mutablePage: { run: mutable.page },
    })
    found.push(
      {
        row: 'insert, append, patch',
        size,
        micros: micros.engine,
        against: 'Map + array',
        ratio: micros.engine / micros.mutable,
        goal: '≤ 1.6',
      },
      {
        row: 'page of 25 in the middle',
        size,
        micros: micros.enginePage,
        against: 'array slice',
        ratio: micros.enginePage / micros.mutablePage,
        goal: '≤ 6',
      },
      { row: 'a kept state', size, kilobytes: keptState(engine), goal: '≤ 4 KB' },
    )
  }
  return found
}
