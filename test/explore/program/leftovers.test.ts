import { AsyncLocalStorage } from 'node:async_hooks'
import dns from 'node:dns'
import { EventEmitter } from 'node:events'
import fs from 'node:fs'
import http from 'node:http'
import http2 from 'node:http2'
import https from 'node:https'
import module from 'node:module'
import net from 'node:net'
import { StringDecoder } from 'node:string_decoder'
import util from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { exploreFiles } from './scratch.ts'

// A program may change the whole process. All is as before when its exploration has ended.

const members = {
  process,
  console,
  fs,
  promises: fs.promises,
  http,
  module,
  Math,
  globalThis,
  Object,
  Reflect,
  http2,
  secureAgents: https.Agent.prototype,
  contexts: AsyncLocalStorage.prototype,
  decoders: StringDecoder.prototype,
  bytes: Object.getPrototypeOf(Uint8Array.prototype),
  lists: Object.getPrototypeOf([].values()),
  maps: Object.getPrototypeOf(new Map().keys()),
  generators: Object.getPrototypeOf((function* () {})()),
}

/** The members of what programs share, and the settings of the process. */
const surroundings = () => ({
  ...Object.fromEntries(
    Object.entries(members).flatMap(([name, owner]) =>
      Reflect.ownKeys(owner)
        // Node changes these.
        .filter((key) => owner !== process || !String(key).startsWith('_'))
        .map((key): [string, unknown] => {
          const { value, get } = Object.getOwnPropertyDescriptor(owner, key) ?? {}
          return [`${name}.${String(key)}`, value ?? get]
        }),
    ),
  ),
  emit: http.Server.prototype.emit,
  frozen: Object.entries(members).map(([name, owner]) => [name, Object.isExtensible(owner)]),
  title: process.title,
  mask: process.umask(),
  folder: process.cwd(),
  exitCode: process.exitCode,
  listeners: EventEmitter.defaultMaxListeners,
  order: dns.getDefaultResultOrder(),
  families: net.getDefaultAutoSelectFamily(),
  agent: http.globalAgent,
  addRequest: Reflect.get(https.globalAgent, 'addRequest'),
  shown: { ...util.inspect.defaultOptions },
})

type Surroundings = ReturnType<typeof surroundings> & Record<string, unknown>

const changed = (before: Surroundings, after: Surroundings): string[] =>
  Object.keys({ ...before, ...after }).filter((name) => !util.isDeepStrictEqual(before[name], after[name]))

const passes = { runs: 2, eventually: { 'it ends': () => true } }

test.each<[what: string, main: string]>([
  ['freezes the console, and what it prints to', 'Object.freeze(console)\nObject.freeze(process.stdout)'],
  [
    'freezes process, and the modules of Node',
    `Object.freeze(process)\nObject.freeze((await import('node:fs')).default)`,
  ],
  ['seals Math', 'Object.seal(Math)\nMath.floor = () => 1'],
  [
    'lets nobody extend the globals',
    'Reflect.preventExtensions(globalThis)\nObject.preventExtensions(Reflect)',
  ],
  [
    'defines a member of the console for ever',
    `Object.defineProperty(console, 'warn', { value() {}, configurable: false })
Reflect.defineProperty(console, 'info', { value() {}, configurable: false })`,
  ],
  [
    'replaces nextTick',
    'const { nextTick } = process\nprocess.nextTick = (...values) => nextTick(...values)',
  ],
  ['names its process', `process.title = 'mine'`],
  ['adds to process, and replaces what it reports', `process.mine = 1\nprocess.memoryUsage = () => ({})`],
  [
    'replaces members of fs',
    `import fs from 'node:fs'
fs.readFileSync = () => 'mine'
fs.promises.readFile = async () => 'mine'
fs.mine = 1`,
  ],
  [
    'watches requests and modules, as a monitor does',
    `import http from 'node:http'
import module from 'node:module'
http.request = () => {}
http.Server.prototype.emit = function emit() {}
http.globalAgent = new http.Agent()
const { _load } = module
module._load = (...values) => _load(...values)`,
  ],
  [
    'sets what holds for the whole process',
    `import dns from 'node:dns'
import { EventEmitter } from 'node:events'
import net from 'node:net'
import util from 'node:util'
dns.setDefaultResultOrder('ipv4first')
EventEmitter.defaultMaxListeners = 99
net.setDefaultAutoSelectFamily(!net.getDefaultAutoSelectFamily())
util.inspect.defaultOptions.depth = 99
process.umask(0o77)`,
  ],
  [
    'replaces what loops, contexts and connections stand on',
    `import { AsyncLocalStorage } from 'node:async_hooks'
import http2 from 'node:http2'
import https from 'node:https'
import { StringDecoder } from 'node:string_decoder'
for (const owner of [[].values(), new Map().keys()].map(Object.getPrototypeOf)) {
  const { next } = owner
  owner.next = function () { return Reflect.apply(next, this, []) }
}
Object.getPrototypeOf(Uint8Array.prototype).fill = () => 'mine'
Object.getPrototypeOf(function* () {}).prototype.mine = 1
AsyncLocalStorage.prototype.getStore = () => undefined
http2.createServer = () => {}
https.Agent.prototype.createConnection = () => {}
https.globalAgent.addRequest = () => {}
StringDecoder.prototype.write = () => 'mine'`,
  ],
])('a program that %s leaves nothing behind', async (_, main) => {
  // The first exploration loads what loads programs.
  await exploreFiles({ 'main.mjs': '' }, { ...passes, runs: 1 })
  const before = surroundings()
  await exploreFiles({ 'main.mjs': main }, passes)
  expect(changed(before, surroundings())).toEqual([])
  // The next exploration finds everything as this one did.
  const next = await exploreFiles({ 'main.mjs': 'console.log(1)' }, passes)
  expect(next.failures.map(({ text }) => text)).toEqual([])
})

test('listeners of other code that come meanwhile stay, and go one by one', async () => {
  const before = process.eventNames()
  const own = Array.from({ length: 50 }, (_, place) => `event ${place}`)
  const listens = () => void own.map((name) => process.listenerCount(name) || process.on(name, listens))
  await exploreFiles({ 'main.mjs': '' }, { runs: 1, eventually: { listens } })
  expect(own.map((name) => process.listenerCount(name))).toEqual(own.map(() => 1))
  for (const name of own) process.removeListener(name, listens)
  expect(process.eventNames()).toEqual(before)
})

test('a program that ends its process below exit ends only that', async () => {
  const main = `process.on('exit', () => { throw new Error('nobody hears') })
setTimeout(() => process.reallyExit(3), 60_000)`
  const report = await exploreFiles({ 'main.mjs': main }, passes)
  expect(report.failures.map(({ title }) => title)).toEqual([
    expect.stringMatching(/^the program ended 51 times in one run; it exits with code 3 last/),
  ])
})

test('what goes on in a dead process moves to no other folder', async () => {
  const before = process.cwd()
  onTestFinished(() => process.chdir(before))
  // The process of a later run wakes that of the first.
  const main = `if (globalThis.wake) wake()
else new Promise((resolve) => { globalThis.wake = resolve }).then(() => process.chdir('..'))`
  await exploreFiles({ 'main.mjs': main }, passes)
  expect(process.cwd()).toBe(before)
})

/** Begins a program that polls; `starts` counts the processes that left something for it. */
const polls = (starts: string) => `${starts}
if (starts > 1) throw new Error('it found what an earlier process left')
const url = 'https://graph.facebook.com/' + process.env.FORM + '/leads?access_token=' + process.env.TOKEN
setInterval(() => fetch(url).then((answer) => answer.json()).catch(() => {}), 900_000)`

test.each<[what: string, main: string]>([
  ['keeps state in process', polls('const starts = (process.mine = (process.mine ?? 0) + 1)')],
  [
    'keeps state in the globals by a symbol',
    polls(`const state = (globalThis[Symbol.for('mine')] ??= { starts: 0 })\nconst starts = ++state.starts`),
  ],
  [
    'keeps hidden state in the globals',
    polls(`if (!globalThis.mine) Object.defineProperty(globalThis, 'mine', { value: { starts: 0 } })
const starts = ++globalThis.mine.starts`),
  ],
  [
    'wraps fetch, and allows two calls at once',
    `const { fetch: inner } = globalThis
let open = 0
globalThis.fetch = (...values) => {
  if (++open > 2) throw new Error('too many calls')
  return inner(...values).finally(() => open--)
}
${polls('const starts = globalThis.fetch === inner ? 2 : 1')}
setInterval(() => { if (open > 1) throw new Error('a call is left open') }, 950_000)`,
  ],
  [
    'wraps timers and the console, each once',
    `const depthOf = (inner) => 1 + (inner.depth ?? 0)
const wrap = (owner, name) => {
  const inner = owner[name]
  owner[name] = Object.assign((...values) => inner.apply(owner, values), { depth: depthOf(inner) })
  return owner[name].depth
}
const places = [[globalThis, 'setTimeout'], [console, 'log'], [process.stdout, 'write']]
${polls('const starts = Math.max(...places.map(([owner, name]) => wrap(owner, name)))')}`,
  ],
])('each process of a program that %s finds the globals as before', async (_, main) => {
  const report = await exploreFiles(
    { 'main.mjs': main },
    {
      ...passes,
      runs: 12,
      env: ({ names }) => ({ FORM: names.form, TOKEN: names.pageToken }),
    },
  )
  expect(report.failures.map(({ text }) => text)).toEqual([])
  expect([report.ok, report.nondeterminism]).toEqual([true, undefined])
  expect(report.sometimes['the process died']).toBe(true)
})
