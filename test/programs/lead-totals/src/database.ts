import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'

interface Tables {
  inbox: { lead_id: string; is_done: boolean }
  leads: { lead_id: string; form_id: string; email: string | null }
  totals: { form_id: string; leads: number }
}

export interface Lead {
  id: string
  form_id: string
  email: string | null
}

const pool = new pg.Pool({ connectionString: 'postgres://app@localhost:5432/leads', max: 4 })
// A connection that waits for work may break: the next query opens another one.
pool.on('error', (error) => console.error('the database', error.message))

const database = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })

/** Notes leads that are to be read. */
export async function hearOf(ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const rows = ids.map((lead_id) => ({ lead_id, is_done: false }))
  await database
    .insertInto('inbox')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** The ids of the leads that were not read yet. */
export async function openLeads(): Promise<string[]> {
  const rows = await database
    .selectFrom('inbox')
    .select('lead_id')
    .where('is_done', '=', false)
    .orderBy('lead_id')
    .execute()
  return rows.map(({ lead_id }) => lead_id)
}

/** Stores a lead and counts it. Does nothing if it is stored already. */
export async function storeLead({ id, form_id, email }: Lead): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    const finished = await transaction
      .updateTable('inbox')
      .set({ is_done: true })
      .where('lead_id', '=', id)
      .where('is_done', '=', false)
      .executeTakeFirst()
    if (finished.numUpdatedRows === 0n) return
    await transaction.insertInto('leads').values({ lead_id: id, form_id, email }).execute()
    await transaction
      .insertInto('totals')
      .values({ form_id, leads: 1 })
      .onConflict((conflict) =>
        conflict.column('form_id').doUpdateSet(({ eb }) => ({ leads: eb('totals.leads', '+', 1) })),
      )
      .execute()
  })
}
