import assert from 'node:assert/strict'
import createClient from 'openapi-fetch'
import type { paths } from './schema.js'

const { url: baseUrl, starter } = JSON.parse(process.argv[2] ?? '{}')
const client = createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${starter.pageToken}` } })
const asUser = createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${starter.userToken}` } })
const version = 'v26.0'

// A write with a JSON body, whose result has a type of its own.
const published = await client.POST('/{version}/{page}/feed', {
  params: { path: { version, page: starter.page } },
  body: { message: 'From a generated client' },
})
const post: string = published.data?.id ?? ''
assert.match(post, /^\d+_\d+$/)

// A read of a node of any kind: the answer is one of the records.
const read = await client.GET('/{version}/{node}', {
  params: { path: { version, node: post }, query: { fields: 'message' } },
})
assert.deepEqual(read.data, { id: post, message: 'From a generated client' })

// A list, page after page.
const list = await client.GET('/{version}/{page}/feed', {
  params: { path: { version, page: starter.page }, query: { limit: 1 } },
})
assert.equal(list.data?.data[0]?.id, post)
assert.equal(typeof list.data?.paging.cursors?.after, 'string')

// A form, and a list in it.
const campaign = await asUser.POST('/{version}/act_{adAccount}/campaigns', {
  params: { path: { version, adAccount: starter.adAccount.replace('act_', '') } },
  body: { name: 'Generated', objective: 'LINK_CLICKS', special_ad_categories: ['HOUSING'] },
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
})
assert.match(campaign.data?.id ?? '', /^\d+$/, JSON.stringify(campaign.error))

// A file in a multipart form.
const onePixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const uploaded = await client.POST('/{version}/{node}/photos', {
  params: { path: { version, node: starter.page } },
  body: { source: onePixel },
  bodySerializer(body) {
    const form = new FormData()
    if (body && 'source' in body)
      form.append('source', new Blob([Buffer.from(String(body.source), 'base64')]), 'a.png')
    return form
  },
})
assert.match(uploaded.data?.id ?? '', /^\d+$/, JSON.stringify(uploaded.error))

// A list of texts in a query, and one that must be there.
const found = await asUser.GET('/{version}/act_{adAccount}/targetingsearch', {
  params: {
    path: { version, adAccount: starter.adAccount.replace('act_', '') },
    query: { q: 'a', limit: 2 },
  },
})
assert.ok(Array.isArray(found.data?.data), JSON.stringify(found.error))
const missing = await asUser.GET('/{version}/act_{adAccount}/targetingsearch', {
  // @ts-expect-error: the parameter q is required
  params: { path: { version, adAccount: starter.adAccount.replace('act_', '') }, query: {} },
})
assert.equal(missing.error?.error.code, 100)

// Several calls in one.
const batch = await asUser.POST('/{version}', {
  params: { path: { version } },
  body: { batch: [{ method: 'GET', relative_url: `${starter.campaign}?fields=name` }] },
})
assert.equal(batch.data?.[0]?.code, 200)
assert.deepEqual(JSON.parse(batch.data[0].body), { id: starter.campaign, name: 'Starter Campaign' })
console.log('ok')
