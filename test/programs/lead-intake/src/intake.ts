import { hearOfList, newestLead, openLeads, storeLead } from './database.ts'
import { leadsSince, readLead, stopsAll } from './graph.ts'

/** Lets one call of a function run at a time, and logs its errors: the next call tries again. */
function exclusive(name: string, work: () => Promise<void>): () => Promise<void> {
  let isRunning = false
  return async () => {
    if (isRunning) return
    isRunning = true
    try {
      await work()
    } catch (error) {
      console.error(name, error)
    } finally {
      isRunning = false
    }
  }
}

/** Reads the leads that are open. */
export const readOpen = exclusive('read open leads', async () => {
  for (const id of openLeads()) {
    try {
      storeLead(await readLead(id))
    } catch (error) {
      if (stopsAll(error)) throw error
      console.error(`lead ${id} cannot be read now`, error)
    }
  }
})

/** Finds leads whose notices never came. */
export const catchUp = exclusive('catch up', async () => {
  const newest = newestLead()
  const leads = await leadsSince(newest)
  const times = leads.map(({ created_time }) => Date.parse(created_time) / 1_000)
  hearOfList(
    leads.map(({ id }) => id),
    Math.max(newest, ...times),
  )
  await readOpen()
})
