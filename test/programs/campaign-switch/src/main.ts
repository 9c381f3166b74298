import axios from 'axios'
import PQueue from 'p-queue'
import { addOrder, finish, newestOrder, waitingCampaigns } from './orders.ts'

const { ACCESS_TOKEN, CAMPAIGN = '' } = process.env

const graph = axios.create({
  baseURL: 'https://graph.facebook.com/v24.0',
  headers: { authorization: `Bearer ${ACCESS_TOKEN}` },
})

const queue = new PQueue({ concurrency: 2 })

/** The campaigns whose orders are in the queue: two calls for one campaign could overtake each other. */
const queued = new Set<string>()

async function carryOut(campaign: string): Promise<void> {
  const order = newestOrder(campaign)
  if (!order) return
  await graph.post(`/${campaign}`, new URLSearchParams({ status: order.status }))
  finish(order)
}

/** Queues the campaigns that have open orders. What goes wrong is tried again the next time. */
function enqueue(): void {
  for (const campaign of waitingCampaigns()) {
    if (queued.has(campaign)) continue
    queued.add(campaign)
    void queue
      .add(() => carryOut(campaign))
      .catch((error: unknown) => console.error(campaign, String(error)))
      .finally(() => queued.delete(campaign))
  }
}

/** Orders that a campaign runs or rests. */
export function order(status: string, campaign = CAMPAIGN): void {
  addOrder(campaign, status)
  enqueue()
}

setInterval(enqueue, 5 * 60_000)
enqueue()
