import { createHmac, timingSafeEqual } from 'node:crypto'
import { createWorld } from 'fauxgraph'

const world = createWorld({ starter: true })
const { app, appSecret, page, form } = world.names

// The code under test: it believes only notices that the app's secret has signed.
function isSigned(bytes, signature) {
  const own = Buffer.from(`sha256=${createHmac('sha256', appSecret).update(bytes).digest('hex')}`)
  const given = Buffer.from(signature ?? '')
  return given.length === own.length && timingSafeEqual(given, own)
}
async function onNotice(request) {
  const bytes = Buffer.from(await request.arrayBuffer())
  if (!isSigned(bytes, request.headers.get('x-hub-signature-256'))) return new Response('', { status: 401 })
  const { entry } = JSON.parse(bytes.toString())
  console.log(entry[0].changes[0].field)
  return new Response('ok')
}

world.actions.installApp({ app, page })
world.webhooks.connect(app, onNotice)
world.actions.submitLead({ form, answers: { full_name: 'Ann', email: 'ann@example.test' } })
await world.webhooks.flush()
// → leadgen

// The same notice, with one byte changed on its way.
const { headers, body } = world.webhooks.outbox[0].request
const forged = await onNotice(
  new Request('https://app.test/', { method: 'POST', headers, body: body.replace('leadgen', 'Leadgen') }),
)
console.log(forged.status)
// → 401
