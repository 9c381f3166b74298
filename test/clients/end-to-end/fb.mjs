import { deepEqual, equal, ok } from 'node:assert/strict'
import { once } from 'node:events'
import fb from 'fb'
import { picture } from '../picture.mjs'
import { authorize, codeIn, endToEnd, names, redirectUri } from './service.mjs'

const { app: appId, appSecret, page, form } = names
const client = new fb.Facebook({ version: 'v24.0', appId, appSecret, redirectUri, Promise })
const texts = ['one', 'two', 'three', 'four', 'five']

/** Walks a list by its cursors: the client puts its host in front of every path, so it takes no link. */
async function walk(path, params) {
  const rows = []
  let after
  do {
    const { data, paging } = await client.api(path, { ...params, ...(after && { after }) })
    rows.push(...data)
    after = paging?.next && paging.cursors.after
  } while (after)
  return rows
}

await endToEnd('fb', '2.0.0', {
  async 'log in'() {
    const code = codeIn(
      await authorize(
        client.getLoginUrl({
          scope: 'user_profile,pages_read_engagement,pages_manage_posts,leads_retrieval',
        }),
      ),
    )
    const params = { client_id: appId, client_secret: appSecret, redirect_uri: redirectUri, code }
    const { access_token: token } = await client.api('oauth/access_token', params)
    client.setAccessToken(token)
    equal((await client.api('me', { fields: ['id', 'name'] })).name, 'Ada Starter')
    const { data } = await client.api('me/accounts', { fields: 'id,access_token' })
    deepEqual(
      data.map(({ id }) => id),
      [page],
    )
    client.setAccessToken(data[0].access_token)
  },
  async list() {
    const { data } = await client.api(`${page}/leadgen_forms`)
    deepEqual(
      data.map(({ id }) => id),
      [form],
    )
  },
  async post() {
    for (const message of texts) ok((await client.api(`${page}/feed`, 'post', { message })).id)
  },
  async upload() {
    const source = { value: picture, options: { filename: 'one.png', contentType: 'image/png' } }
    const { id } = await client.api(`${page}/photos`, 'post', {
      source,
      caption: 'by fb',
      published: 'false',
    })
    const photo = await client.api(id, { fields: 'name,width,height' })
    deepEqual(photo, { id, name: 'by fb', width: 600, height: 315 })
  },
  async 'upload with a boolean'() {
    const thrown = once(process, 'uncaughtException')
    const source = { value: picture, options: { filename: 'two.png', contentType: 'image/png' } }
    const answer = client.api(`${page}/photos`, 'post', { source, published: false })
    const [error] = await Promise.race([thrown, answer.then(() => [])])
    if (error) return `a boolean beside a file ends the process: ${error.message}`
  },
  async 'page through'() {
    const posts = await walk(`${page}/feed`, { fields: 'message', limit: 2 })
    deepEqual(posts.map(({ message }) => message).slice(0, 5), [...texts].reverse())
  },
  async 'read an error'() {
    const error = await client.api('me', { access_token: 'wrong' }).catch((caught) => caught)
    equal(error.response.error.code, 190)
  },
})
