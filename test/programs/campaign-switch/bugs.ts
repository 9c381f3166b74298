import type { Bug } from '../bug.ts'

export const bugs: readonly Bug[] = [
  {
    name: 'two calls for one campaign overtake each other',
    file: 'src/main.ts',
    from: 'if (queued.has(campaign)) continue',
    to: 'if (queue.size > 0) continue',
    finds: /campaign/,
  },
  {
    name: 'an order is done before the service has taken it',
    file: 'src/main.ts',
    from: `  await graph.post(\`/\${campaign}\`, new URLSearchParams({ status: order.status }))
  finish(order)`,
    to: `  finish(order)
  await graph.post(\`/\${campaign}\`, new URLSearchParams({ status: order.status }))`,
    finds: /campaign/,
  },
  {
    name: 'a campaign whose call failed stays in the list of the queued ones',
    file: 'src/main.ts',
    from: `      .catch((error: unknown) => console.error(campaign, String(error)))
      .finally(() => queued.delete(campaign))`,
    to: `      .then(() => queued.delete(campaign))
      .catch((error: unknown) => console.error(campaign, String(error)))`,
    finds: /campaign/,
  },
  {
    name: 'the newest order is carried out first, and the older ones after it',
    file: 'src/orders.ts',
    from: 'campaign_id = ? and id <= ?',
    to: 'campaign_id = ? and id = ?',
    finds: /campaign/,
  },
  {
    name: 'an order whose call failed is taken for done',
    file: 'src/main.ts',
    from: 'new URLSearchParams({ status: order.status }))',
    to: 'new URLSearchParams({ status: order.status })).catch(() => {})',
    finds: /campaign/,
  },
]
