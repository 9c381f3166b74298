import type { ProcessContext } from '../../../src/explore/run/options/options.ts'
import { exclusive, graphClient, type Row, rowOf } from '../graph-client.ts'
import { campaignWorld, type GalleryProgram } from '../program.ts'

const zeroDecimalCurrencies = ['CLP', 'JPY', 'KRW', 'VND']
/** How much more a copy may spend than its source, in units of the currency. */
const extraUnits = 20_000
const suffix = ' (duplicate)'

function campaignDuplicator(context: ProcessContext) {
  const { store, names } = context
  const graph = graphClient(context, names.userToken)
  const account = `act_${names.adAccount}`

  async function subunitsPerUnit(): Promise<number | undefined> {
    const reply = await graph.get(account, { fields: 'currency' })
    if (reply.kind !== 'done') return undefined
    return zeroDecimalCurrencies.includes(String(reply.value.currency)) ? 1 : 100
  }

  /** Returns the id of the copy of a campaign: the one that an earlier try made, or a new one. */
  async function findOrMakeCopy(source: Row): Promise<string | undefined> {
    const copies = await graph.list(`${source.id}/copies`, { fields: 'id,name' })
    if (copies.kind !== 'done') return undefined
    const found = copies.value.find(({ name }) => String(name).endsWith(suffix))
    if (found) return String(found.id)
    const reply = await graph.post(`${source.id}/copies`, {
      deep_copy: 'true',
      status_option: 'PAUSED',
      rename_options: JSON.stringify({ rename_suffix: suffix }),
    })
    return reply.kind === 'done' ? String(reply.value.copied_campaign_id) : undefined
  }

  async function duplicate(source: Row, subunits: number): Promise<boolean> {
    if (await store.get(`done:${source.id}`)) return true
    const stored = await store.get(`copy:${source.id}`)
    const copy = stored === undefined ? await findOrMakeCopy(source) : String(stored)
    if (copy === undefined) return false
    if (stored === undefined) await store.set(`copy:${source.id}`, copy)
    const cap = Number(source.spend_cap ?? 0) + extraUnits * subunits
    const reply = await graph.post(copy, { spend_cap: String(cap) })
    if (reply.kind === 'refused') await store.set(`error:${source.id}`, reply.code)
    if (reply.kind === 'done') await store.set(`done:${source.id}`, copy)
    return reply.kind === 'done'
  }

  /** Adds new campaigns to the queue, which survives the process. */
  async function enqueue() {
    const fields = 'id,name,spend_cap,source_campaign_id'
    const campaigns = await graph.list(`${account}/campaigns`, { fields, limit: '100' })
    if (campaigns.kind !== 'done') return
    for (const campaign of campaigns.value) {
      if (campaign.source_campaign_id !== undefined || (await store.get(`done:${campaign.id}`))) continue
      await store.set(`queue:${campaign.id}`, campaign)
    }
  }

  async function run() {
    const subunits = await subunitsPerUnit()
    if (subunits === undefined) return
    await enqueue()
    for (const [key, campaign] of await store.list('queue:')) {
      // wrong: a source that was deleted meanwhile stays at the head of the queue.
      if (!(await duplicate(rowOf(campaign), subunits))) return
      await store.delete(key)
    }
  }

  return { run: exclusive(run) }
}

export const program: GalleryProgram = {
  name: 'campaign duplicator stops at a source that was deleted meanwhile',
  depth: 3,
  finds: 'the campaigns behind the deleted one are never copied',
  options: {
    name: 'campaign duplicator',
    world: campaignWorld,
    sut: (context) => ({ jobs: { duplicate: { every: '1h', run: campaignDuplicator(context).run } } }),
    mirror: {
      copied: async ({ store }) => (await store.list('done:')).map(([key]) => key.replace('done:', '')),
    },
    environment: ['campaign', 'deletedCampaign'],
  },
}
