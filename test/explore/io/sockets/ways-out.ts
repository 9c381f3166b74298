import { databases, type WayOut } from './ways-to-databases.ts'

/*
 * The ways by which code of a run may reach what is real. HOST, PORT and DATAGRAMS are real listeners, FOLDER is a real
 * folder with the database `archive.db`, and `before` are objects that the test opened before the exploration.
 */

/** Sends a request by the real `fetch`, which the test got before, or opens a socket. */
const send = `fetch('http://HOST/').catch(() => {})`
const connect = `require('net').connect(PORT, '127.0.0.1').on('error', () => {})`
const fetched = 'fetched http://HOST/'
const connected = 'connected to HOST'

const network: readonly WayOut[] = [
  ['network', 'fetch', send, fetched],
  ['network', 'a socket', connect, connected],
  ['network', 'a request', `require('http').get('http://HOST/').on('error', () => {})`, connected],
  [
    'network',
    'a request to a local socket',
    `require('http').get({ socketPath: 'FOLDER/socket', path: '/' }).on('error', () => {})`,
    'connected to the local socket FOLDER/socket',
  ],
  [
    'network',
    'UDP',
    `require('dgram').createSocket('udp4').send('a', DATAGRAMS, '127.0.0.1')`,
    'opened a UDP socket',
  ],
]

const processes: readonly WayOut[] = [
  [
    'processes',
    'spawn',
    `require('child_process').spawn('touch', ['FOLDER/spawned'])`,
    'started the program',
  ],
  [
    'processes',
    'spawnSync',
    `require('child_process').spawnSync('touch', ['FOLDER/spawned'])`,
    'started the program',
  ],
  [
    'threads',
    'a worker',
    `new (require('worker_threads').Worker)("require('fs').writeFileSync('FOLDER/thread', '')", { eval: true })`,
    'started a worker thread',
  ],
  ['process', 'the inspector', `require('inspector').open(0)`, 'opened the inspector'],
  ['process', 'a report', `process.report.writeReport('FOLDER/report.json')`, 'wrote a report'],
  ['process', 'a heap snapshot', `require('v8').writeHeapSnapshot('FOLDER/a.heapsnapshot')`, 'wrote a heap'],
  ['process', 'hooks for modules', `require('module').register('data:text/javascript,')`, 'registered hooks'],
]

/** Callbacks that Node starts in no scope: the test raises what each waits for. */
const observers: readonly WayOut[] = [
  [
    'observers',
    'PerformanceObserver',
    `new PerformanceObserver(() => { ${send} }).observe({ entryTypes: ['mark'] })`,
    fetched,
  ],
  [
    'observers',
    'PerformanceObserver of a module',
    `new (require('perf_hooks').PerformanceObserver)(() => { ${connect} }).observe({ entryTypes: ['mark'] })`,
    connected,
  ],
  [
    'observers',
    'FinalizationRegistry',
    `globalThis.registry = new FinalizationRegistry(() => { ${send} })
    registry.register({}, 1)`,
    '',
  ],
  [
    'observers',
    'createHook',
    `let inside = false
    require('async_hooks').createHook({ init() {
      if (inside) return
      inside = true
      try { ${connect} } finally { inside = false }
    } }).enable()`,
    connected,
  ],
  [
    'observers',
    'diagnostics_channel',
    `require('diagnostics_channel').subscribe('fauxgraph.test', () => { ${send} })`,
    fetched,
  ],
  [
    'observers',
    'a channel',
    `require('diagnostics_channel').channel('fauxgraph.test').subscribe(() => { ${send} })`,
    fetched,
  ],
  ['observers', 'a target of events', `before.target.addEventListener('raised', () => { ${send} })`, fetched],
  [
    'observers',
    'a target of events, by an object',
    `before.target.addEventListener('raised', { handleEvent() { ${send} } })`,
    fetched,
  ],
  ['observers', 'process.on', `process.on('fauxgraph.test', () => { ${send} })`, ''],
  [
    'observers',
    'listeners of the class of emitters',
    `require('events').prototype.on.call(process, 'fauxgraph.test', () => { ${send} })`,
    '',
  ],
  [
    'observers',
    'hooks of promises',
    `let inside = false
    require('v8').promiseHooks.onInit(() => {
      if (inside) return
      inside = true
      try { ${connect} } finally { inside = false }
    })`,
    connected,
  ],
  [
    'observers',
    'a context that is taken away',
    `require('async_hooks').AsyncLocalStorage.prototype.getStore = () => undefined
    ${connect}`,
    connected,
  ],
  [
    'observers',
    'FinalizationRegistry of a context',
    `globalThis.registry = new (require('vm').runInNewContext('FinalizationRegistry'))(() => { ${send} })
    registry.register({}, 1)`,
    '',
  ],
  [
    'observers',
    'a store that a channel binds',
    `const { AsyncLocalStorage } = require('async_hooks')
    require('diagnostics_channel').channel('fauxgraph.test').bindStore(new AsyncLocalStorage(), () => { ${send} })`,
    fetched,
  ],
  ['observers', 'a resource of the root', `before.resource.runInAsyncScope(() => { ${send} })`, fetched],
]

/** Listeners to an object that is older than the run, and how a run reaches real things by other parts of Node. */
const emitters: readonly WayOut[] = [
  ['observers', 'an emitter', `before.emitter.on('raised', () => { ${send} })`, fetched],
  [
    'observers',
    'an emitter, by its class',
    `require('events').prototype.prependListener.call(before.emitter, 'raised', () => { ${connect} })`,
    connected,
  ],
  ['observers', 'an emitter, once', `before.emitter.once('raised', () => { ${send} })`, fetched],
]

const others: readonly WayOut[] = [
  [
    'processes',
    'a signal to another process',
    `process.kill(before.child.pid, 'SIGTERM')`,
    'sent a signal to',
  ],
  ['processes', 'a signal below', `process._kill(before.child.pid, 15)`, 'sent a signal to'],
  ['processes', 'an end of a child', `before.child.kill()`, 'sent a signal to a program'],
  ['processes', 'a message to the parent', `process._send?.('a')`, ''],
  ['threads', 'a message to a worker', `before.worker.postMessage('a')`, 'sent a message to another thread'],
  ['threads', 'the end of a worker', `before.worker.terminate()`, 'ended a worker thread'],
  ['threads', 'a channel', `new BroadcastChannel('fauxgraph.test').postMessage('a')`, ''],
  [
    'process',
    'a cache of compiled code',
    `const { enableCompileCache, flushCompileCache } = require('module')
    enableCompileCache?.('FOLDER/cache')
    require('assert/strict')
    flushCompileCache?.()`,
    '',
  ],
  ...(Reflect.has(process, 'execve')
    ? ([
        [
          'process',
          'another program in its place',
          `process.execve('/bin/touch', ['touch', 'FOLDER/execve'], {})`,
          'replaced the process',
        ],
      ] as const)
    : []),
  ['process', 'its priority', `require('os').setPriority(0, 19)`, 'changed the priority'],
  ['process', 'an engine', `require('crypto').setEngine('FOLDER/engine.so')`, 'loaded an engine'],
  ['process', 'internals of files', `process.binding('fs')`, 'asked Node for its internal fs'],
  ['process', 'a terminal', `process.binding('tty_wrap')`, 'asked Node for its internal tty_wrap'],
  ['process', 'linked internals', `process._linkedBinding('fauxgraph')`, 'asked Node for its internal'],
  [
    'process',
    'WASI',
    `new (require('wasi').WASI)({ version: 'preview1', preopens: { '/': 'FOLDER' } })`,
    'gave WebAssembly',
  ],
  ['before', 'a pipe', `before.child.stdin.write('a')`, 'wrote to a pipe'],
  [
    'before',
    'a session of HTTP/2',
    `before.session.request({ ':path': '/' }).on('error', () => {})`,
    'used a connection',
  ],
  ['before', 'the end of a socket', `before.socket.destroy()`, 'closed the connection'],
  [
    'before',
    'a resolver',
    `before.resolver._handle.queryA({ oncomplete() {} }, 'crm.example')`,
    'asked a DNS server',
  ],
  ['files', 'an open file', `require('fs').writeSync(before.file.fd, 'a')`, 'wrote to the open file'],
  [
    'files',
    'an open file, later',
    `require('fs').write(before.file.fd, 'a', () => {})`,
    'wrote to the open file',
  ],
  [
    'files',
    'an open file, appended',
    `require('fs').appendFileSync(before.file.fd, 'a')`,
    'wrote to the open file',
  ],
  [
    'files',
    'the owner of an open file',
    `require('fs').fchmodSync(before.file.fd, 0o777)`,
    'wrote to the open file',
  ],
  ['files', 'a stream', `before.stream.write('a')`, 'wrote to the open file'],
  ['files', 'the end of a stream', `before.stream.end('a')`, 'wrote to the open file'],
  ['files', 'a handle', `await before.file.write('a')`, 'wrote to the open file'],
  [
    'files',
    'a handle as a path',
    `await require('fs/promises').writeFile(before.file, 'a')`,
    'wrote to the open file',
  ],
  ['files', 'a device', `require('fs').writeFileSync('/dev/fd/' + before.file.fd, 'a')`, 'wrote to /dev/fd'],
  ['files', 'an owner', `require('fs').chownSync('FOLDER/archive.db', 1, 1)`, 'wrote to FOLDER/archive.db'],
  [
    'files',
    'times of a link',
    `require('fs').lutimesSync('FOLDER/archive.db', 1, 1)`,
    'wrote to FOLDER/archive.db',
  ],
  [
    'files',
    'another name',
    `require('fs').linkSync('FOLDER/archive.db', 'data/a')`,
    'wrote to FOLDER/archive.db',
  ],
]

/** Ways by parts of Node that a package took before the exploration, and by objects of older ones. */
const taken: readonly WayOut[] = [
  [
    'observers',
    'FinalizationRegistry that was taken before',
    `globalThis.registry = new before.FinalizationRegistry(() => { ${send} })
    registry.register({}, 1)`,
    '',
  ],
  [
    'network',
    'a look-up that was taken before',
    `await new Promise((resolve, reject) => before.lookup('crm.example', (error) => error ? reject(error) : resolve()))
    ${connect}`,
    connected,
  ],
  [
    'threads',
    'a class of workers that was made before',
    `new before.OwnWorker("require('fs').writeFileSync('FOLDER/thread', '')", { eval: true })`,
    'started a worker thread',
  ],
  ['before', 'the number of a socket', `require('fs').writeSync(before.socket._handle.fd, 'a')`, 'wrote to'],
  [
    'before',
    'TLS on a socket',
    `new (require('tls').TLSSocket)(before.socket).on('error', () => {})._start()`,
    'wrote to a connection to 127.0.0.1',
  ],
  ['before', 'a stream of HTTP/2', `before.framed.write('a')`, 'used a connection of HTTP/2'],
  // Its pipe is closed later: after that the child takes itself for disconnected, and is not named again.
  ['before', 'the channel of a child', `before.child.disconnect()`, ''],
  [
    'files',
    'a function that was taken before',
    `before.fs.writeFileSync('FOLDER/file', '')`,
    'wrote to FOLDER/file',
  ],
  [
    'files',
    'a promise that was taken before',
    `await before.fs.promises.writeFile('FOLDER/file', '')`,
    'wrote to FOLDER/file',
  ],
  [
    'files',
    'a copy that was taken before',
    `before.fs.copyFileSync(__filename, 'FOLDER/copy')`,
    'wrote to FOLDER/copy',
  ],
  [
    'files',
    'the folder of Vite elsewhere',
    `require('fs').mkdirSync('FOLDER/node_modules/.vite/a', { recursive: true })`,
    'wrote to FOLDER/node_modules',
  ],
]

/** What was open before the exploration. A connection that is refused once may be closed by its client. */
const before: readonly WayOut[] = [
  ['before', 'a socket', `before.socket.write('a')`, 'wrote to the connection to 127.0.0.1'],
  [
    'before',
    'the handle of a socket',
    `new (before.socket._handle.constructor)(0).connect({}, '127.0.0.1', PORT)`,
    'connected to',
  ],
  ['before', 'a UDP socket', `before.udp.send('a', DATAGRAMS, '127.0.0.1')`, 'sent a UDP message'],
  [
    'before',
    'the class of a UDP socket',
    `new (before.udp.constructor)('udp4').send('a', DATAGRAMS, '127.0.0.1')`,
    'opened a UDP socket',
  ],
  [
    'before',
    'the class of a worker',
    `new (before.worker.constructor)("require('fs').writeFileSync('FOLDER/thread', '')", { eval: true })`,
    'started a worker thread',
  ],
  [
    'before',
    'the handle of a child',
    `new (before.child._handle.constructor)().spawn({ file: '/bin/touch', args: ['touch', 'FOLDER/spawned'], stdio: [] })`,
    'started a program',
  ],
  ['before', 'a warm fetch', `before.fetch('http://HOST/').catch(() => {})`, 'HOST'],
  ['before', 'a warm undici', `before.undici.request('http://HOST/').catch(() => {})`, 'HOST'],
  [
    'before',
    'a request on a warm agent',
    `before.request('http://HOST/', { agent: before.agent }).on('error', () => {}).end()`,
    'HOST',
  ],
]

const files: readonly WayOut[] = [
  ['files', 'writeFile', `require('fs').writeFileSync('FOLDER/file', '')`, 'wrote to FOLDER/file'],
  ['files', 'a link', `require('fs').symlinkSync('archive.db', 'FOLDER/link')`, 'wrote to FOLDER/link'],
  [
    'files',
    'a link that leads out',
    `await require('fs/promises').symlink('FOLDER/archive.db', 'data/link')`,
    'wrote to FOLDER/archive.db',
  ],
  [
    'files',
    'below node_modules',
    `require('fs').mkdirSync('FOLDER/node_modules/a', { recursive: true })`,
    'wrote to FOLDER/node_modules/a',
  ],
  [
    'files',
    'shared memory',
    `require('fs').writeFileSync('/dev/shm/never-there', '')`,
    'wrote to /dev/shm/never-there',
  ],
  ['files', 'a promise', `await require('fs/promises').writeFile('FOLDER/file', '')`, 'wrote to FOLDER/file'],
]

/** All ways that this machine has. */
export const waysOut: readonly WayOut[] = [
  ...network,
  ...files,
  ...databases,
  ...processes,
  ...observers,
  ...emitters,
  ...others,
  ...taken,
  ...before,
]
