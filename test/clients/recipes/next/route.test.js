import { interceptFetch } from 'fauxgraph'
import { test } from 'fauxgraph/vitest'
import { NextRequest } from 'next/server'
import { expect, vi } from 'vitest'
import { POST } from './route.js'

test('the handler reads the name of a new lead', async ({ world }) => {
  const { app, page, form, pageToken } = world.names
  const log = vi.spyOn(console, 'log').mockImplementation(() => {})
  const intercept = interceptFetch(world, { origins: ['https://graph.facebook.com'] })
  world.actions.installApp({ app, page })
  world.webhooks.connect(app, (request) =>
    POST(new NextRequest(`https://app.test/webhook?token=${pageToken}`, request)),
  )
  world.actions.submitLead({ form, answers: { full_name: 'Grace Example', email: 'grace@example.test' } })
  const [delivery] = await world.webhooks.flush()
  intercept[Symbol.dispose]()

  expect(delivery.status).toBe('delivered')
  expect(log).toHaveBeenCalledWith('Grace Example')
})
