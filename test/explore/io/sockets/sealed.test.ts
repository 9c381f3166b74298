import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks'
import { type ChildProcess, spawn } from 'node:child_process'
import { createSocket, type Socket as UdpSocket } from 'node:dgram'
import diagnostics from 'node:diagnostics_channel'
import { lookup, Resolver } from 'node:dns'
import { EventEmitter } from 'node:events'
import fs, {
  createWriteStream,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  type WriteStream,
} from 'node:fs'
import { type FileHandle, open as openFile } from 'node:fs/promises'
import http from 'node:http'
import http2 from 'node:http2'
import { createRequire, isBuiltin } from 'node:module'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import * as undici from 'undici'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { defineExploration } from '../../../../src/explore/define-exploration.ts'
import { explore } from '../../../../src/explore/explore.ts'
import { files } from '../../../../src/explore/io/files/files.ts'
import { isLong, sample } from '../../../chance.ts'
import { collectGarbage } from '../../../garbage.ts'
import { exploreFiles, writeProgram } from '../../program/scratch.ts'
import { share } from './late.ts'
import { waysOut } from './ways-out.ts'
import { nativeFolder, type WayOut } from './ways-to-databases.ts'

// Whatever way out code of a run takes, and whenever it takes it: nothing arrives, and the report names it.

const { Database } = createRequire(import.meta.url)('node-sqlite3-wasm')
const folder = mkdtempSync(join(tmpdir(), 'fauxgraph-real-'))
const archive = join(folder, 'archive.db')

/** What arrived at the real listeners: bytes, requests and messages. */
let arrived = 0
const server = createServer((socket) => {
  arrived++
  socket.on('data', () => {
    arrived++
    socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok')
  })
  socket.on('error', () => {})
})
/** It counts requests of HTTP/2, and what they send. */
const framed = http2.createServer((request, response) => {
  arrived++
  request.on('data', () => arrived++)
  response.stream.respond()
})
const udp = createSocket('udp4').on('message', () => arrived++)

/** What the test opened before the explorations, which find it at a global. */
interface Before {
  readonly [name: string]: unknown
  readonly socket: Socket
  readonly udp: UdpSocket
  readonly worker: Worker
  readonly child: ChildProcess
  readonly agent: http.Agent
  readonly target: EventTarget
  readonly emitter: EventEmitter
  readonly session: http2.ClientHttp2Session
  readonly framed: http2.ClientHttp2Stream
  readonly file: FileHandle
  readonly stream: WriteStream
}

let opened: Before
let port = 0

const quiet = (milliseconds = 20) => new Promise((resolve) => setTimeout(resolve, milliseconds))

function openDatabase() {
  const database = new Database(archive)
  database.exec("create table if not exists leads (id); delete from leads; insert into leads values ('kept')")
  return database
}

/** Opens connections that are kept. */
async function warm(agent: http.Agent): Promise<void> {
  const origin = `http://127.0.0.1:${port}/`
  await (await fetch(origin)).text()
  await (await undici.request(origin)).body.text()
  await new Promise((resolve) => {
    http.get(origin, { agent }, (response) => response.resume().on('end', resolve))
  })
}

/** A connection of the driver of Node, where it has one. */
function nodeDatabase(): { readonly nodeDatabase?: { close(): void } } {
  if (!isBuiltin('node:sqlite')) return {}
  const { DatabaseSync } = createRequire(import.meta.url)('node:sqlite')
  return { nodeDatabase: new DatabaseSync(archive) }
}

/** A connection and a statement of better-sqlite3, where a folder has it. */
function betterDatabase(): object {
  if (!nativeFolder) return {}
  const Better = createRequire(join(nativeFolder, 'package.json'))('better-sqlite3')
  const better = new Better(archive)
  return { better, betterStatement: better.prepare('delete from leads') }
}

async function open(): Promise<Before> {
  const database = openDatabase()
  const agent = new http.Agent({ keepAlive: true })
  const socket = connect(port, '127.0.0.1')
  await new Promise((resolve) => socket.once('connect', resolve))
  const session = http2.connect(`http://127.0.0.1:${(framed.address() as AddressInfo).port}`)
  const stream = session.request({ ':method': 'POST' })
  // The response may come before the file is open.
  const responded = new Promise((resolve) => stream.once('response', resolve))
  const before = {
    socket,
    udp: createSocket('udp4'),
    worker: new Worker('setInterval(() => {}, 1000)', { eval: true }),
    // It writes what it reads, and that its channel was closed.
    child: spawn(
      'sh',
      ['-c', `(cat <&3; echo >> ${join(folder, 'closed.txt')}) & cat >> ${join(folder, 'child.txt')}`],
      {
        stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
      },
    ),
    agent,
    target: new EventTarget(),
    resource: new AsyncResource('before'),
    database,
    statement: database.prepare('delete from leads'),
    Database,
    fetch: globalThis.fetch,
    undici,
    request: http.request,
    emitter: new EventEmitter(),
    session,
    framed: stream,
    fs: { ...fs, promises: { ...fs.promises } },
    lookup,
    FinalizationRegistry,
    OwnWorker: class extends Worker {},
    resolver: new Resolver(),
    file: await openFile(join(folder, 'open.txt'), 'a'),
    stream: createWriteStream(join(folder, 'open.txt'), { flags: 'a' }),
    ...nodeDatabase(),
    ...betterDatabase(),
  }
  await responded
  if (before.stream.pending) await new Promise((resolve) => before.stream.once('open', resolve))
  before.worker.unref()
  return before
}

// What a program replaces after the end of its exploration stays replaced: later tests need it.
const { getStore } = AsyncLocalStorage.prototype
afterEach(() => {
  AsyncLocalStorage.prototype.getStore = getStore
})

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  await new Promise<void>((resolve) => udp.bind(0, '127.0.0.1', resolve))
  await new Promise<void>((resolve) => framed.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
  opened = await open()
  Object.assign(globalThis, { before: opened })
})

afterAll(async () => {
  Reflect.deleteProperty(globalThis, 'before')
  opened.socket.destroy()
  opened.udp.close()
  opened.agent.destroy()
  opened.child.kill()
  opened.session.destroy()
  framed.close()
  await opened.file.close()
  opened.stream.destroy()
  await opened.worker.terminate()
  udp.close()
  server.close()
  rmSync(folder, { recursive: true, force: true })
})

const filled = (text: string): string =>
  text
    .replaceAll('HOST', `127.0.0.1:${port}`)
    .replaceAll('PORT', String(port))
    .replaceAll('DATAGRAMS', String(udp.address().port))
    .replaceAll('FOLDER', folder)

/** What is in the real folder. */
const inFolder = () =>
  readdirSync(folder)
    .sort()
    .map((name) => [name, readFileSync(join(folder, name)).toString('base64')])

/** Raises what observers wait for, in no scope. */
async function raise(): Promise<void> {
  performance.mark('raised')
  diagnostics.channel('fauxgraph.test').publish({})
  diagnostics.channel('fauxgraph.test').runStores({}, () => {})
  opened.emitter.emit('raised')
  opened.target.dispatchEvent(new Event('raised'))
  process.emit('fauxgraph.test' as never)
  await quiet(5)
}

const hears = `require('http').createServer((request, response) => {
  if (request.method === 'POST') reach()
  response.end(new URL(request.url, 'http://a').searchParams.get('hub.challenge') ?? '')
}).listen(3000)`

/** The moments at which a program reaches out, as the lines that call it. */
const moments = {
  'top level': 'reach()',
  webhook: hears,
  timer: 'setTimeout(reach, 60_000)',
  'after death': `if (late.begun) setTimeout(() => {}, 1)
  else setTimeout(() => {
    late.begun = 1
    try { process.exit(0) } catch {}
    reach()
  }, 1000)`,
  'after the end': `for (const goOn of late.waiting.splice(0)) goOn()
  new Promise((resolve) => late.waiting.push(resolve)).then(reach)`,
} as const

type Moment = keyof typeof moments

const isDead = (moment: Moment): boolean => moment.startsWith('after')

/** Explores a program that takes a way out at a moment. Returns what the report says. */
async function exploreWay([kind, , code]: WayOut, moment: Moment): Promise<string[]> {
  const late = share()
  const main = `const { late, before } = globalThis
async function reach() {
  late.count++
  try {
    ${code}
  } catch {}
}
${moments[moment]}
`
  const report = await exploreFiles(
    { 'main.cjs': filled(main), ...(kind === 'files' && { 'data/keep': '' }) },
    {
      runs: moment === 'after the end' ? 3 : 1,
      watchdog: false,
      jobs: { raise: { every: '1h', run: () => {} } },
      ...(moment === 'webhook' && { webhook: 'http://localhost:3000/', environment: ['lead'] }),
      ...(kind === 'files' && { database: files('./data') }),
      invariants: { raised: () => raise().then(() => true) },
    },
  )
  for (const goOn of late.waiting.splice(0)) goOn()
  await raise()
  expect(late.count).toBeGreaterThan(0)
  return report.failures.map(({ oracle, title }) => `${oracle}: ${title}`)
}

const all = Object.keys(moments) as Moment[]

/** In a short test, each way has one moment, in turns. */
const momentsOf = (place: number): Moment[] => (isLong ? all : [all[place % all.length] ?? 'timer'])

const cells = waysOut.flatMap((way, place) =>
  momentsOf(place).map((moment) => [way[0], way[1], moment, way] as const),
)

describe('reaches nothing', () => {
  test.each(sample(cells, cells.length / 4))(
    '%s: %s, at the moment: %s',
    { timeout: 30_000 },
    async (_kind, name, moment, way) => {
      if (/warm/.test(name)) await warm(opened.agent)
      const before = [arrived, ...inFolder()]
      const said = await exploreWay(way, moment)
      if (name.includes('FinalizationRegistry')) collectGarbage()
      await quiet()
      expect([arrived, ...inFolder()]).toEqual(before)
      if (isDead(moment) || way[3] === '') expect(said.join()).not.toContain('left the world')
      else expect(said.join('\n')).toContain(filled(way[3]))
    },
  )
})

test('a link that leads out of a folder of files is not followed by a write', async () => {
  const before = inFolder()
  const root = writeProgram({ 'main.cjs': `require('fs').writeFileSync('data/out/file', 'a')` })
  mkdirSync(join(root, 'data'))
  symlinkSync(folder, join(root, 'data/out'))
  const config = { name: 'link', root, program: 'main.cjs', runs: 1, stories: false as const }
  const { failures } = await explore(defineExploration({ ...config, database: files('./data') }))
  expect(failures.map(({ title }) => title).join()).toContain(`wrote to ${join(folder, 'file')}`)
  expect(inFolder()).toEqual(before)
})

test('a server of the test answers after code of a run threw, and nobody caught it', async () => {
  const main = `setTimeout(() => process.nextTick(() => { throw new Error('never caught') }), 1000)`
  await exploreFiles({ 'main.cjs': main }, { runs: 1, jobs: { none: { every: '1h', run: () => {} } } })
  const answer = await new Promise<http.IncomingMessage>((resolve) => {
    http.get(`http://127.0.0.1:${port}/`, { agent: false }, resolve)
  })
  expect(answer.resume().statusCode).toBe(200)
})

test('the listeners count, and what was open before is open still', async () => {
  const before = arrived
  opened.socket.write('a')
  opened.udp.send('a', udp.address().port, '127.0.0.1')
  await vi.waitFor(() => expect(arrived).toBe(before + 2), { timeout: 5000 })
  const database = new Database(archive)
  expect(database.all('select id from leads')).toEqual([{ id: 'kept' }])
  database.close()
})
