import Database from 'better-sqlite3'

const database = new Database('./data/orders.db')

export interface Order {
  id: number
  campaign_id: string
  status: string
}

// A person who saw an error orders again: an order that says the same as the last one adds nothing.
const insert = database.prepare<[string, string, string, string]>(
  `insert into orders (campaign_id, status) select ?, ?
   where ? is not (select status from orders where campaign_id = ? order by id desc limit 1)`,
)
const waiting = database.prepare<[], { campaign_id: string }>(
  'select distinct campaign_id from orders where is_done = 0 order by campaign_id',
)
const newest = database.prepare<[string], Order>(
  'select id, campaign_id, status from orders where campaign_id = ? and is_done = 0 order by id desc limit 1',
)
const done = database.prepare<[string, number]>(
  'update orders set is_done = 1 where campaign_id = ? and id <= ?',
)

export const addOrder = (campaign: string, status: string): void =>
  void insert.run(campaign, status, status, campaign)

/** The campaigns that have an open order. */
export const waitingCampaigns = (): string[] => waiting.all().map(({ campaign_id }) => campaign_id)

/** The last open order of a campaign: what was ordered before it no longer matters. */
export const newestOrder = (campaign: string): Order | undefined => newest.get(campaign)

/** Notes that an order, and those before it, need no more work. */
export const finish = ({ campaign_id, id }: Order): void => void done.run(campaign_id, id)
