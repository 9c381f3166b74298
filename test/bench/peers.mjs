import { contest, quick } from './measure.mjs'
import { mirage, mswData, mswjsData } from './peers/libraries.mjs'
import { ways } from './peers/ours.mjs'
import { emulate, jsonServer, mswWithMap } from './peers/servers.mjs'
import { seededWorld } from './seeded.mjs'

const sizes = quick ? [1_000, 10_000] : [1_000, 100_000]

/** The peers, and the way in which this project is reached to do the same. */
const peers = {
  '@mswjs/data 0.16.2': [mswjsData, 'typed'],
  '@msw/data 1.1.7': [mswData, 'typed'],
  'miragejs 0.1.48': [mirage, 'typed'],
  'emulate 0.12.2, custom in process': [emulate, 'handled'],
  'msw 2.15.0 and a Map, by fetch': [mswWithMap, 'intercepted'],
  'json-server 0.17.3, over HTTP': [jsonServer, 'served'],
}

/** What is compared. Peers that keep what they create do so last, so that small ones are read while small. */
const goals = { read: '≥ 10', page: '≥ 10', create: '≥ 1' }

/** A row for each work of a peer, in turns with this project. */
async function rowsOf(name, size, peer, ours, nameOf) {
  const found = []
  for (const [work, goal] of Object.entries(goals)) {
    const micros = await contest({ peer: peer[work], ours: ours[work] }, { rounds: 10, warmUp: 4 })
    found.push({
      row: `${name}: ${work}`,
      size,
      micros: micros.peer,
      against: `${nameOf(work)}, ${micros.ours.toFixed(1)} µs`,
      ratio: micros.peer / micros.ours,
      goal,
    })
  }
  return found
}

/** The rows of a peer, or one that says why it has none. */
async function rowsOrNote(name, size, make, contestWith) {
  let peer
  try {
    peer = await make(size)
    return await contestWith(peer)
  } catch (error) {
    const isMissing = error.code === 'ERR_MODULE_NOT_FOUND'
    return [{ row: name, size, note: `${isMissing ? 'left out' : 'failed'}: ${error.message}` }]
  } finally {
    await peer?.close()
  }
}

/** Reading, paging and creating records with each peer, in turns with this project, reached alike. */
export async function rows() {
  const found = []
  for (const size of sizes) {
    const seeded = seededWorld(size)
    for (const [name, [make, way]] of Object.entries(peers)) {
      const ours = await ways[way].make(seeded)
      const { nameOf } = ways[way]
      found.push(...(await rowsOrNote(name, size, make, (peer) => rowsOf(name, size, peer, ours, nameOf))))
      await ours.close()
    }
  }
  return found
}
