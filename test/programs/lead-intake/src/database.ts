import Database from 'better-sqlite3'
import type { Lead } from './graph.ts'

const { FORM_ID } = process.env

const database = new Database('./data/leads.db')
database.pragma('foreign_keys = on')

const hear = database.prepare<[string]>('insert into inbox (lead_id) values (?) on conflict do nothing')
const open = database.prepare<[], { lead_id: string }>(
  'select lead_id from inbox where done_at is null order by heard_at, lead_id',
)
const finish = database.prepare<[string]>(
  'update inbox set done_at = current_timestamp where lead_id = ? and done_at is null',
)
const insert = database.prepare<(string | undefined | null)[]>(
  'insert into leads (lead_id, created_at, name, email) values (?, ?, ?, ?)',
)
const readNewest = database.prepare<[string], { newest: number }>(
  'select newest from checkpoint where form_id = ?',
)
const writeNewest = database.prepare<[string, number]>(
  'insert into checkpoint (form_id, newest) values (?, ?) on conflict do update set newest = excluded.newest',
)

/** Notes leads that are to be read. */
export function hearOf(ids: readonly string[]): void {
  database.transaction(() => {
    for (const id of ids) hear.run(id)
  })()
}

/** The ids of the leads that were not read yet. */
export const openLeads = (): string[] => open.all().map(({ lead_id }) => lead_id)

const answer = ({ field_data }: Lead, name: string) =>
  field_data.find((field) => field.name === name)?.values[0] ?? null

/** Stores a lead. Does nothing if it is stored already. */
export function storeLead(lead: Lead): void {
  database.transaction(() => {
    if (finish.run(lead.id).changes === 0) return
    insert.run(lead.id, lead.created_time, answer(lead, 'full_name'), answer(lead, 'email'))
  })()
}

export const newestLead = (): number => readNewest.get(String(FORM_ID))?.newest ?? 0

/** Notes leads from the list of the form, and the time of the newest. */
export function hearOfList(ids: readonly string[], newest: number): void {
  database.transaction(() => {
    hearOf(ids)
    writeNewest.run(String(FORM_ID), newest)
  })()
}
