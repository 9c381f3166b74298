// A sync of leads that a scheduler starts, with a native driver. VARIANT says what is wrong with it.
import Database from 'better-sqlite3'

const { FB_API, FB_FORM, FB_TOKEN, VARIANT } = process.env
const database = new Database('leads.db')
database.exec('create table if not exists leads (id text primary key)')
const keep = database.prepare('insert or ignore into leads values (?)')
const keepAll = database.transaction((leads) => leads.map(({ id }) => keep.run(id).changes))

let url = `${FB_API}/v24.0/${FB_FORM}/leads?access_token=${FB_TOKEN}`
while (url) {
  const answer = await fetch(url)
  if (!answer.ok) process.exit(1)
  const { data, paging } = await answer.json()
  const isKnown = keepAll(data).includes(0)
  // Wrong: only the first page is read.
  url = VARIANT === 'reads one page' ? undefined : paging?.next
  // Wrong: older leads may not be kept yet if a start before died between two pages.
  if (VARIANT === 'stops at what it knows' && isKnown) break
}
