import childProcess from 'node:child_process'
import cluster from 'node:cluster'
import crypto from 'node:crypto'
import dgram from 'node:dgram'
import dns from 'node:dns'
import inspector from 'node:inspector'
import nodeModule from 'node:module'
import os from 'node:os'
import traceEvents from 'node:trace_events'
import v8 from 'node:v8'
import workerThreads from 'node:worker_threads'
import { callerOf } from '../../run/calls/caller.ts'
import { leaveWorld } from '../../run/calls/fetch.ts'
import type { Replacement } from '../../run/replace.ts'
import { currentScope } from '../../run/scope.ts'

export type Method = (...values: unknown[]) => unknown

/** Refuses something that a run cannot hold, and names the line of the code under test. */
export const refuse =
  (
    what: (values: readonly unknown[], owner: object) => string,
    advice: string,
    applies: (values: readonly unknown[], owner: object) => boolean = () => true,
  ) =>
  (original: Method): Method => {
    const replaced = function (this: unknown, ...values: unknown[]) {
      const scope = currentScope()
      if (!scope || !applies(values, Object(this)))
        return new.target
          ? Reflect.construct(original, values, new.target)
          : Reflect.apply(original, this, values)
      const place = callerOf(replaced)
      const did = what(values, Object(this))
      leaveWorld(scope, `${did}${place ? ` at ${place}` : ''}`, advice)
      throw new Error(`explore: ${did}: ${advice}`)
    }
    // Instances of the real class stay instances.
    replaced.prototype = original.prototype
    return replaced
  }

export const inProcess =
  'a run holds one process only: give the exploration the part of the program without it'

const processes = ['spawn', 'spawnSync', 'exec', 'execSync', 'execFile', 'execFileSync', 'fork'].map(
  (name): Replacement => ({
    owner: childProcess,
    name,
    make: refuse(([command]) => `started the program ${String(command)}`, inProcess),
  }),
)

type LookupCallback = (error: Error | null, address?: unknown, family?: number) => void

const isLookupCallback = (value: unknown): value is LookupCallback => typeof value === 'function'

/** Names lead to this machine: what answers at an address is decided when the code under test connects. */
const lookup = (original: Method): Method => {
  const replaced: Method = (name, ...values) => {
    if (!currentScope()) return original(name, ...values)
    const callback = values.findLast(isLookupCallback)
    const [options] = values
    const all = typeof options === 'object' && options !== null && Reflect.get(options, 'all') === true
    const found = { address: '127.0.0.1', family: 4 }
    process.nextTick(() => (all ? callback?.(null, [found]) : callback?.(null, found.address, found.family)))
    return undefined
  }
  return replaced
}

const lookupPromise =
  (original: Method): Method =>
  (name, options) => {
    if (!currentScope()) return original(name, options)
    const all = typeof options === 'object' && options !== null && Reflect.get(options, 'all') === true
    const found = { address: '127.0.0.1', family: 4 }
    return Promise.resolve(all ? [found] : found)
  }

/** The methods that ask a server for names: only `lookup` is answered. */
const resolvers = [dns, dns.promises, dns.Resolver.prototype, dns.promises.Resolver.prototype].flatMap(
  (owner): Replacement[] =>
    Object.getOwnPropertyNames(owner)
      .filter((name) => /^(?:resolve|reverse|lookupService)/.test(name))
      .map((name) => ({
        owner,
        name,
        make: refuse(([asked]) => `asked a DNS server for ${String(asked)}`, 'use dns.lookup, or a host'),
      })),
)

/** The parts of Node that open connections and files, and start processes, below all modules. */
const internals = new Set([
  ...['tcp_wrap', 'pipe_wrap', 'udp_wrap', 'cares_wrap', 'tls_wrap', 'tty_wrap', 'fs', 'fs_event_wrap'],
  ...['process_wrap', 'spawn_sync', 'signal_wrap', 'inspector'],
])

/** Packages ask for other internals, such as the constants of the system: they get them. */
const opensConnections = ([name]: readonly unknown[]): boolean => internals.has(String(name))

const fileOf = ([options]: readonly unknown[]): string =>
  typeof options === 'object' && options !== null ? String(Reflect.get(options, 'file')) : ''

const thread = refuse(() => 'started a worker thread', inProcess)
/** Node loads modules by a thread of its own. */
const isOfNode = (worker: object): boolean => worker.constructor.name === 'InternalWorker'
const message = refuse(
  () => 'sent a message to another thread',
  inProcess,
  (_, worker) => !isOfNode(worker),
)

/** The ways to threads that were started before the run. */
const threads = (
  [
    [workerThreads.Worker.prototype, 'postMessage', message],
    [workerThreads.Worker.prototype, 'terminate', refuse(() => 'ended a worker thread', inProcess)],
    [workerThreads, 'postMessageToThread', message],
  ] as const
)
  .filter(([owner, name]) => typeof Reflect.get(owner, name) === 'function')
  .map(([owner, name, make]): Replacement => ({ owner, name, make }))

/** Loads the module of WASI, without the warning that it is experimental: the user did not ask for it. */
function wasi(): object {
  const { emitWarning } = process
  process.emitWarning = () => {}
  try {
    return process.getBuiltinModule('node:wasi') as object
  } finally {
    process.emitWarning = emitWarning
  }
}

/** A signal to another process. Programs send signals to their own, which is none. */
const signals = ['kill', '_kill'].map(
  (name): Replacement => ({
    owner: process,
    name,
    make: refuse(
      ([pid]) => `sent a signal to the process ${String(pid)}`,
      inProcess,
      ([pid, signal]) => Number(pid) !== process.pid && signal !== 0,
    ),
  }),
)
const datagrams = refuse(() => 'opened a UDP socket', 'use HTTP')

/** Functions that act on the process that explores, or write a file beside all hooks of files. */
const ofWholeProcess = (
  [
    [inspector, 'open', 'opened the inspector'],
    [inspector.Session.prototype, 'connect', 'connected to the inspector'],
    [inspector.Session.prototype, 'connectToMainThread', 'connected to the inspector'],
    [nodeModule, 'register', 'registered hooks for modules'],
    [nodeModule, 'registerHooks', 'registered hooks for modules'],
    [process.report, 'writeReport', 'wrote a report'],
    [process, 'setUncaughtExceptionCaptureCallback', 'took over the uncaught errors'],
    [v8, 'writeHeapSnapshot', 'wrote a heap snapshot'],
    [v8, 'setHeapSnapshotNearHeapLimit', 'asked for heap snapshots'],
    [v8, 'takeCoverage', 'wrote the coverage'],
    [v8, 'setFlagsFromString', 'changed the flags of V8'],
    [traceEvents, 'createTracing', 'began to trace'],
    [inspector, 'close', 'closed the inspector'],
    [inspector, 'waitForDebugger', 'waited for a debugger'],
    [process, '_debugProcess', 'opened the inspector'],
    [process, '_debugEnd', 'closed the inspector'],
    [crypto, 'setEngine', 'loaded an engine of OpenSSL'],
    [crypto, 'setFips', 'changed the mode of OpenSSL'],
    [os, 'setPriority', 'changed the priority of a process'],
    [process, 'execve', 'replaced the process by a program'],
    ...['setuid', 'seteuid', 'setgid', 'setegid', 'setgroups', 'initgroups'].map(
      (name) => [process, name, 'changed the user of the process'] as const,
    ),
  ] as const
)
  .filter(([owner, name]) => typeof Reflect.get(owner, name) === 'function')
  .map(
    ([owner, name, what]): Replacement => ({
      owner,
      name,
      make: refuse(() => what, 'it concerns the process that explores, not the run'),
    }),
  )

/** What Node answers if no such cache is written. */
const COMPILE_CACHE_DISABLED = 3

/** A cache of compiled code would be written at the end of the process that explores: a run has none. */
const compileCache: readonly Replacement[] =
  'enableCompileCache' in nodeModule
    ? [
        {
          owner: nodeModule,
          name: 'enableCompileCache',
          make:
            (original: Method): Method =>
            (...values) =>
              currentScope() ? { status: COMPILE_CACHE_DISABLED } : original(...values),
        },
      ]
    : []

/** Hooks that lead nowhere in a run. */
export const refusedHooks: readonly Replacement[] = [
  ...compileCache,
  ...processes,
  {
    owner: childProcess.ChildProcess.prototype,
    name: 'spawn',
    make: refuse((values) => `started the program ${fileOf(values)}`, inProcess),
  },
  {
    owner: process,
    name: 'binding',
    make: refuse(
      ([name]) => `asked Node for its internal ${String(name)}`,
      'use the modules of Node',
      opensConnections,
    ),
  },
  {
    owner: process,
    name: '_linkedBinding',
    make: refuse(([name]) => `asked Node for its internal ${String(name)}`, 'use the modules of Node'),
  },
  ...threads,
  ...signals,
  // It opens files below the module of files.
  { owner: wasi(), name: 'WASI', make: refuse(() => 'gave WebAssembly files of the system', 'use node:fs') },
  { owner: cluster, name: 'fork', make: refuse(() => 'forked a cluster', inProcess) },
  { owner: workerThreads, name: 'Worker', make: thread },
  // An instance that is older than the run leads to its class.
  { owner: workerThreads.Worker.prototype, name: 'constructor', make: thread },
  { owner: dgram, name: 'createSocket', make: datagrams },
  { owner: dgram, name: 'Socket', make: datagrams },
  { owner: dgram.Socket.prototype, name: 'constructor', make: datagrams },
  ...ofWholeProcess,
  { owner: dns, name: 'lookup', make: lookup },
  { owner: dns.promises, name: 'lookup', make: lookupPromise },
  ...resolvers,
]
