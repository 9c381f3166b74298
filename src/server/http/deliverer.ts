import type { Delivery } from '../../chapters/webhooks/delivery.ts'
import type { Transport } from '../../world/sending/webhooks.ts'
import type { World } from '../../world/world.ts'
import type { Worlds } from '../worlds.ts'

/** Delivers the due webhooks of a server's worlds. */
export interface Deliverer {
  /** Starts to check the worlds for due deliveries. */
  readonly start: () => void
  /** Checks the worlds soon, but after the current answer is sent. */
  readonly wake: () => void
  /** Delivers the due webhooks of a world, and waits for the deliveries under way. */
  readonly flush: (world: World) => Promise<readonly Delivery[]>
  /** Stops, and aborts the deliveries under way. */
  readonly stop: () => void
}

/** Milliseconds between two checks: code of this process may have moved the clock of a world. */
const CHECK_MS = 100

/** Open requests to one app, so that a webhook that never answers does not take all sockets. */
const REQUESTS_PER_APP_MAX = 8

const isDue = ({ webhooks: { due }, clock: { now } }: World): boolean => due !== undefined && due <= now

/** Creates the deliverer of a server (HOK-001). Its timer does not keep the process alive. */
export function delivererOf(worlds: Worlds, transport: Transport, timeout: number): Deliverer {
  const stopping = new AbortController()
  const options = { transport, maxConcurrentPerApp: REQUESTS_PER_APP_MAX }
  let isCheckPlanned = false
  const deliver = async (world: World): Promise<void> => {
    const deliveries = await world.webhooks.flush({ ...options, signal: stopping.signal })
    // More deliveries may be due by now. If this flush sent none, the due ones have no transport.
    if (deliveries.length > 0) wake()
  }
  const check = () => {
    isCheckPlanned = false
    if (stopping.signal.aborted) return
    for (const world of worlds.all()) if (isDue(world)) deliver(world).catch(() => {})
  }
  const wake = () => {
    if (isCheckPlanned) return
    isCheckPlanned = true
    setImmediate(check)
  }
  let timer: NodeJS.Timeout | undefined
  return {
    start() {
      timer = setInterval(check, CHECK_MS)
      timer.unref()
    },
    wake,
    flush(world) {
      const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(2 * timeout)])
      return world.webhooks.flush({ ...options, signal, wait: true })
    },
    stop() {
      clearInterval(timer)
      stopping.abort()
    },
  }
}
