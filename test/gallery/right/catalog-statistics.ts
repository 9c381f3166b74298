import type { ProcessContext } from '../../../src/explore/run/options/options.ts'
import { exclusive, graphClient, type Row, rowOf } from '../graph-client.ts'
import { type GalleryProgram, starterWorld } from '../program.ts'

const DAY = 86_400_000
const dateOf = (time: number) => new Date(time).toISOString().slice(0, 10)

function statisticsArchive(context: ProcessContext) {
  const { store, names } = context
  const graph = graphClient(context, names.userToken)

  const keyOf = ({ date_start, event, event_source, device_type }: Row) =>
    `row:${date_start}:${event}:${rowOf(event_source).id}:${device_type}`

  /** The service shows the last 28 days only, so earlier rows stay as they were stored. */
  async function run() {
    const params = { breakdowns: '["DEVICE_TYPE"]', limit: '10' }
    const stats = await graph.list(`${names.catalog}/event_stats`, params)
    if (stats.kind !== 'done') return
    await store.transaction(async (archive) => {
      for (const row of stats.value) await archive.set(keyOf(row), row)
    })
  }

  return { run: exclusive(run) }
}

export const program: GalleryProgram = {
  name: 'archives the event statistics of a catalog',
  options: {
    name: 'catalog statistics',
    world: starterWorld,
    sut: (context) => ({ jobs: { pull: { every: '6h', run: statisticsArchive(context).run } } }),
    mirror: {
      // A day that passed while the service was out of reach for 28 days is lost for every client.
      recent: async ({ store, world }) => {
        const since = dateOf(world.clock.now - 27 * DAY)
        const rows = (await store.list('row:')).map(([, row]) => row)
        return rows.filter((row) => String(rowOf(row).date_start) >= since)
      },
    },
    environment: ['catalogEvents'],
  },
}
