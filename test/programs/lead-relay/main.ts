import axios from 'axios'
import express from 'express'
import { crm } from './crm.ts'

const { PAGE_TOKEN = '', PORT = '3000' } = process.env
const graph = axios.create({ baseURL: 'https://graph.facebook.com/v19.0', timeout: 10_000 })

/** The leads that this process has sent on. */
const sent = new Set<string>()

async function relay(id: string): Promise<void> {
  if (sent.has(id)) return
  const { data } = await graph.get(`/${id}`, { params: { access_token: PAGE_TOKEN } })
  await crm(data)
  sent.add(id)
}

const app = express()
app.use(express.json())
app.post('/webhooks/facebook', async (request, response) => {
  for (const entry of request.body.entry)
    for (const { value } of entry.changes) await relay(String(value.leadgen_id))
  response.sendStatus(200)
})
app.listen(Number(PORT), () => console.log(`listening at ${PORT}`))
