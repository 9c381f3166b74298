import { expect, test } from '@playwright/test'
import { createWorld, toFetchHandler } from 'fauxgraph'

test('the server of the global setup answers, with a world of this test', async ({ request }) => {
  const base = `${process.env.GRAPH_URL}/_sim/w/global-setup`
  const { starter } = await (await request.get(`${base}/_sim/world`)).json()
  const answer = await request.get(
    `${base}/${starter.campaign}?fields=name&access_token=${starter.userToken}`,
  )
  expect((await answer.json()).name).toBe('Starter Campaign')
})

test('a world answers the requests of a page in the browser', async ({ page }) => {
  const world = createWorld()
  const { campaign, userToken } = world.starter()
  const handle = toFetchHandler(world, { cors: ['https://app.test'] })
  await page.route('https://graph.facebook.com/**', async (route) => {
    const request = route.request()
    const [method, headers, body] = [request.method(), await request.allHeaders(), request.postDataBuffer()]
    const answer = await handle(new Request(request.url(), { method, headers, body }))
    await route.fulfill({
      status: answer.status,
      headers: Object.fromEntries(answer.headers),
      body: Buffer.from(await answer.arrayBuffer()),
    })
  })

  // The page under test, which is here one line of HTML.
  const url = `https://graph.facebook.com/v26.0/${campaign}?fields=name&access_token=${userToken}`
  const script = `fetch('${url}').then(async (answer) => { document.body.textContent = (await answer.json()).name })`
  const body = `<!doctype html><body><script>${script}</script></body>`
  await page.route('https://app.test/', (route) => route.fulfill({ contentType: 'text/html', body }))
  await page.goto('https://app.test/')
  await expect(page.locator('body')).toHaveText('Starter Campaign')
})
