import { createWorld, interceptFetch } from '../../src/index.ts'

const world = createWorld()
const { app, page, form, pageToken } = world.starter()

// The code under test: a webhook handler that fetches each new lead.
const names: string[] = []
async function onNotice(request: Request): Promise<Response> {
  const { entry } = await request.json()
  const id = entry[0].changes[0].value.leadgen_id
  const response = await fetch(`https://graph.test/v26.0/${id}?access_token=${pageToken}`)
  const lead = await response.json()
  names.push(lead.field_data[0].values[0])
  return new Response('ok')
}

const intercept = interceptFetch(world, { origins: ['https://graph.test'] })
world.actions.installApp({ app, page })
world.webhooks.connect(app, onNotice)
world.actions.submitLead({ form, answers: { full_name: 'Grace Example', email: 'grace@example.test' } })
await world.webhooks.flush()
intercept[Symbol.dispose]()

console.log(names)
// → [ 'Grace Example' ]
