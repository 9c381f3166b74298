import childProcess from 'node:child_process'
import cluster from 'node:cluster'
import dgram from 'node:dgram'
import dns from 'node:dns'
import workerThreads from 'node:worker_threads'
import { callerOf } from '../calls/caller.ts'
import { leaveWorld } from '../calls/fetch.ts'
import type { Replacement } from '../run/replace.ts'
import { currentScope } from '../run/scope.ts'

type Method = (...values: unknown[]) => unknown

/** Refuses something that a run cannot hold, and names the line of the code under test. */
const refuse =
  (
    what: (values: readonly unknown[]) => string,
    advice: string,
    applies: (values: readonly unknown[]) => boolean = () => true,
  ) =>
  (original: Method): Method => {
    const replaced = function (this: unknown, ...values: unknown[]) {
      const scope = currentScope()
      if (!scope || !applies(values))
        return new.target
          ? Reflect.construct(original, values, new.target)
          : Reflect.apply(original, this, values)
      const place = callerOf(replaced)
      leaveWorld(scope, `${what(values)}${place ? ` at ${place}` : ''}`, advice)
      throw new Error(`explore: ${what(values)}: ${advice}`)
    }
    // Instances of the real class stay instances.
    replaced.prototype = original.prototype
    return replaced
  }

const inProcess = 'a run holds one process only: give the exploration the part of the program without it'

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

/** The parts of Node that open connections and start processes, below all modules. */
const internals = /^(?:tcp_wrap|pipe_wrap|udp_wrap|cares_wrap|process_wrap|spawn_sync)$/

/** Packages ask for other internals, such as the constants of the system: they get them. */
const opensConnections = ([name]: readonly unknown[]): boolean => internals.test(String(name))

const fileOf = ([options]: readonly unknown[]): string =>
  typeof options === 'object' && options !== null ? String(Reflect.get(options, 'file')) : ''

/** Doors that lead nowhere in a run. */
export const refusedDoors: readonly Replacement[] = [
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
  { owner: cluster, name: 'fork', make: refuse(() => 'forked a cluster', inProcess) },
  { owner: workerThreads, name: 'Worker', make: refuse(() => 'started a worker thread', inProcess) },
  { owner: dgram, name: 'createSocket', make: refuse(() => 'opened a UDP socket', 'use HTTP') },
  { owner: dgram, name: 'Socket', make: refuse(() => 'opened a UDP socket', 'use HTTP') },
  { owner: dns, name: 'lookup', make: lookup },
  { owner: dns.promises, name: 'lookup', make: lookupPromise },
  ...resolvers,
]
