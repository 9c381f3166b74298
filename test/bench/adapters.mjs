import { once } from 'node:events'
import { createServer } from 'node:http'
import { builtIfAny } from './build.mjs'
import { sizes } from './commands.mjs'
import { connectionTo, FORM, HOST } from './connection.mjs'
import { contest, numbersBelow } from './measure.mjs'
import { putBack, seededWorld } from './seeded.mjs'

/** The requests that are timed. Each read asks for another post. */
function requestsTo({ page, rows, feedCursor }) {
  const pick = numbersBelow(rows.posts.length)
  return {
    'read one': { method: 'GET', path: () => `/${page}_${rows.posts[pick()].id}` },
    create: { method: 'POST', path: () => `/${page}/feed`, body: 'message=message' },
    'page of 25': { method: 'GET', path: () => `/${page}/feed?limit=25&after=${feedCursor}` },
  }
}

/** The row of a contest between an adapter and a bare one with the same bytes. */
async function rowOf(row, size, goal, against, { ours, bare }, { handle, state }) {
  const prepare = () => putBack(handle, state)
  const micros = await contest({
    ours: { run: ours, prepare, most: 250 },
    bare: { run: bare, most: 250 },
  })
  return { row, size, micros: micros.ours, against, ratio: micros.bare / micros.ours, goal }
}

const fetchGoals = { 'read one': '≥ 0.75', create: '≥ 0.75', 'page of 25': '≥ 0.60' }

/** Calls through the fetch handler against a bare handler that answers the same bytes. */
async function fetchRows(seeded, size) {
  const adapter = await builtIfAny('server/fetch.js')
  if (!adapter) return [{ row: 'fetch handler', note: 'left out: this build has none' }]
  const { asPage, world } = seeded
  const answerTo = adapter.toFetchHandler(world)
  const found = []
  for (const [name, { method, path, body }] of Object.entries(requestsTo(seeded))) {
    const headers = { authorization: `Bearer ${asPage.token}`, ...(body && { 'content-type': FORM }) }
    const request = () => new Request(`https://graph.test${path()}`, { method, headers, body })
    const sample = await answerTo(request())
    if (sample.status !== 200) throw new Error(`${name}: ${await sample.text()}`)
    const [bytes, sent] = [await sample.text(), [...sample.headers]]
    const bareTo = async (asked) => {
      if (asked.body) await asked.text()
      return new Response(bytes, { headers: sent })
    }
    const ours = async () => (await answerTo(request())).text()
    const bare = async () => (await bareTo(request())).text()
    const against = 'a bare handler (its time by ours)'
    found.push(await rowOf(`fetch handler, ${name}`, size, fetchGoals[name], against, { ours, bare }, seeded))
  }
  return found
}

/** A server of `node:http` alone, which reads each body and sends one answer. */
async function bareServer() {
  let [sent, headers] = ['', {}]
  const server = createServer(async (request, response) => {
    if (request.method === 'POST') for await (const _ of request);
    response.sendDate = false
    response.writeHead(200, headers).end(sent)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    port: server.address().port,
    close: () => server.close(),
    /** Sends the answer of another server from now on. Node adds the headers of the connection itself. */
    imitate(answer) {
      const end = answer.indexOf('\r\n\r\n')
      const [, ...lines] = answer.latin1Slice(0, end).split('\r\n')
      const pairs = lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)])
      headers = Object.fromEntries(pairs.filter(([name]) => !/^(connection|keep-alive)$/i.test(name)))
      sent = answer.utf8Slice(end + 4)
    },
  }
}

const httpGoals = { 'read one': '≥ 0.85', create: '≥ 0.65', 'page of 25': '≥ 0.50' }

/** Calls through the HTTP server against a server of `node:http` that sends the same bytes. */
async function httpRows(seeded, size) {
  const adapter = await builtIfAny('server/http/server.js')
  if (!adapter) return [{ row: 'HTTP server', note: 'left out: this build has none' }]
  const { asPage, world } = seeded
  const [server, bareOne] = [await adapter.listen(world), await bareServer()]
  const [toUs, toBare] = [await connectionTo(new URL(server.url).port), await connectionTo(bareOne.port)]
  const found = []
  for (const [name, { method, path, body = '' }] of Object.entries(requestsTo(seeded))) {
    const sent = body && `content-type: ${FORM}\r\ncontent-length: ${body.length}\r\n`
    const head = `host: ${HOST}\r\nauthorization: Bearer ${asPage.token}\r\n${sent}\r\n${body}`
    const request = () => `${method} ${path()} HTTP/1.1\r\n${head}`
    const answer = await toUs.ask(request())
    bareOne.imitate(answer)
    const [status, bare] = [answer.latin1Slice(9, 12), await toBare.ask(request())]
    if (status !== '200' || !bare.equals(answer)) throw new Error(`${name}: ${answer} is not ${bare}`)
    const runs = { ours: () => toUs.ask(request()), bare: () => toBare.ask(request()) }
    const against = 'node:http (its time by ours)'
    found.push(await rowOf(`HTTP server, ${name}`, size, httpGoals[name], against, runs, seeded))
  }
  for (const open of [toUs, toBare, bareOne]) open.close()
  await server.close()
  return found
}

/** Each adapter against a bare one of its platform, at both sizes. */
export async function rows() {
  const found = []
  for (const size of sizes) {
    const seeded = seededWorld(size)
    found.push(...(await fetchRows(seeded, size)), ...(await httpRows(seeded, size)))
  }
  return found
}
