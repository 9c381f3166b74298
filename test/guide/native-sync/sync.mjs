import Database from 'better-sqlite3'

const { FB_FORM, FB_TOKEN } = process.env
const database = new Database('leads.db')
database.exec('create table if not exists leads (id text primary key)')
const keep = database.prepare('insert or ignore into leads values (?)')

let url = `https://graph.facebook.com/v24.0/${FB_FORM}/leads?access_token=${FB_TOKEN}`
while (url) {
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
  const { data, paging } = await answer.json()
  for (const { id } of data) keep.run(id)
  url = paging?.next
}
