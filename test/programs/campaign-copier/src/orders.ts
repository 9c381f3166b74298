import Database from 'better-sqlite3'

const database = new Database('./data/orders.db')

export interface Order {
  id: number
  season: string
  campaign_id: string | null
}

const open = database.prepare<[], Order>(
  'select id, season, campaign_id from orders where is_done = 0 order by id',
)
const copied = database.prepare<[string, number]>('update orders set campaign_id = ? where id = ?')
const done = database.prepare<[number]>('update orders set is_done = 1 where id = ?')

export const openOrders = (): Order[] => open.all()
export const noteCopy = (order: Order, campaign: string): void => void copied.run(campaign, order.id)
export const finish = (order: Order): void => void done.run(order.id)
