import { randomUUID } from 'node:crypto'
import { createRequire } from 'node:module'
import { platformWorld, requestParts } from './programs.mjs'

const { facebookLeads: piece } = createRequire(import.meta.url)('@activepieces/piece-facebook-leads')
const trigger = piece.getTrigger('new_lead')

// The piece prints every call that fails.
console.error = () => undefined

const leadsIn = async (store) => (await store.list('run:')).flatMap(([, leads]) => leads)

/** Activepieces as it runs a flow: it answers each notice at once, and a job runs the trigger later. */
const flow = (title, formOf) => ({
  name: `@activepieces/piece-facebook-leads 0.3.7: ${title}`,
  world: platformWorld,
  sut({ names, store }) {
    const auth = { access_token: names.userToken }
    const page = { id: names.page, accessToken: names.pageToken }
    const context = (payload) => ({ auth, propsValue: { page, form: formOf(names) }, payload })
    return {
      async webhook(request) {
        const { headers, rawBody } = await requestParts(request)
        const payload = { headers, rawBody, body: JSON.parse(rawBody.toString()), queryParams: {} }
        piece.events.parseAndReply({ payload })
        if (!piece.events.verify({ webhookSecret: names.appSecret, payload })) return
        await store.set(`queued:${randomUUID()}`, payload.body)
      },
      jobs: {
        work: {
          every: '1m',
          async run() {
            for (const [key, body] of await store.list('queued:')) {
              const leads = await trigger.run(context({ body }))
              await store.transaction(async (changes) => {
                await changes.set(
                  `run:${key}`,
                  leads.map(({ lead_id: id }) => id),
                )
                await changes.delete(key)
              })
            }
          },
        },
      },
    }
  },
  sometimes: { 'a lead arrives': async ({ store }) => (await leadsIn(store)).length > 0 },
  mirror: { leads: ({ store }) => leadsIn(store) },
})

export const options = [flow('one form', ({ form }) => form), flow('all forms', () => 'all')]
