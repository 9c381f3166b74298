import axios from 'axios'
import Database from 'better-sqlite3'
import express from 'express'

const { PAGE_TOKEN, VERIFY_TOKEN, PORT = '3000' } = process.env

const graph = axios.create({
  baseURL: 'https://graph.facebook.com/v24.0',
  headers: { authorization: `Bearer ${PAGE_TOKEN}` },
})

const database = new Database('leads.db')
const insert = database.prepare('insert into leads (id, email) values (?, ?) on conflict do nothing')

async function storeLead(id: string) {
  const { data: lead } = await graph.get(`/${id}`)
  const email = lead.field_data.find((field: { name: string }) => field.name === 'email')
  insert.run(lead.id, email?.values[0])
}

const app = express()

app.get('/webhooks/facebook', ({ query }, response) => {
  if (query['hub.verify_token'] === VERIFY_TOKEN) response.send(query['hub.challenge'])
  else response.sendStatus(403)
})

app.post('/webhooks/facebook', express.json(), async (request, response) => {
  response.sendStatus(200)
  for (const { changes } of request.body.entry)
    for (const { value } of changes) await storeLead(value.leadgen_id)
})

app.listen(Number(PORT))
