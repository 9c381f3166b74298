import type { ProcessContext } from '../../../src/explore/run/options/options.ts'
import { exclusive, graphClient, type Row, rowOf } from '../graph-client.ts'
import { type GalleryProgram, starterWorld } from '../program.ts'

const MINUTE = 60_000
const suffix = ' (batch copy)'
const body = `deep_copy=true&rename_options=${encodeURIComponent(JSON.stringify({ rename_suffix: suffix }))}`

function batchCopier(context: ProcessContext) {
  const { store, clock, names } = context
  const graph = graphClient(context, names.userToken)
  const account = `act_${names.adAccount}`

  /** Returns the campaigns that have no copy yet. */
  async function findSources(): Promise<string[] | undefined> {
    const params = { fields: 'id,source_campaign_id', limit: '100' }
    const campaigns = await graph.list(`${account}/campaigns`, params)
    if (campaigns.kind !== 'done') return undefined
    const sources: string[] = []
    for (const { id, source_campaign_id } of campaigns.value) {
      if (source_campaign_id !== undefined || (await store.get(`done:${id}`))) continue
      const copies = await graph.list(`${id}/copies`, { fields: 'name' })
      if (copies.kind !== 'done') return undefined
      const isCopied = copies.value.some(({ name }) => String(name).endsWith(suffix))
      if (isCopied) await store.set(`done:${id}`, true)
      else sources.push(String(id))
    }
    return sources
  }

  async function submit() {
    // A batch whose answer was lost still runs: look for its copies when it must have ended.
    const submitted = Number((await store.get('submitted')) ?? 0)
    if (clock.now() < submitted + 10 * MINUTE) return
    const sources = (await findSources())?.slice(0, 50)
    if (sources === undefined || sources.length === 0) return
    await store.set('submitted', clock.now())
    const adbatch = sources.map((id) => ({ name: id, relative_url: `${id}/copies`, body }))
    const params = { name: 'copies', adbatch: JSON.stringify(adbatch) }
    const reply = await graph.post(`${account}/async_batch_requests`, params)
    if (reply.kind === 'done') await store.set('batch', { id: String(reply.value.id), sources })
  }

  async function isCompleted(batch: Row): Promise<boolean> {
    for (const wait of ['5s', '30s', '2m'] as const) {
      const reply = await graph.get(String(batch.id), { fields: 'is_completed' })
      if (reply.kind !== 'done') return false
      if (reply.value.is_completed === true) return true
      await clock.sleep(wait)
    }
    return false
  }

  async function collect(batch: Row) {
    if (!(await isCompleted(batch))) return
    const params = { fields: 'status,input', limit: '100' }
    const requests = await graph.list(`${batch.id}/requests`, params)
    if (requests.kind !== 'done') return
    const copied = requests.value.filter(({ status }) => status === 'SUCCESS')
    await store.transaction(async (records) => {
      for (const { input } of copied) await records.set(`done:${rowOf(input).name}`, true)
      await records.delete('batch')
    })
  }

  async function run() {
    if ((await store.get('batch')) === undefined) await submit()
    const batch = await store.get('batch')
    if (batch !== undefined) await collect(rowOf(batch))
  }

  return { run: exclusive(run) }
}

export const program: GalleryProgram = {
  name: 'copies each campaign once, in asynchronous batches',
  options: {
    name: 'campaign copies by batch',
    world: starterWorld,
    sut: (context) => ({ jobs: { copy: { every: '1h', run: batchCopier(context).run } } }),
    mirror: {
      copied: async ({ store }) => (await store.list('done:')).map(([key]) => key.replace('done:', '')),
    },
    environment: ['campaign'],
    // A person who deletes a copy whose answer was lost makes the source look as if it was never copied.
    hostile: { people: false },
  },
}
