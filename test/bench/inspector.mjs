import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { built } from './build.mjs'
import { connectionTo, FORM, HOST } from './connection.mjs'
import { median, quick } from './measure.mjs'

const { createWorld } = await built('index.js')
const { listen } = await built('adapters/node/server.js')

const TURNS = quick ? 4 : 24
const TURN_MS = 1_000

/** A viewer in a process of its own, which opens and closes its stream. */
function viewerOf(url) {
  const script = fileURLToPath(new URL('./inspector-viewer.mjs', import.meta.url))
  const child = spawn(process.execPath, [script, url], { stdio: ['pipe', 'pipe', 'inherit'] })
  return {
    async turn() {
      const answered = once(child.stdout, 'data')
      child.stdin.write('\n')
      await answered
    },
    close: () => child.kill(),
  }
}

/** Asks for as many answers as fit into a turn. Returns the microseconds of one. */
async function turnOf(connection, text) {
  const from = performance.now()
  let count = 0
  for (; performance.now() - from < TURN_MS; count++) await connection.ask(text)
  return ((performance.now() - from) / count) * 1_000
}

/** A server while a viewer is open, against the same server without one, in turns of a second. */
async function rowOf(name, requestTo) {
  const world = createWorld()
  const starter = world.starter()
  const server = await listen(world)
  const connection = await connectionTo(new URL(server.url).port)
  const viewer = viewerOf(server.url)
  const [ratios, times] = [[], []]
  for (let turn = -2; turn < TURNS; turn++) {
    const spent = {}
    for (const isOpen of turn % 2 === 0 ? [true, false] : [false, true]) {
      // Both begin with the same world: a long log would make the second one slower.
      world.reset()
      if (isOpen) await viewer.turn()
      spent[isOpen] = await turnOf(connection, requestTo(starter))
      if (isOpen) await viewer.turn()
    }
    if (turn < 0) continue
    ratios.push(spent.true / spent.false)
    times.push(spent.true)
  }
  viewer.close()
  connection.close()
  await server.close()
  return {
    row: name,
    ratio: median(ratios),
    goal: '≤ 1.05',
    micros: median(times),
    against: 'the same without',
  }
}

/** What an open page of the inspector costs the server that it shows. */
export async function rows() {
  const write = ({ page, pageToken }) => {
    const body = 'message=Hello'
    const head = `host: ${HOST}\r\nauthorization: Bearer ${pageToken}\r\ncontent-type: ${FORM}`
    return `POST /${page}/feed HTTP/1.1\r\n${head}\r\ncontent-length: ${body.length}\r\n\r\n${body}`
  }
  const read = ({ page, pageToken }) =>
    `GET /${page}?fields=name HTTP/1.1\r\nhost: ${HOST}\r\nauthorization: Bearer ${pageToken}\r\n\r\n`
  return [await rowOf('readPage, a viewer open', read), await rowOf('publishPost, a viewer open', write)]
}
