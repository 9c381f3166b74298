// #region imports
import { expect } from 'vitest'
import { test } from '../../src/front/runners/vitest/index.ts'

// #endregion

// #region toSucceed
test('the page can be read', ({ world }) => {
  const { page, pageToken } = world.names
  expect(world.as(pageToken).readPage({ page })).toSucceed()
  expect(world.as('wrong').readPage({ page })).not.toSucceed()

  const batch = [
    { method: 'GET', relative_url: page },
    { method: 'GET', relative_url: 'me' },
  ]
  expect(world.as(pageToken).batch({ batch })).toSucceed()
})
// #endregion

// #region toBeRefusedWith
test('a post needs a permission', async ({ world, intercept }) => {
  const { page, noPermissionToken } = world.names
  expect(world.as(noPermissionToken).publishPost({ page, message: 'hi' })).toBeRefusedWith(200)

  await intercept()
  const answer = await fetch(`https://graph.facebook.com/${page}?access_token=wrong`)
  expect(await answer.json()).toBeRefusedWith(190)
})
// #endregion

// #region toHavePublished
test('the offer is published once', ({ world }) => {
  const { page, pageToken } = world.names
  const client = world.as(pageToken)
  client.publishPost({ page, message: 'The offer of the day' }).unwrap()
  expect(world).toHavePublished({ message: 'The offer of the day' })
  expect(world).toHavePublished({ message: expect.stringContaining('offer') })
  expect(world).not.toHavePublished({ message: 'The offer of tomorrow' })

  client.publishPost({ page, message: 'The offer of the day' }).unwrap()
  expect(world).toHavePublished({ message: 'The offer of the day', times: 2 })
})
// #endregion

// #region toHaveDelivered
test('a lead is delivered', async ({ world }) => {
  const { app, page, form } = world.names
  world.actions.installApp({ app, page }).unwrap()
  world.webhooks.connect(app, () => new Response('ok'))
  world.actions.submitLead({ form, answers: { full_name: 'Ann', email: 'ann@example.test' } }).unwrap()
  expect(world).not.toHaveDelivered()

  await world.webhooks.flush()
  expect(world).toHaveDelivered({ app, field: 'leadgen', value: { page_id: Number(page) } })
})
// #endregion

// #region toHaveChanged
test('a post is one row, and a refused call is none', ({ world }) => {
  const { page, pageToken } = world.names
  const before = world.fork()
  world.as('wrong').publishPost({ page, message: 'hi' })
  expect(world).not.toHaveChanged(before)

  world.as(pageToken).publishPost({ page, message: 'hi' }).unwrap()
  expect(world).toHaveChanged(before, { created: { posts: 1 }, changed: {}, removed: {} })
})
// #endregion
