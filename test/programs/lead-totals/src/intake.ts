import { hearOf, openLeads, storeLead } from './database.ts'
import { GraphError, listLeads, readLead } from './graph.ts'

/** Reads and stores the leads that are open. What goes wrong is tried again the next time. */
export async function readOpen(): Promise<void> {
  for (const id of await openLeads()) {
    try {
      await storeLead(await readLead(id))
    } catch (error) {
      // A lead that cannot be read must not keep the others waiting.
      if (!(error instanceof GraphError) || error.code !== 100) throw error
    }
  }
}

/** Finds leads whose notices never came. */
export async function catchUp(): Promise<void> {
  for await (const ids of listLeads()) await hearOf(ids)
  await readOpen()
}
