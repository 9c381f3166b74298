import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { createServer } from 'vite'
import { connectionTo, FORM, HOST } from './connection.mjs'
import { median, quick } from './measure.mjs'

const TURNS = quick ? 4 : 16
const TURN_MS = 1_000

/** Calls after which the compiler of the server is done with them. */
const WARM_CALLS = quick ? 2_000 : 5_000

const pathOf = (path) => fileURLToPath(new URL(path, import.meta.url))

/** A server in a process of its own. */
async function startServer() {
  const child = fork(pathOf('./inspector-server.mjs'))
  const [{ url, names }] = await once(child, 'message')
  return {
    url,
    names,
    /** Sends a message. Returns the microseconds of processor time that the server has used. */
    async tell(message) {
      child.send(message)
      const [spent] = await once(child, 'message')
      return spent
    },
    close: () => child.kill(),
  }
}

/** Asks for as many answers as fit into a turn. Returns the microseconds of one: of time, and of the server. */
async function turnOf(server, connection, text) {
  const before = await server.tell('spent')
  const from = performance.now()
  let count = 0
  for (; performance.now() - from < TURN_MS; count++) await connection.ask(text)
  const time = ((performance.now() - from) / count) * 1_000
  return { time, processor: ((await server.tell('spent')) - before) / count }
}

/** The same calls with and without an open viewer, in turns of a second. */
async function rowsOf(browser, operation, requestTo, tab) {
  const server = await startServer()
  const connection = await connectionTo(new URL(server.url).port)
  const page = await browser.newPage()
  const text = requestTo(server.names)
  for (let call = 0; call < WARM_CALLS; call++) await connection.ask(text)
  const measures = { time: [], processor: [] }
  const micros = { time: [], processor: [] }
  for (let turn = -2; turn < TURNS; turn++) {
    const spent = {}
    for (const isOpen of turn % 2 === 0 ? [true, false] : [false, true]) {
      // Both begin with the same world: a long log would make the second one slower.
      await server.tell('reset')
      await connection.ask(text)
      if (isOpen) {
        await page.goto(`${server.url}/_sim/#${tab}`)
        await page.waitForFunction(() => document.body.innerText.length > 200)
      }
      spent[isOpen] = await turnOf(server, connection, text)
      if (isOpen) await page.goto('about:blank')
    }
    if (turn < 0) continue
    for (const [measure, ratios] of Object.entries(measures)) {
      ratios.push(spent.true[measure] / spent.false[measure])
      micros[measure].push(spent.true[measure])
    }
  }
  connection.close()
  await page.close()
  server.close()
  const row = (measure, what) => ({
    row: `${operation}, ${tab} open: ${what}`,
    ratio: median(measures[measure]),
    goal: '≤ 1.05',
    micros: median(micros[measure]),
    against: 'the same without',
  })
  return [row('processor', 'processor time of the server'), row('time', 'time until the answer')]
}

const write = ({ page, pageToken }) => {
  const body = 'message=Hello'
  const head = `host: ${HOST}\r\nauthorization: Bearer ${pageToken}\r\ncontent-type: ${FORM}`
  return `POST /${page}/feed HTTP/1.1\r\n${head}\r\ncontent-length: ${body.length}\r\n\r\n${body}`
}

const read = ({ page, pageToken }) =>
  `GET /${page}?fields=name HTTP/1.1\r\nhost: ${HOST}\r\nauthorization: Bearer ${pageToken}\r\n\r\n`

/**
 * What an open page of the inspector costs the server that it shows. The processor time is that of the server
 * alone. The time until an answer has in it what Chromium takes of the processors of the same machine.
 */
export async function rows() {
  const loader = await createServer({
    configFile: false,
    logLevel: 'error',
    server: { middlewareMode: true },
  })
  const { startBrowser } = await loader.ssrLoadModule(pathOf('../server/node/browser.ts'))
  const { browser } = await startBrowser()
  const found = await rowsOf(browser, 'readPage', read, 'Calls')
  for (const tab of ['Calls', 'World', 'Time', 'Webhooks', 'Coverage'])
    found.push(...(await rowsOf(browser, 'publishPost', write, tab)))
  await browser.close()
  await loader.close()
  return found
}
