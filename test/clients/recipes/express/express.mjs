import { once } from 'node:events'
import { createWorld } from 'fauxgraph'
import { appWith } from './app.mjs'

const leads = []
const server = appWith({ verifyToken: 'secret', greet: (lead) => leads.push(String(lead)) }).listen(0)
await once(server, 'listening')

const world = createWorld()
const { app, page, form } = world.starter()
const transport = (delivery) => fetch(delivery)
const url = `http://127.0.0.1:${server.address().port}/webhook`
world.actions.installApp({ app, page }).unwrap()
world.actions.setWebhook({ app, url, verifyToken: 'secret' }).unwrap()
await world.webhooks.flush({ transport }) // The handshake.

const answers = { full_name: 'Grace Example', email: 'grace@example.test' }
const lead = world.actions.submitLead({ form, answers }).unwrap()
await world.webhooks.flush({ transport })
server.close()

console.log(leads.length, leads[0] === lead.id)
// → 1 true
