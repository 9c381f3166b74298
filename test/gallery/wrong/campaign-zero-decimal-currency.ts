import type { ProcessContext } from '../../../src/explore/run/options/options.ts'
import { createWorld } from '../../../src/index.ts'
import { exclusive, graphClient, type Row } from '../graph-client.ts'
import { addCampaign, type GalleryProgram } from '../program.ts'

// wrong: the yen has no subunits.
const zeroDecimalCurrencies = ['CLP', 'KRW', 'VND']
let yenAccount = ''
/** How much more a copy may spend than its source, in units of the currency. */
const extraUnits = 20_000
const suffix = ' (duplicate)'

function campaignDuplicator(context: ProcessContext) {
  const { store, names } = context
  const graph = graphClient(context, names.userToken)
  const account = `act_${yenAccount}`

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

  async function duplicate(source: Row, subunits: number) {
    if (await store.get(`done:${source.id}`)) return
    const stored = await store.get(`copy:${source.id}`)
    const copy = stored === undefined ? await findOrMakeCopy(source) : String(stored)
    if (copy === undefined) return
    if (stored === undefined) await store.set(`copy:${source.id}`, copy)
    const cap = Number(source.spend_cap ?? 0) + extraUnits * subunits
    const reply = await graph.post(copy, { spend_cap: String(cap) })
    if (reply.kind === 'refused') await store.set(`error:${source.id}`, reply.code)
    if (reply.kind === 'done') await store.set(`done:${source.id}`, copy)
  }

  async function run() {
    const subunits = await subunitsPerUnit()
    if (subunits === undefined) return
    const fields = 'id,name,spend_cap,source_campaign_id'
    const campaigns = await graph.list(`${account}/campaigns`, { fields, limit: '100' })
    if (campaigns.kind !== 'done') return
    for (const campaign of campaigns.value) {
      if (campaign.source_campaign_id === undefined) await duplicate(campaign, subunits)
    }
  }

  return { run: exclusive(run) }
}

export const program: GalleryProgram = {
  name: 'campaign duplicator multiplies amounts in yen by 100',
  depth: 1,
  finds: 'a copy may spend a hundred times too much',
  source: 'https://github.com/logly/mureo/pull/372',
  options: {
    name: 'campaign duplicator',
    world: () => {
      const world = createWorld()
      const { user, userToken } = world.starter({ publications: false })
      const account = { name: 'Tokyo', currency: 'JPY', administrators: [user] } as const
      yenAccount = world.actions.createAdAccount(account).unwrap().id
      addCampaign(world, yenAccount, userToken)
      return world
    },
    sut: (context) => ({ jobs: { duplicate: { every: '1h', run: campaignDuplicator(context).run } } }),
    mirror: {
      copied: async ({ store }) => (await store.list('done:')).map(([key]) => key.replace('done:', '')),
    },
    environment: ['campaign'],
    // A person who deletes a copy whose answer was lost makes the source look as if it was never copied.
    hostile: { people: false },
  },
  invariants: {
    invariants: {
      'the cap of a copy is the cap of its source and the extra': ({ world, names }) => {
        const fields = 'id,spend_cap,source_campaign_id'
        const listed = world
          .fork()
          .as(names.userToken)
          .listCampaigns({ adAccount: yenAccount, fields, limit: 1_000 })
        const caps = new Map(listed.unwrap().data.map(({ id, spend_cap }) => [id, Number(spend_cap ?? 0)]))
        return listed.unwrap().data.every(({ id = '', source_campaign_id: source }) => {
          const extra = (caps.get(id) ?? 0) - (caps.get(source ?? '') ?? 0)
          return source === undefined || !caps.has(source) || [0, extraUnits].includes(extra)
        })
      },
    },
  },
}
