import type { Duplex } from 'node:stream'
import { ProcessDied } from './died.ts'
import type { SentRequest } from './operation.ts'

/** A server of the code under test. It listens without a socket. */
export interface VirtualServer {
  readonly port: number
  /** Gives the server the other end of a connection. */
  accept(socket: Duplex): void
  /** Sends the server a request over HTTP, and returns its response. */
  request(request: SentRequest): Promise<Response>
}

/** The events by which Node tells of a rejection that nobody handled, or an exception that nobody caught. */
export const uncaughtEvents = ['unhandledRejection', 'uncaughtException'] as const
export type UncaughtEvent = (typeof uncaughtEvents)[number]

/** One process of the code under test, as its surroundings see it. It is renewed at each death. */
export interface Instance {
  /** The servers that listen, by port. */
  readonly servers: Map<number, VirtualServer>
  /** Frees what the process holds: called once, when the process died or the run ended. */
  readonly endings: Set<() => void>
  /**
   * Receives an exception that nobody caught, or a rejection that nobody handled. Undefined if the code under
   * test is a factory, whose process survives both.
   */
  uncaught: ((thrown: unknown, event: UncaughtEvent) => void) | undefined
  /** The listeners of the process for SIGTERM. Undefined if it never listened. */
  terminate: (() => void) | undefined
}

/** Creates a process that holds nothing yet. */
export const createInstance = (): Instance => ({
  servers: new Map(),
  endings: new Set(),
  uncaught: undefined,
  terminate: undefined,
})

/** Notes an exception that nobody caught, or a rejection that nobody handled. */
export function noteUncaught(
  run: { readonly slot: { readonly instance: Instance }; readonly unhandled: unknown[] },
  thrown: unknown,
  event: UncaughtEvent,
): void {
  if (thrown instanceof ProcessDied) return
  const { uncaught } = run.slot.instance
  if (uncaught) uncaught(thrown, event)
  else run.unhandled.push(thrown)
}

/** Frees everything that a process holds. */
export function endInstance(instance: Instance): void {
  const { servers, endings } = instance
  for (const end of endings) end()
  endings.clear()
  servers.clear()
  // Their listeners keep all that the process loaded, and baseline runs are kept for comparisons. Whether it
  // listened stays known.
  if (instance.terminate) instance.terminate = () => {}
  instance.uncaught = undefined
}
