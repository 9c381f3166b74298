import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { connectionTo, FORM, HOST } from './connection.mjs'
import { median, quick } from './measure.mjs'

/** Pairs of fresh processes, and the turns that each pair takes. */
const PAIRS = quick ? 1 : 8
const TURNS = 4
const CALLS = quick ? 500 : 2_000

/** More calls than the history keeps, so that it forgets in every turn. */
const WARM_CALLS = quick ? 2_000 : 12_000

const root = process.env.BENCH_PACKAGE ?? fileURLToPath(new URL('../../dist', import.meta.url))

/** The command `serve` in a process of its own. */
async function startServer(...args) {
  const options = ['serve', '--port', '0', '--json', ...args]
  const child = spawn('node', [`${root}/cli.js`, ...options], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = await once(createInterface(child.stdout), 'line')
  const { url, starter } = JSON.parse(line)
  return {
    starter,
    port: new URL(url).port,
    /** The milliseconds of processor time that all threads of the server have used. */
    spent() {
      const tasks = `/proc/${child.pid}/task`
      const times = readdirSync(tasks).map((task) => readFileSync(`${tasks}/${task}/schedstat`, 'utf8'))
      return times.reduce((sum, time) => sum + Number(time.split(' ')[0]), 0) / 1e6
    },
    close: () => child.kill(),
  }
}

/** Asks a number of times. Returns the microseconds of one call: of time, and of the server. */
async function turnOf({ port, spent }, text, calls = CALLS) {
  const connection = await connectionTo(port)
  const [from, before] = [performance.now(), spent()]
  for (let call = 0; call < calls; call++) await connection.ask(text)
  const turn = {
    time: ((performance.now() - from) / calls) * 1_000,
    processor: ((spent() - before) / calls) * 1_000,
  }
  connection.close()
  return turn
}

const kinds = { with: [], without: ['--history', 'off'] }

/** One pair of fresh servers, which take turns. */
async function pairOf(requestTo, spent) {
  const servers = Object.fromEntries(
    await Promise.all(Object.entries(kinds).map(async ([kind, args]) => [kind, await startServer(...args)])),
  )
  const texts = Object.fromEntries(
    Object.entries(servers).map(([kind, { starter }]) => [kind, requestTo(starter)]),
  )
  for (const kind of Object.keys(kinds)) await turnOf(servers[kind], texts[kind], WARM_CALLS)
  for (let turn = 0; turn < TURNS; turn++)
    for (const kind of turn % 2 === 0 ? ['with', 'without'] : ['without', 'with'])
      spent[kind].push(await turnOf(servers[kind], texts[kind]))
  for (const { close } of Object.values(servers)) close()
}

async function rowsOf(operation, requestTo) {
  const spent = { with: [], without: [] }
  for (let pair = 0; pair < PAIRS; pair++) await pairOf(requestTo, spent)
  return ['processor', 'time'].map((measure) => ({
    row: `${operation}: ${measure === 'time' ? 'time until the answer' : 'processor time of the server'}`,
    micros: median(spent.with.map((turn) => turn[measure])),
    ratio: median(spent.with.map((turn, at) => turn[measure] / spent.without[at][measure])),
    against: 'serve --history off',
    goal: '≤ 1.10',
  }))
}

const write = ({ page, pageToken }) => {
  const body = 'message=Hello'
  const head = `host: ${HOST}\r\nauthorization: Bearer ${pageToken}\r\ncontent-type: ${FORM}`
  return `POST /${page}/feed HTTP/1.1\r\n${head}\r\ncontent-length: ${body.length}\r\n\r\n${body}`
}

const read = ({ page, pageToken }) =>
  `GET /${page}?fields=name HTTP/1.1\r\nhost: ${HOST}\r\nauthorization: Bearer ${pageToken}\r\n\r\n`

/** What the history of `serve` costs a call, in turns, in fresh processes. */
export const rows = async () => [...(await rowsOf('readPage', read)), ...(await rowsOf('publishPost', write))]
