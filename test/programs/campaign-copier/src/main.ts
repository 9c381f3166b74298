import sdk from 'facebook-nodejs-business-sdk'
import { finish, noteCopy, type Order, openOrders } from './orders.ts'

const { ACCESS_TOKEN = '', TEMPLATE = '' } = process.env
const { Campaign, FacebookAdsApi } = sdk

FacebookAdsApi.init(ACCESS_TOKEN)
const template = new Campaign(TEMPLATE)

const suffixOf = ({ id, season }: Order) => ` ${season} (order ${id})`

/** Finds the copy that an earlier start made, whose answer was lost. */
async function findCopy(order: Order): Promise<string | undefined> {
  let page = await template.getCopies(['id', 'name'], { limit: 10 })
  for (;;) {
    const found = [...page].find(({ name }) => name.endsWith(suffixOf(order)))
    if (found) return found.id
    if (!page.hasNext()) return undefined
    page = await page.next()
  }
}

async function copy(order: Order): Promise<string> {
  const answer = await template.createCopy([], {
    deep_copy: true,
    status_option: 'PAUSED',
    rename_options: { rename_strategy: 'ONLY_TOP_LEVEL_RENAME', rename_suffix: suffixOf(order) },
  })
  return answer._data.copied_campaign_id
}

/** Copies the template for an order, and lets the copy spend twice as much. */
async function carryOut(order: Order): Promise<void> {
  const id = order.campaign_id ?? (await findCopy(order)) ?? (await copy(order))
  noteCopy(order, id)
  await new Campaign(id).update([], { spend_cap: 200_000 })
  finish(order)
}

let isRunning = false

/** Carries out what is open. The next turn goes on after an error. */
async function run(): Promise<void> {
  if (isRunning) return
  isRunning = true
  try {
    for (const order of openOrders()) await carryOut(order)
  } catch (error) {
    console.error(error)
  } finally {
    isRunning = false
  }
}

setInterval(run, 15 * 60_000)
void run()
