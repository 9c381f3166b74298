import type { Delivery } from '../../areas/webhooks/delivery.ts'
import type { Transport } from '../../world/carrying.ts'
import type { World } from '../../world/world.ts'
import type { Worlds } from '../worlds.ts'

/** Carries the deliveries of a server's worlds. */
export interface Deliverer {
  /** Begins to look after the worlds. */
  readonly start: () => void
  /** Carries what is due, soon: never before the answer is sent that is under way. */
  readonly wake: () => void
  /** Carries what is due in a world, and waits for what is on its way. */
  readonly flush: (world: World) => Promise<readonly Delivery[]>
  /** Ends it all, what is on its way included. */
  readonly stop: () => void
}

/** How often the worlds are looked at: whoever holds one in this process may have moved it. */
const PERIOD_MS = 100

/** How many requests to one app are open at once: a webhook that never answers takes no more sockets. */
const REQUESTS_MAX = 8

const isDue = ({ webhooks: { due }, clock: { now } }: World): boolean => due !== undefined && due <= now

/** Carries what comes due in the worlds of a server, once it is started. It keeps no process alive. */
export function deliver(worlds: Worlds, carrier: Transport, timeout: number): Deliverer {
  const stopping = new AbortController()
  let woken = false
  const carry = async (world: World): Promise<void> => {
    const carried = await world.webhooks.flush({ carrier, signal: stopping.signal, most: REQUESTS_MAX })
    // Something may have come due meanwhile. Where nothing was carried, nobody is there to carry to.
    if (carried.length > 0) wake()
  }
  const look = () => {
    woken = false
    if (stopping.signal.aborted) return
    for (const world of worlds.all()) if (isDue(world)) carry(world).catch(() => {})
  }
  const wake = () => {
    if (woken) return
    woken = true
    setImmediate(look)
  }
  let timer: NodeJS.Timeout | undefined
  return {
    start() {
      timer = setInterval(look, PERIOD_MS)
      timer.unref()
    },
    wake,
    flush(world) {
      const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(2 * timeout)])
      return world.webhooks.flush({ carrier, signal, wait: true, most: REQUESTS_MAX })
    },
    stop() {
      clearInterval(timer)
      stopping.abort()
    },
  }
}
