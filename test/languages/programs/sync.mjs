// A sync of leads that a scheduler starts, with a native driver. VARIANT says what is wrong with it.
import Database from 'better-sqlite3'

const { FB_API, FB_FORM, FB_TOKEN, VARIANT } = process.env
const database = new Database('leads.db')
// Wrong: nothing keeps a lead from being kept twice, if the sync begins again.
const key = VARIANT === 'begins again' ? '' : 'primary key'
database.exec(`create table if not exists leads (id text ${key})`)
database.exec('create table if not exists marks (time text)')
const before = new Set(database.prepare('select id from leads').pluck().all())
const since = database.prepare('select max(time) from marks').pluck().get() ?? ''
const keep = database.prepare('insert or ignore into leads values (?)')
const isNew = ({ id, created_time: time }) => time > since && !(VARIANT === 'begins again' && before.has(id))
const keepAll = database.transaction((leads) => leads.map(({ id }) => keep.run(id).changes))

const first = `${FB_API}/v24.0/${FB_FORM}/leads?access_token=${FB_TOKEN}`
let again = VARIANT === 'begins again' ? first : undefined
let url = first
while (url) {
  const answer = await fetch(url)
  if (!answer.ok && again === undefined) process.exit(1)
  if (!answer.ok) {
    url = again
    again = undefined
    continue
  }
  const { data, paging } = await answer.json()
  const isKnown = keepAll(data.filter(isNew)).includes(0)
  // Wrong: only the first page is read.
  url = VARIANT === 'reads one page' ? undefined : paging?.next
  // Wrong: older leads may not be kept yet if a start before died between two pages.
  if (VARIANT === 'stops at what it knows' && isKnown) break
}
// Wrong: a lead may have arrived after its page was read.
if (VARIANT === 'marks its own time')
  database.prepare('insert into marks values (?)').run(`${new Date().toISOString().slice(0, 19)}+0000`)
