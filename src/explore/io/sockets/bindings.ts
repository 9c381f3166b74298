import dgram from 'node:dgram'
import { EventEmitter } from 'node:events'
import { fstatSync } from 'node:fs'
import http2 from 'node:http2'
import { Socket } from 'node:net'
import { duplexPair } from 'node:stream'
import { Worker } from 'node:worker_threads'
import type { Replacement } from '../../run/replace.ts'
import { currentScope } from '../../run/scope.ts'
import { inProcess, type Method, refuse } from './refused.ts'

type Binding = Readonly<Record<string, unknown>>

// Taken before anything replaces it. Bindings are what the modules of Node stand on.
const binding: (name: string) => Binding = Reflect.get(process, 'binding')

const { Pipe } = binding('pipe_wrap')

/** A class of handles, its methods that reach out, and what they do, in words. */
type Handles = readonly [
  binding: string,
  name: string,
  methods: readonly string[],
  what: (values: readonly unknown[], handle: object) => string,
  advice: string,
  applies?: (values: readonly unknown[], handle: object) => boolean,
]

const opened = 'open connections in the program, by the modules of Node'
const printing = 'print by console or process.stdout'
const written = [
  'writeBuffer',
  'writev',
  'writeAsciiString',
  'writeUtf8String',
  'writeUcs2String',
  'writeLatin1String',
]

/** The address at the other end of a handle, as far as it tells. */
function peerOf(handle: object): string {
  const name: { address?: string; port?: number } = {}
  const { getpeername }: { getpeername?: (out: object) => unknown } = handle
  getpeername?.call(handle, name)
  return name.address === undefined ? '' : ` to ${name.address}:${name.port}`
}

const addressIn = (values: readonly unknown[]): string =>
  values.filter((value) => typeof value === 'string' || typeof value === 'number').join(':')

/** The channel on which this process answers the one that forked it, such as a worker of a test runner. */
function ownChannel(): unknown {
  const [name] = Object.getOwnPropertySymbols(process).filter(
    ({ description }) => description === 'kChannelHandle',
  )
  return name && Reflect.get(process, name)
}

/** The streams to which code without a process of its own prints. */
const isOutput = (stream: object): boolean => stream === process.stdout || stream === process.stderr

const isNotOurs = (_: readonly unknown[], handle: object): boolean =>
  handle !== ownChannel() &&
  ![process.stdout, process.stderr].some((stream) => Reflect.get(stream, '_handle') === handle)

const old = (_: readonly unknown[], handle: object) =>
  `wrote to a connection${peerOf(handle)} that was open before the run`

/** Ends TLS on an older connection: its first bytes would leave with those that the owner writes next. */
function endedTls(values: readonly unknown[], handle: object): string {
  const said = old(values, handle)
  const { destroySSL }: { destroySSL?: () => void } = handle
  destroySSL?.call(handle)
  return said
}

const handles: readonly Handles[] = [
  ['tcp_wrap', 'TCP', ['connect', 'connect6'], (values) => `connected to ${addressIn(values)}`, opened],
  ['tcp_wrap', 'TCP', ['bind', 'bind6', 'open', 'listen'], () => 'opened a TCP socket', opened],
  ['tcp_wrap', 'TCP', written, old, opened],
  ['tls_wrap', 'TLSWrap', written, old, opened],
  // They send bytes that nobody wrote.
  ['tls_wrap', 'TLSWrap', ['start', 'renegotiate'], endedTls, opened, (_, handle) => peerOf(handle) !== ''],
  [
    'tcp_wrap',
    'TCP',
    ['shutdown', 'reset', 'close'],
    (_, handle) => `closed a connection${peerOf(handle)} that was open before the run`,
    opened,
  ],
  ['pipe_wrap', 'Pipe', ['connect', 'bind', 'open'], () => 'opened a local socket', opened],
  ['pipe_wrap', 'Pipe', written, () => 'wrote to a pipe that was open before the run', inProcess, isNotOurs],
  ['pipe_wrap', 'Pipe', ['close'], () => 'closed a pipe that was open before the run', inProcess, isNotOurs],
  [
    'tty_wrap',
    'TTY',
    written,
    () => 'wrote to the terminal of the process that explores',
    printing,
    isNotOurs,
  ],
  ['udp_wrap', 'UDP', ['send', 'send6', 'connect', 'connect6'], () => 'sent a UDP message', 'use HTTP'],
  ['udp_wrap', 'UDP', ['bind', 'bind6', 'open'], () => 'opened a UDP socket', 'use HTTP'],
  ['process_wrap', 'Process', ['spawn'], () => 'started a program', inProcess],
  ['process_wrap', 'Process', ['kill'], () => 'sent a signal to a program that ran before', inProcess],
  [
    'cares_wrap',
    'ChannelWrap',
    [
      'queryAny',
      'queryA',
      'queryAaaa',
      'queryCaa',
      'queryCname',
      'queryMx',
      'queryNs',
      'queryTlsa',
      'queryTxt',
    ],
    ([, name]) => `asked a DNS server for ${String(name)}`,
    'use dns.lookup, or a host',
  ],
  [
    'cares_wrap',
    'ChannelWrap',
    ['querySrv', 'queryPtr', 'queryNaptr', 'querySoa', 'getHostByAddr'],
    ([, name]) => `asked a DNS server for ${String(name)}`,
    'use dns.lookup, or a host',
  ],
]

const isClass = (value: unknown): value is { readonly prototype: object } => typeof value === 'function'

/** The classes of handles, which code of a run may have got from an object that is older than the run. */
const ofHandles = handles.flatMap(([name, key, methods, what, advice, applies]): Replacement[] => {
  const owner = binding(name)[key]
  return isClass(owner)
    ? methods
        .filter((method) => typeof Reflect.get(owner.prototype, method) === 'function')
        .map((method) => ({ owner: owner.prototype, name: method, make: refuse(what, advice, applies) }))
    : []
})

/** Whether a socket leads to another host, and is none that the run holds in memory. */
const isRemote = (_: readonly unknown[], socket: object): boolean =>
  socket instanceof Socket && socket.remoteAddress !== undefined && Reflect.get(socket, '_handle') != null

/** Whether a stream of bytes is a pipe to a process that was started before. */
const isPipe = (stream: object): boolean =>
  stream instanceof Socket && !isOutput(stream) && Reflect.get(stream, '_handle')?.constructor === Pipe

const isOld = (values: readonly unknown[], stream: object): boolean =>
  isRemote(values, stream) || isPipe(stream)

const openAt = (socket: object): string => {
  if (!(socket instanceof Socket) || socket.remoteAddress === undefined)
    return 'a pipe that was open before the run'
  return `the connection to ${socket.remoteAddress}:${socket.remotePort}, which was open before the run,`
}

/** Refused before the stream takes the bytes: it stays usable for whoever opened it. */
const write = refuse((_, socket) => `wrote to ${openAt(socket)}`, opened, isOld)

/** Also before: a stream that is ended once would not be named again. */
const close = refuse((_, socket) => `closed ${openAt(socket)}`, opened, isOld)

/** A message of a UDP socket that was open before. */
const send = refuse(() => 'sent a UDP message', 'use HTTP')

const framed = refuse(() => 'used a connection of HTTP/2 that was open before the run', opened)

/** The classes of sessions of HTTP/2, of a client and of all, and that of their streams. */
function framedPrototypes(): object[] {
  // It needs no network.
  const [near] = duplexPair()
  const session = http2.connect('http://localhost', { createConnection: () => near })
  const stream = session.request().on('error', () => {})
  session.on('error', () => {}).destroy()
  return [session, stream].flatMap((made) => {
    const own: object = Object.getPrototypeOf(made)
    return [own, Object.getPrototypeOf(own)]
  })
}

const ofSessions = ['request', 'ping', 'settings', 'goaway', 'close', 'destroy']
const ofStreams = ['write', 'end', 'priority', 'sendTrailers']

/** Sessions and their streams write to a connection below all sockets. */
const framedHooks = framedPrototypes().flatMap((owner): Replacement[] =>
  [...ofSessions, ...('sendTrailers' in owner ? ofStreams : [])]
    .filter((name) => Object.hasOwn(owner, name) || ofStreams.includes(name))
    .map((name) => ({ owner, name, make: framed })),
)

/** The class of handles of threads: a worker that Node refuses for its options has one, and starts none. */
function threadHandle(): object | undefined {
  const { init } = EventEmitter as unknown as { init: Method }
  let made: object | undefined
  const note = function (this: object, ...values: unknown[]) {
    made ??= this
    return Reflect.apply(init, this, values)
  }
  Reflect.set(EventEmitter, 'init', note)
  try {
    new Worker('', { eval: true, execArgv: ['--never-an-option'] })
  } catch {
    // As intended.
  } finally {
    Reflect.set(EventEmitter, 'init', init)
  }
  const key = Object.getOwnPropertySymbols(made ?? {}).find(({ description }) => description === 'kHandle')
  const handle: unknown = key && Reflect.get(made ?? {}, key)
  return typeof handle === 'object' && handle !== null ? Object.getPrototypeOf(handle) : undefined
}

const ofThreads = [threadHandle()].flatMap((owner): Replacement[] =>
  owner ? [{ owner, name: 'startThread', make: refuse(() => 'started a worker thread', inProcess) }] : [],
)

/** Whether a number stands for a socket, of which a run opens none. Output of the process may be one. */
function isSocket(file: unknown): boolean {
  try {
    return typeof file === 'number' && file > process.stderr.fd && fstatSync(file).isSocket()
  } catch {
    return false
  }
}

const ofNumbers = ['writeBuffer', 'writeBuffers', 'writeString', 'writeFileUtf8'].map(
  (name): Replacement => ({
    owner: binding('fs'),
    name,
    make: refuse(
      (values) => old(values, {}),
      opened,
      ([file]) => isSocket(file),
    ),
  }),
)

type Lookup = (
  request: { oncomplete(error: null, addresses: string[]): void },
  ...values: unknown[]
) => number

/** Below `dns.lookup`, which a package may have taken before the run: names lead to this machine. */
const lookup =
  (original: Lookup): Lookup =>
  (request, ...values) => {
    if (!currentScope()) return original(request, ...values)
    process.nextTick(() => request.oncomplete(null, ['127.0.0.1']))
    return 0
  }

/** The parts of Node below its modules, which lead out from whatever object code of a run finds. */
export const bindingHooks: readonly Replacement[] = [
  ...ofHandles,
  ...framedHooks,
  ...ofThreads,
  ...ofNumbers,
  { owner: binding('cares_wrap'), name: 'getaddrinfo', make: lookup },
  // Below all functions that start a program and wait for it.
  { owner: binding('spawn_sync'), name: 'spawn', make: refuse(() => 'started a program', inProcess) },
  { owner: Socket.prototype, name: 'write', make: write },
  ...['end', 'destroy', 'destroySoon', 'resetAndDestroy'].map((name) => ({
    owner: Socket.prototype,
    name,
    make: close,
  })),
  ...['send', 'bind', 'connect'].map((name) => ({ owner: dgram.Socket.prototype, name, make: send })),
]
