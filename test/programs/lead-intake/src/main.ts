import { createHmac, timingSafeEqual } from 'node:crypto'
import express from 'express'
import cron from 'node-cron'
import { hearOf } from './database.ts'
import { catchUp, readOpen } from './intake.ts'

const { APP_SECRET = '', VERIFY_TOKEN, PORT = '3000' } = process.env

interface Notice {
  entry: { changes: { field: string; value: { leadgen_id: string } }[] }[]
}

function isSigned(body: Buffer, signature = ''): boolean {
  const expected = `sha256=${createHmac('sha256', APP_SECRET).update(body).digest('hex')}`
  return (
    signature.length === expected.length && timingSafeEqual(Buffer.from(signature), Buffer.from(expected))
  )
}

const app = express()

app.get('/webhooks/facebook', ({ query }, response) => {
  if (query['hub.verify_token'] === VERIFY_TOKEN) response.send(query['hub.challenge'])
  else response.sendStatus(403)
})

app.post('/webhooks/facebook', express.raw({ type: 'application/json' }), (request, response) => {
  if (!isSigned(request.body, request.get('x-hub-signature-256'))) {
    response.sendStatus(401)
    return
  }
  const { entry }: Notice = JSON.parse(request.body.toString())
  const changes = entry.flatMap((page) => page.changes).filter(({ field }) => field === 'leadgen')
  hearOf(changes.map(({ value }) => value.leadgen_id))
  response.sendStatus(200)
  void readOpen()
})

app.listen(Number(PORT), () => console.log(`listening at ${PORT}`))

cron.schedule('*/15 * * * *', readOpen)
cron.schedule('0 * * * *', catchUp)
void catchUp()
