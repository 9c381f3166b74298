import { test } from 'fauxgraph/vitest'
import { expect } from 'vitest'

// The code under test, with a fixed host.
async function announce({ page, token, message }) {
  const body = new URLSearchParams({ message, access_token: token })
  await fetch(`https://graph.facebook.com/v26.0/${page}/feed`, { method: 'POST', body })
}

test('an announcement is published once', async ({ world, intercept }) => {
  await intercept()
  const { page, pageToken } = world.names
  await announce({ page, token: pageToken, message: 'We open at nine' })
  expect(world).toHavePublished({ message: 'We open at nine' })
})
